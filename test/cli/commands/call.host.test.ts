// `toolcell call`: the result, and the explanation of a call that fails.

import { join } from 'node:path';
import { expect } from 'chai';
import { type Host, startHost } from '../../../src/server/host.ts';
import { SHARED_CACHE } from '../../support/cache.ts';
import { testConfig } from '../../support/host.ts';
import { manifestOf, writeFiles } from '../plugin-folder.ts';
import { runBin, runHere, temporaryFolder } from '../run-command.ts';

const SOURCE = `interface Wish {
  readonly kind: string;
}

function fail(kind: string): never {
  throw new RangeError(\`cannot do \${kind}\`);
}

async function steps({ progress }: { progress(done: number, total?: number, message?: string): void }) {
  progress(1, 2, 'one\\u001b[2J');
  await new Promise((resolve) => setTimeout(resolve, 5));
  progress(2);
  return 'steps';
}

class Tracer {
  trace(): void {
    console.error(new Error('traced'));
  }
}

async function later(): Promise<void> {
  await null;
  [1].map((step) => new Tracer().trace());
}

const traced = async (): Promise<string> =>
  Promise.resolve().then(async () => {
    await later();
    return 'traced';
  });

export function work({ kind }: Wish, context: Parameters<typeof steps>[0]): unknown {
  if (kind === 'log') console.warn('a line', '\\u001b[31mred');
  if (kind === 'trace') return traced();
  if (kind === 'steps') return steps(context);
  if (kind === 'spin') for (;;);
  if (kind === 'wrong') return 1;
  if (kind === 'fail') return fail(kind);
  if (kind === 'names') console.log(class A {}, () => 1, function f() {}, { fail, later, Tracer });
  return kind;
}

export function allowed(): void {
  for (;;);
}

export async function counted({ spins }: { spins?: boolean }, { store }: ToolContext): Promise<number> {
  const count = (((await store.get('count')) as number | undefined) ?? 0) + 1;
  await store.set('count', count);
  if (spins) for (;;);
  return count;
}
`;

const MANIFEST = manifestOf(
  'worker',
  {
    work: { limits: { cpuMs: 60 }, outputSchema: { type: 'string' } },
    allowed: {},
    counted: {},
  },
  { capabilities: { store: {} } },
);

/** Standard error without the progress lines of a slow command, as on a busy machine. */
const quiet = (stderr: string): string => stderr.replaceAll(/^\w.*…\n/gm, '');

