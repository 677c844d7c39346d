// The files of a server cannot be read or written for a moment, as on a network disk that goes away: nothing is lost, and nobody but the host is blamed.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { runBin, temporaryFolder } from '../cli/run-command.ts';
import { writePlugins } from '../support/config.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { skipWithout } from '../support/skip.ts';
import { noSystemFaults, type SystemFaults, systemFaults } from '../support/system-faults.ts';

/** Longer than two looks at the folder. */
const AWAY_MS = 4_000;
const WAIT_MS = 30_000;

interface Answer {
  readonly status: number;
  readonly code?: string;
  readonly fault?: string;
}

describe('a server whose disk is away for a moment', function () {
  this.timeout(120_000);
  const home = temporaryFolder();
  let faults: SystemFaults | undefined;
  let server: ServerProcess;
  let key = '';
  const at = (...names: readonly string[]): string => join(home.path, ...names);
  const plugins = (): string => at('plugins');

  const write = (name: string, source = `export const ${name} = () => '${name}';`): void =>
    void writePlugins({ [name]: { source, tools: { [name]: {} } } }, plugins());

  before(async function () {
    skipWithout(this, 'files that cannot be read for a moment', noSystemFaults());
    faults = systemFaults();
    writePlugins(
      {
        one: { source: "export const one = () => 'one';", tools: { one: {} } },
        two: { source: "export const two = () => 'two';", tools: { two: {} } },
        keeps: {
          source: "export const keeps = async (_, { store }) => (await store.set('a', 1)).version.length > 0;",
          tools: { keeps: {} },
          manifest: { capabilities: { store: {} } },
        },
      },
      plugins(),
    );
    const config = {
      plugins: { folder: plugins() },
      access: { keysFile: at('keys.json') },
      audit: { file: at('audit', 'audit.jsonl') },
      store: { file: at('store', 'store.sqlite') },
      grants: { keeps: { store: true } },
      limits: { memoryMb: 64 },
      log: { format: 'json' },
    };
    for (const folder of ['audit', 'store']) mkdirSync(at(folder), { recursive: true });
    writeFileSync(at('sandbox.config.json'), JSON.stringify(config, null, 2));
    const created = await runBin(['key', 'create', '--client', 'ada', '--json'], { cwd: at() });
    key = (JSON.parse(created.stdout) as { readonly key: string }).key;
    server = await startServer({ plugins: plugins(), config, folder: at(), env: faults.env });
    for (const tool of ['one', 'two', 'keeps']) expect((await call(tool)).status, tool).to.equal(200);
  });
  afterEach(() => faults?.end());
  after(async () => {
    await server?.end();
    faults?.remove();
    home.remove();
  });

  const call = async (toolName: string): Promise<Answer> => {
    const reply = await fetch(`${server.url}/mcp/callTool`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify({ toolName, arguments: {} }),
    });
    const body = (await reply.json()) as Partial<Answer>;
    return { status: reply.status, ...(reply.status !== 200 && { code: body.code ?? '', fault: body.fault ?? '' }) };
  };
  const listed = async (): Promise<readonly string[]> => {
    const reply = await fetch(`${server.url}/mcp/metadata`, { headers: { 'x-api-key': key } });
    const { tools } = (await reply.json()) as { readonly tools: readonly { readonly name: string }[] };
    return tools.map(({ name }) => name).sort();
  };
  const until = async (what: string, isSo: () => Promise<boolean>): Promise<void> => {
    for (const startMs = performance.now(); !(await isSo()); ) {
      if (performance.now() - startMs > WAIT_MS) throw new Error(`${what} did not come: ${server.stderr()}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  /** What calls of a tool are answered while files are away. */
  const answersFor = async (toolName: string): Promise<readonly Answer[]> => {
    const answers: Answer[] = [];
    for (const startMs = performance.now(); performance.now() - startMs < AWAY_MS; ) {
      answers.push(await call(toolName));
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return answers;
  };

  for (const code of ['EIO', 'ESTALE'] as const) {
    describe(`(${code})`, () => {
      it('keeps its tools if the plugins folder or one bundle cannot be read, and never answers 404', async () => {
        for (const away of [plugins(), join(plugins(), 'one')]) {
          // A change that makes it read the folder.
          write('two');
          faults?.begin(code, away);
          for (const answer of await answersFor('one'))
            if (answer.status !== 200) expect(answer).to.include({ status: 503, fault: 'host' });
          expect(await listed(), away).to.include('one');
          faults?.end();
          await until('the tool', async () => (await call('one')).status === 200);
        }
        const name = `three${code.toLowerCase()}`;
        write(name);
        await until('a new plugin', async () => (await listed()).includes(name));
      });

      it('lets nobody in by keys that it cannot read, says so, and knows them again', async () => {
        faults?.begin(code, at('keys.json'));
        await until('the end of the keys', async () => (await call('one')).status === 503);
        expect(await call('one')).to.deep.equal({ status: 503, code: 'identity_unavailable', fault: 'host' });
        faults?.end();
        await until('the keys', async () => (await call('one')).status === 200);
      });

      it('keeps its configuration, and takes up a change afterwards', async () => {
        faults?.begin(code, at('sandbox.config.json'));
        const text = readFileSync(at('sandbox.config.json'), 'utf8');
        writeFileSync(
          at('sandbox.config.json'),
          text.replace(/"memoryMb": \d+/, `"memoryMb": ${code === 'EIO' ? 70 : 71}`),
        );
        expect(await call('one')).to.deep.equal({ status: 200 });
        await new Promise((resolve) => setTimeout(resolve, AWAY_MS / 2));
        const before = server.entries().length;
        faults?.end();
        await until('the change', async () =>
          server
            .entries()
            .slice(before)
            .some((entry) => JSON.stringify(entry).includes('limits.memoryMb')),
        );
      });

      it('serves nothing new while the lock file is away, and does afterwards', async () => {
        const name = `four${code.toLowerCase()}`;
        faults?.begin(code, join(plugins(), 'toolcell.lock'));
        write(name);
        await new Promise((resolve) => setTimeout(resolve, AWAY_MS));
        expect(await listed())
          .to.include('one')
          .and.not.include(name);
        expect(await call('one')).to.deep.equal({ status: 200 });
        faults?.end();
        await until('the new plugin', async () => (await listed()).includes(name));
      });

      it('answers calls while the audit log is away, and loses no entry', async () => {
        faults?.begin(code, at('audit'));
        const made = await runBin(['key', 'create', '--client', `bob-${code.toLowerCase()}`], { cwd: at() });
        expect(made.code, made.stderr).to.equal(0);
        write('two', `export const two = () => '${code}';`);
        expect(await call('one')).to.deep.equal({ status: 200 });
        await new Promise((resolve) => setTimeout(resolve, AWAY_MS));
        expect(await call('one')).to.deep.equal({ status: 200 });
        faults?.end();
        const verified = await runBin(['audit', 'verify'], { cwd: at() });
        expect(verified.code, verified.stdout + verified.stderr).to.equal(0);
      });

      it('blames the host for a store that is away, and stores again afterwards', async () => {
        faults?.begin(code, at('store'));
        await until('the end of the store', async () => (await call('keeps')).status !== 200);
        expect(await call('keeps')).to.deep.equal({ status: 503, code: 'store_unavailable', fault: 'host' });
        expect(await call('one')).to.deep.equal({ status: 200 });
        faults?.end();
        await until('the store', async () => (await call('keeps')).status === 200);
      });
    });
  }
});
