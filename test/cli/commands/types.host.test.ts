// `toolcell types` with a real server, and the real compiler on programs that use the types with the packed client.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { type Host, startHost } from '../../../src/server/host.ts';
import { type Complaint, compile } from '../../packages/plugin/compiler.ts';
import { SHARED_CACHE } from '../../support/cache.ts';
import { installClient } from '../../support/client-package.ts';
import { PLUGINS_FOLDER } from '../../support/examples.ts';
import { testConfig } from '../../support/host.ts';
import { runBin, runHere, temporaryFolder } from '../run-command.ts';

const HEAD = `import { createClient, ToolcellError, toAnthropicTools, toOpenAiTools } from 'toolcell/client';
import type { Tools } from './tools.js';
const client = createClient<Tools>({ url: process.argv[2] ?? '' });
`;

/** Right calls, and the right use of their results. */
const GOOD = `${HEAD}
const short: string = await client.callTool('summarizeText', { input: 'a' });
const { result, receipt } = await client.callTool('slugify', { input: 'Hello, World', maxLength: 5 }, { receipt: true });
const slug: string = result;
const used: number | null | undefined = receipt?.usage.cpuMs.used;
const info = await client.callToolWithInfo('slugify', { input: 'a' });
const same: string = info.result;
const failure = await client.callTool('slugify', { input: 'a', maxLength: -1 }).catch((error: unknown) => error);
const code = failure instanceof ToolcellError ? failure.code : 'none';
const tools = await client.listTools({ tools: ['slugify'] });
const [definition] = toOpenAiTools(client, tools).definitions;
const answer = await toAnthropicTools(client, tools).run({ type: 'tool_use', id: 'a', name: 'slugify', input: { input: 'B c' } });
console.log(JSON.stringify([short, slug, typeof used, same, code, definition?.name, answer.content]));
`;

/** One mistake a line, each with a part of the compiler's message. */
const MISTAKES: readonly (readonly [line: string, message: string])[] = [
  ["await client.callTool('sumarizeText', { input: 'a' });", '"sumarizeText"'],
  ["await client.callTool('summarizeText', {});", "'input' is missing"],
  ["await client.callTool('summarizeText', { inputs: 'a' });", "'inputs' does not exist"],
  ["await client.callTool('summarizeText', { input: 1 });", "'number' is not assignable to type 'string'"],
  [
    "const wrong: number = await client.callTool('summarizeText', { input: 'a' });",
    "'string' is not assignable to type 'number'",
  ],
  ["(await client.callTool('summarizeText', { input: 'a' })).length.toUpperCase();", "'toUpperCase' does not exist"],
  [
    "(await client.callTool('slugify', { input: 'a' }, { receipt: true })).toUpperCase();",
    "'toUpperCase' does not exist",
  ],
  ["(await client.callToolWithInfo('slugify', { input: 'a' })).result.nothing;", "'nothing' does not exist"],
  ["await client.callTool('slugify', { input: 'a' }, { retires: 1 });", "'retires' does not exist"],
];

