// `toolcell dev` through the real program: the prompt, reloading, and a version that cannot be loaded.

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { readLine } from '../../../src/cli/dev/prompt.ts';
import { skipWithout } from '../../support/skip.ts';
import { openTerminal, terminalLacks } from '../../support/terminal.ts';
import { manifestOf, writeFiles } from '../plugin-folder.ts';
import { BIN, environmentOf, runBin, temporaryFolder } from '../run-command.ts';

/** A running `toolcell dev`, and its output so far. */
class Running {
  readonly child: ChildProcessWithoutNullStreams;
  text = '';
  #seen = 0;

  constructor(cwd: string, more: Readonly<Record<string, string>> = {}) {
    const env = environmentOf(cwd, more);
    this.child = spawn(process.execPath, [BIN, 'dev'], { cwd, env });
    for (const stream of [this.child.stdout, this.child.stderr]) stream.on('data', (part) => (this.text += part));
  }

  type(line: string): void {
    this.child.stdin.write(`${line}\n`);
  }

  /** Resolves when it has printed text of that form since the last match. */
  async says(form: RegExp): Promise<void> {
    const endMs = performance.now() + 20_000;
    for (;;) {
      const found = form.exec(this.text.slice(this.#seen));
      if (found) {
        this.#seen += found.index + found[0].length;
        return;
      }
      if (performance.now() > endMs) throw new Error(`it never said ${form}; it said: ${this.text.slice(this.#seen)}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  end(): Promise<number | null> {
    return new Promise((resolve) => {
      this.child.once('close', resolve);
      this.child.stdin.end();
    });
  }
}

const source = (greeting: string): string => `export function greet({ name }) {
  console.log('greeting', name);
  if (!name) throw new TypeError('"name" is missing');
  return \`${greeting}, \${name}!\`;
}
`;

describe('toolcell dev', function () {
  this.timeout(120_000);
  let folder: ReturnType<typeof temporaryFolder>;
  let dev: Running;
  before(() => {
    folder = temporaryFolder();
    const greet = { examples: [{ arguments: { name: 'Ada' }, result: 'Hello, Ada!' }] };
    writeFiles(folder.path, {
      'plugin.json': manifestOf('greeter', { greet }),
      'index.js': source('Hello'),
      'sandbox.config.json': { limits: { cpuMs: 200, wallMs: 1_000 } },
    });
    dev = new Running(folder.path);
  });
  after(() => {
    dev.child.kill();
    folder.remove();
  });

  it('loads the plugin, calls its tools, and shows logs and the cost of a call', async () => {
    await dev.says(/✓ greeter 1\.0\.0 in realm mode \(\S+ s\): greet\n/);
    dev.type('greet {"name": "Ada"}');
    await dev.says(/ {2}info {2}greeting Ada\n"Hello, Ada!"\n {2}[\d.]+ ms, [\d.]+ ms of CPU time\n/);
  });

  it("shows a failure with the author's own line", async () => {
    dev.type('greet');
    await dev.says(/✗ tool_error: TypeError: "name" is missing\n {2}at greet \(index\.js:3:\d+\)\n/);
  });

  it('helps with a line that it does not understand', async () => {
    dev.type('great');
    await dev.says(/There is no tool great\. Did you mean greet\?/);
    dev.type('.help');
    await dev.says(/\.examples +run the examples/);
  });

  it('reloads a plugin that has changed', async () => {
    writeFileSync(join(folder.path, 'index.js'), source('Good day'));
    await dev.says(/! greeter 1\.0\.0 in realm mode/);
    dev.type('greet {"name": "Ada"}');
    await dev.says(/"Good day, Ada!"/);
    dev.type('.examples');
    await dev.says(/✗ greet: example 1\n {2}expected "Hello, Ada!"\n {5}got "Good day, Ada!"/);
  });

  it('keeps the previous version if a new one cannot be loaded', async () => {
    writeFileSync(join(folder.path, 'index.js'), `${source('Broken')}\nexport const = 1;`);
    await dev.says(/✗ index\.js:7:\d+: [\s\S]*The version before it is still there\./);
    dev.type('greet {"name": "Ada"}');
    await dev.says(/"Good day, Ada!"/);
    writeFileSync(join(folder.path, 'index.js'), source('Mended'));
    await dev.says(/! greeter/);
    dev.type('greet {"name": "Ada"}');
    await dev.says(/"Mended, Ada!"/);
  });

  it('survives a tool that never ends, again and again', async () => {
    writeFileSync(join(folder.path, 'index.js'), 'export function greet() { for (;;); }');
    await dev.says(/✓ greeter/);
    for (let time = 0; time < 4; time += 1) {
      dev.type('greet');
      // On a busy machine the tool may get too little CPU time to pass its limit.
      await dev.says(/exceeded_(cpu|wall_time)|overloaded/);
    }
    expect(dev.text).not.to.contain('quarantined');
  });

  it('ends at the end of its input', async () => {
    expect(await dev.end()).to.equal(0);
  });

  it('leaves nothing in the temporary folder if a signal ends it', async () => {
    const own = temporaryFolder();
    const other = new Running(folder.path, { TMPDIR: own.path });
    await other.says(/✓ greeter/);
    expect(readdirSync(own.path)).not.to.deep.equal([]);
    const ended = new Promise((resolve) => other.child.once('exit', resolve));
    other.child.kill('SIGTERM');
    expect(await ended).to.equal(143);
    expect(readdirSync(own.path)).to.deep.equal([]);
    own.remove();
  });
});

describe('toolcell dev with a pipe', function () {
  this.timeout(120_000);

  it('reads lines and the end of input that arrive before the sandbox is ready', async () => {
    const folder = temporaryFolder();
    try {
      const greet = { examples: [{ arguments: { name: 'Ada' }, result: 'Hello, Ada!' }] };
      writeFiles(folder.path, { 'plugin.json': manifestOf('greeter', { greet }), 'index.js': source('Hello') });
      const input = 'greet {"name": "Ada"}\ngreet {"name": "Bob"}\n.exit\ngreet {"name": "Eve"}\n';
      const { code, stdout } = await runBin(['dev'], { cwd: folder.path, input });
      expect(code).to.equal(0);
      expect(stdout)
        .to.match(/✓ greeter[\s\S]*"Hello, Ada!"[\s\S]*"Hello, Bob!"/)
        .and.not.contain('Eve');
      const ended = await runBin(['dev'], { cwd: folder.path, input: 'greet {"name": "Ada"}' });
      expect([ended.code, ended.stdout]).to.match(/^0,[\s\S]*"Hello, Ada!"/);
    } finally {
      folder.remove();
    }
  });

  it('says that a server refuses a version whose example does not hold, but calls it', async () => {
    const folder = temporaryFolder();
    try {
      const greet = { examples: [{ arguments: { name: 'Ada' }, result: 'Hi, Ada!' }] };
      writeFiles(folder.path, { 'plugin.json': manifestOf('greeter', { greet }), 'index.js': source('Hello') });
      const { stdout } = await runBin(['dev'], { cwd: folder.path, input: 'greet {"name": "Ada"}\n' });
      expect(stdout)
        .to.match(
          /! greeter 1\.0\.0 in .*\n✗ plugin\.json:\d+:\d+ \/tools\/0\/examples\/0: greet answers its own example with/,
        )
        .and.match(/A server refuses this version\.[\s\S]*"Hello, Ada!"/)
        .and.not.contain('✓ greeter');
    } finally {
      folder.remove();
    }
  });
});

describe('toolcell dev on a terminal', function () {
  this.timeout(90_000);
  before(function () {
    skipWithout(this, 'the prompt of toolcell dev', terminalLacks());
  });

  it('completes a name and adds a space, and shows one prompt at a time', async () => {
    const folder = temporaryFolder();
    const greet = { examples: [{ arguments: { name: 'Ada' }, result: 'Hello, Ada!' }] };
    writeFiles(folder.path, { 'plugin.json': manifestOf('greeter', { greet }), 'index.js': source('Hello') });
    const terminal = await openTerminal(folder.path, environmentOf(folder.path, { PATH: process.env.PATH ?? '' }));
    try {
      terminal.run(`TERM=xterm ${process.execPath} ${BIN} dev`);
      await terminal.until(/greeter[\s\S]*> /);
      terminal.type('gr\t');
      await terminal.until(/greet /);
      terminal.type('{"name": "Ada"}\r');
      await terminal.until(/"Hello, Ada!"[\s\S]*CPU time[\s\S]*> /);
      terminal.type('.exit\r');
      expect(await terminal.untilPrompt()).to.equal(0);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: what a terminal is sent.
      expect(terminal.shown().replaceAll(/\u001b\[[\d;]*[A-Za-z]/g, '')).not.to.match(/> *\r?> /);
    } finally {
      await terminal.close();
      folder.remove();
    }
  });
});

describe('a line of the prompt', () => {
  it('is a call, a command, nothing, or wrong', () => {
    const names = ['greet'];
    expect(readLine('  ', names)).to.deep.equal({ kind: 'nothing' });
    expect(readLine('greet', names)).to.deep.equal({ kind: 'call', toolName: 'greet', argumentsText: '{}' });
    expect(readLine(' greet {"a": 1} ', names)).to.deep.include({ argumentsText: '{"a": 1}' });
    expect(readLine('.exit', names)).to.deep.equal({ kind: 'dot', name: '.exit' });
    for (const line of ['.exti', 'great', 'greet {a}', 'greet [1]', '.constructor'])
      expect(readLine(line, names).kind, line).to.equal('wrong');
  });
});