describe('toolcell call', function () {
  this.timeout(120_000);
  let folder: ReturnType<typeof temporaryFolder>;
  before(() => {
    folder = temporaryFolder();
    writeFiles(folder.path, {
      'worker/plugin.json': MANIFEST,
      'worker/index.ts': SOURCE,
      'worker/granted.json': { limits: { cpuMs: 100 }, grants: { worker: { store: true } } },
      'worker/sandbox.config.json': '{\n  "limits": { "cpuMs": 100 }\n}\n',
    });
  });
  after(() => folder.remove());
  const call = (...words: string[]) => runHere(['call', ...words], { cwd: join(folder.path, 'worker') });

  it('writes control characters as escapes, and the result has the same value', async () => {
    const kind = 'a\u007f\u009b31m\u2028\u202eb';
    for (const isTerminal of [false, true]) {
      const cwd = join(folder.path, 'worker');
      const { stdout } = await runHere(['call', 'work', JSON.stringify({ kind })], { cwd, isTerminal });
      expect(stdout).to.equal('"a\\u007f\\u009b31m\\u2028\\u202eb"\n');
    }
  });

  it('prints only the result, as a program', async () => {
    const ran = await runBin(['call', 'work', '{"kind": "log"}'], { cwd: join(folder.path, 'worker') });
    expect([ran.code, ran.stdout]).to.deep.equal([0, '"log"\n']);
  });

  it('shows the log on standard error, with escapes for control characters', async () => {
    const { stderr } = await call('work', '{"kind": "log"}');
    expect(quiet(stderr)).to.equal('  warn  a line \\u001b[31mred\n');
  });

  it("shows stacks that the tool itself has logged, with the author's lines and names", async () => {
    const { stderr } = await call('work', '{"kind": "trace"}');
    expect(quiet(stderr)).to.equal(
      [
        '  error Error: traced',
        '  error     at Tracer.trace (index.ts:18:19)',
        '  error     at index.ts:24:34',
        '  error     at Array.map (<anonymous>)',
        '  error     at later (index.ts:24:7)',
        '  error     at async index.ts:29:5',
        '',
      ].join('\n'),
    );
  });

  it("shows functions and classes that the tool logs by the author's names", async () => {
    const { stderr } = await call('work', '{"kind": "names"}');
    const named = '{"fail":"[Function: fail]","later":"[AsyncFunction: later]","Tracer":"[class Tracer]"}';
    expect(quiet(stderr)).to.equal(`  info  [class A] [Function (anonymous)] [Function: f] ${named}\n`);
  });

  it('shows the progress of the call: live on a terminal, and as lines of the log', async () => {
    const words = ['call', 'work', '{"kind": "steps"}'];
    const cwd = join(folder.path, 'worker');
    const live = await runHere(words, { cwd, isTerminal: true, env: { NO_COLOR: '1' } });
    expect(live.stderr).to.contain('\r\u001b[KCalling… 1/2 one\\u001b[2J\r\u001b[KCalling… 2\r\u001b[K');
    const lines = '  info  1/2 one\\u001b[2J\n  info  2\n';
    expect(live.stderr.endsWith(lines), live.stderr).to.equal(true);
    expect(quiet((await runHere(words, { cwd })).stderr)).to.equal(lines);
  });

  it("names the author's own lines, with the code around the first one", async () => {
    const { code, stdout, stderr } = await call('work', '{"kind": "fail"}');
    expect([code, stdout]).to.deep.equal([1, '']);
    expect(stderr).to.contain('tool_error: RangeError: cannot do fail\n  at fail (index.ts:6:9)\n');
    expect(stderr)
      .to.contain('    5 | function fail(kind: string): never {\n    > 6 |   throw new RangeError(')
      .and.contain('  at work (index.ts:');
  });

  it('names the limit that was passed, what was used, and the line that sets it', async () => {
    const own = await call('work', '{"kind": "spin"}');
    expect(own.code).to.equal(1);
    expect(own.stderr).to.match(/exceeded_cpu[^\n]+\n[^✗]*\n {2}used \d+ ms of 60 ms \(cpuMs\)\n/);
    expect(own.stderr).to.contain(
      "→ plugin.json:18:9 /tools/0/limits/cpuMs asks for cpuMs 60: raise it there, up to the operator's 100",
    );
    const operators = await call('allowed');
    expect(operators.stderr).to.contain(
      'sandbox.config.json:2:24 sets limits.cpuMs to 100: an operator raises it for this plugin with plugins.overrides.worker.limits.cpuMs',
    );
  });

  it('names the line that ran when the CPU time was over, unless that would repeat what the call has done', async () => {
    const { stderr } = await call('work', '{"kind": "spin"}');
    expect(stderr).to.match(
      /\n {2}last seen, when it was called once more:\n {2}at work \(index\.ts:37:\d+\)\n.*\n {4}> 37 \| {3}if \(kind === 'spin'\) for \(;;\);\n/,
    );
    const json = JSON.parse((await call('work', '{"kind": "spin"}', '--json')).stdout) as { stack: object[] };
    expect(json.stack[0]).to.include({ file: 'index.ts', line: 37 });
    const config = ['--config', 'granted.json'];
    const kept = await call('counted', '{"spins": true}', ...config);
    expect(kept.stderr).to.contain('exceeded_cpu').and.not.contain('last seen');
    expect(JSON.parse((await call('counted', '{}', ...config)).stdout)).to.equal(2);
  });

  it('gives a script the failure in JSON, with its fault, places and setting', async () => {
    const { code, stdout } = await call('work', '{"kind": "fail"}', '--json');
    expect(code).to.equal(1);
    const failure = JSON.parse(stdout) as { stack: object[] };
    expect(failure).to.deep.include({ code: 'tool_error', fault: 'plugin', detail: 'RangeError: cannot do fail' });
    expect(failure.stack[0]).to.deep.equal({ where: 'fail', file: 'index.ts', line: 6, column: 9 });
  });

  it('says which part of a result does not fit', async () => {
    expect((await call('work', '{"kind": "wrong"}')).stderr)
      .to.contain('invalid_result')
      .and.contain('the result');
  });

  it('refuses a wrong call before anything runs', async () => {
    expect(await call('wrok')).to.deep.include({ code: 2 });
    expect((await call('wrok')).stderr).to.contain('Did you mean work?');
    expect((await call('work', '{kind: 1}')).stderr).to.contain('The arguments are not JSON');
    expect((await call('work', '[]')).stderr).to.contain('not an object');
    expect((await call('work', '{}', '--plugin', 'nowhere')).stderr).to.contain('There is nothing at');
    expect((await call('work', '{}', '--url', 'localhost:3000')).stderr).to.contain('is not an http or https address');
  });

  it('reads arguments from standard input', async () => {
    const ran = await runHere(['call', 'work', '-'], { cwd: join(folder.path, 'worker'), input: '{"kind": "piped"}' });
    expect(ran.stdout).to.equal('"piped"\n');
  });

  describe('of a server', () => {
    let host: Host;
    before(async () => {
      const config = testConfig(folder.path);
      host = await startHost({
        config,
        searchPath: process.env.PATH ?? '',
        ...SHARED_CACHE,
        onCall: () => {},
        onGuestLog: () => {},
      });
    });
    after(() => host?.close());

    it('prints the result, or the failure that the server answers', async () => {
      expect(await call('work', '{"kind": "far"}', '--url', host.url)).to.deep.include({ code: 0, stdout: '"far"\n' });
      const failed = await call('work', '{"kind": "fail"}', '--url', host.url);
      expect(failed).to.deep.include({ code: 1, stdout: '', stderr: '✗ tool_error: RangeError: cannot do fail\n' });
      expect((await call('wrok', '{}', '--url', host.url)).stderr).to.contain('Did you mean "work"?');
    });

    it('says so if no server answers', async () => {
      const { code, stderr } = await call('work', '{}', '--url', 'http://127.0.0.1:1');
      expect(code).to.equal(3);
      expect(stderr).to.contain('cannot be reached');
    });
  });
});