describe('toolcell types', function () {
  this.timeout(120_000);
  let host: Host;
  let folder: ReturnType<typeof temporaryFolder>;
  const types = (...words: string[]) => runHere(['types', host.url, ...words], { cwd: folder.path });
  const file = (name: string): string => readFileSync(join(folder.path, name), 'utf8');
  before(async () => {
    folder = temporaryFolder();
    const parts = { searchPath: process.env.PATH ?? '', onCall: () => {}, onGuestLog: () => {} };
    host = await startHost({ config: testConfig(PLUGINS_FOLDER), ...parts, ...SHARED_CACHE });
    mkdirSync(join(folder.path, 'src'));
  });
  after(async () => {
    await host?.close();
    folder.remove();
  });

  it('writes a file, the same to standard output, and says for how many tools', async () => {
    const ran = await types('--out', 'src/tools.ts');
    expect([ran.code, ran.stdout]).to.deep.equal([0, '']);
    expect(ran.stderr).to.match(/^Wrote the types of \d+ tools to src\/tools\.ts\n$/m);
    expect((await types()).stdout).to.equal(file('src/tools.ts'));
    expect(file('src/tools.ts')).to.contain(`
  summarizeText: {
    arguments: {
      /** The text to shorten. */
      input: string;
    };
    /** The text, or its first 100 characters and "...". */
    result: string;
  };
`);
  });

  it('compares with --check, and writes nothing', async () => {
    expect((await types('--out', 'src/tools.ts', '--check')).code).to.equal(0);
    writeFileSync(join(folder.path, 'src/old.ts'), 'old\n');
    const old = await types('--out', 'src/old.ts', '--check');
    expect(old.code).to.equal(1);
    expect(old.stderr).to.contain('src/old.ts does not have the types');
    expect(file('src/old.ts')).to.equal('old\n');
    expect((await types('--out', 'src/none.ts', '--check')).code).to.equal(1);
  });

  describe('and the compiler', () => {
    let complaints: readonly Complaint[];
    const badLines = `${HEAD}${MISTAKES.map(([line]) => line).join('\n')}\n`;
    before(async () => {
      await installClient(folder.path, ['@types/node']);
      writeFileSync(join(folder.path, 'src/good.ts'), GOOD);
      writeFileSync(join(folder.path, 'src/bad.ts'), badLines.replace('const wrong', 'export const wrong'));
      writeFileSync(join(folder.path, 'package.json'), '{ "type": "module" }');
      const compilerOptions = {
        ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck: false },
        ...{ target: 'es2023', module: 'nodenext', types: ['node'], rootDir: 'src', outDir: 'out' },
      };
      writeFileSync(
        join(folder.path, 'tsconfig.json'),
        JSON.stringify({ compilerOptions, files: ['src/good.ts', 'src/bad.ts'] }),
      );
      complaints = compile(folder.path).complaints;
    });

    it('takes right calls', () =>
      expect(complaints.filter(({ file: name }) => !name.endsWith('bad.ts'))).to.deep.equal([]));

    for (const [index, [line, message]] of MISTAKES.entries())
      it(`refuses ${line}`, () => {
        const at = HEAD.split('\n').length + index;
        const said = complaints.filter((one) => one.file.endsWith('bad.ts') && one.line === at);
        expect(said.map((one) => one.message).join('\n')).to.contain(message);
      });

    it('refuses nothing else', () => expect(new Set(complaints.map((one) => one.line)).size).to.equal(MISTAKES.length));

    it('makes a program that runs with the packed client', async () => {
      const printed: string[] = [];
      const [log, argv] = [console.log, process.argv];
      console.log = (text: string) => void printed.push(text);
      process.argv = ['node', 'good.js', host.url];
      try {
        await import(pathToFileURL(join(folder.path, 'out/good.js')).href);
      } finally {
        console.log = log;
        process.argv = argv;
      }
      expect(JSON.parse(printed.join())).to.deep.equal([
        ...['a', 'hello', 'number', 'a', 'invalid_arguments', 'slugify', 'b-c'],
      ]);
    });
  });

  describe('says what is wrong', () => {
    const failing = async (words: readonly string[], env = {}) => {
      const { code, stderr } = await runHere(['types', ...words], { cwd: folder.path, env });
      return [code, stderr] as const;
    };

    it('with the command line', async () => {
      expect((await failing(['--check']))[1]).to.contain('--check needs --out');
      for (const url of ['127.0.0.1:3000', 'ftp://a', 'http://a:b@c'])
        expect((await failing([url]))[0], url).to.equal(2);
    });

    it('if nothing listens there', async () => {
      const free = createServer();
      await new Promise<void>((resolve) => free.listen(0, '127.0.0.1', resolve));
      const url = `http://127.0.0.1:${(free.address() as AddressInfo).port}`;
      await new Promise((resolve) => free.close(resolve));
      const [code, text] = await failing([url]);
      expect(code).to.equal(3);
      expect(text).to.contain(`${url} cannot be reached: connect ECONNREFUSED`);
    });

    it('if another program listens there, and if the key is missing', async () => {
      const keys: (string | undefined)[] = [];
      const server = createServer((req, res) => {
        keys.push(req.headers.authorization);
        const problem = {
          ...{ type: 'urn:toolcell:error:unauthenticated', code: 'unauthenticated', fault: 'caller', retryable: false },
          ...{ title: 'x', detail: 'Send a key.' },
        };
        if (req.headers.authorization) res.end('hello');
        else res.writeHead(401, { 'content-type': 'application/problem+json' }).end(JSON.stringify(problem));
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const [refused, text] = await failing([url]);
      expect([refused, text]).to.deep.equal([2, '✗ unauthenticated: Send a key.\n']);
      const [foreign, other] = await failing([url], { TOOLCELL_KEY: 'k' });
      expect([foreign, keys]).to.deep.equal([3, [undefined, 'Bearer k']]);
      expect(other).to.contain('not as Toolcell does');
      server.close();
    });
  });

  it('runs as a program', async () => {
    const ran = await runBin(['types', host.url, '--out', 'src/tools.ts', '--check'], { cwd: folder.path });
    expect([ran.code, ran.stdout]).to.deep.equal([0, '']);
  });
});
