// `--inspect` through the real program: a debugger attaches, stops a call in the author's TypeScript, and looks at it.

import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { SourceMap } from 'node:module';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { Command, DEBUGGED_PLUGIN, listed, TWICE, until } from '../debugged-plugin.ts';
import { writeFiles } from '../plugin-folder.ts';
import { runBin, temporaryFolder } from '../run-command.ts';

/** Line of the return above, from 0. */
const RETURN_LINE = 6;

interface CdpMessage {
  readonly id?: number;
  readonly method?: string;
  // biome-ignore lint/suspicious/noExplicitAny: a message of the protocol.
  readonly params?: any;
  // biome-ignore lint/suspicious/noExplicitAny: a message of the protocol.
  readonly result?: any;
  readonly error?: { readonly message: string };
}

class Debugger {
  readonly #socket: WebSocket;
  readonly #messages: CdpMessage[] = [];
  #seen = 0;
  #lastId = 0;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.onmessage = ({ data }) => this.#messages.push(JSON.parse(String(data)));
  }

  static async attach(url: string): Promise<Debugger> {
    const socket = new WebSocket(url);
    await new Promise((resolve, reject) => {
      socket.onopen = resolve;
      socket.onerror = () => reject(new Error(`refused: ${url}`));
    });
    return new Debugger(socket);
  }

  async ask(method: string, params: object = {}): Promise<CdpMessage> {
    this.#lastId += 1;
    const id = this.#lastId;
    this.#socket.send(JSON.stringify({ id, method, params }));
    return until(`the answer to ${method}`, () => this.#messages.find((message) => message.id === id));
  }

  /** The next notification that fits, after those that were told before. */
  async hears(method: string, fits = (_: CdpMessage): boolean => true): Promise<CdpMessage> {
    const at = await until(method, () => {
      const index = this.#messages.findIndex(
        (message, place) => place >= this.#seen && message.method === method && fits(message),
      );
      return index === -1 ? undefined : index;
    });
    this.#seen = at + 1;
    return this.#messages[at] as CdpMessage;
  }

  /** The last notification that fits, of those that came. */
  heard(method: string, fits: (message: CdpMessage) => boolean): CdpMessage {
    return this.#messages.findLast((message) => message.method === method && fits(message)) as CdpMessage;
  }

  leave(): Promise<void> {
    return new Promise((resolve) => {
      this.#socket.onclose = () => resolve();
      this.#socket.close();
    });
  }
}

/** A plugin's script as V8 has told of it, and the place in it of a line of the author's file; all from 0. */
const placeOf = (script: CdpMessage, source: string, line: number) => {
  const [, encoded = ''] = /base64,(.*)$/.exec(script.params.sourceMapURL) ?? [];
  const payload = JSON.parse(Buffer.from(encoded, 'base64').toString());
  const map = new SourceMap(payload);
  // Node finds an author's line from the place of the code, and not the other way.
  for (let row = 0; row <= script.params.endLine; row += 1)
    for (let column = 0; column < 200; column += 1) {
      const entry = map.findEntry(row, column);
      if (!('originalSource' in entry) || entry.generatedLine !== row) continue;
      if (entry.originalSource === source && entry.originalLine === line) return { row, column: entry.generatedColumn };
    }
  throw new Error(`${source}:${line} is not in the map of ${payload.sources.join()}`);
};

const isPlugin = ({ params }: CdpMessage): boolean => params.url === 'index.js';

const statusFor = (
  port: number,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const request = get({ host: '127.0.0.1', port, path, headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    request.once('upgrade', (response, socket) => {
      socket.destroy();
      resolve(response.statusCode);
    });
    request.once('error', reject);
  });

const UPGRADE = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': Buffer.alloc(16).toString('base64'),
};

describe('toolcell dev --inspect', function () {
  this.timeout(300_000);
  let folder: ReturnType<typeof temporaryFolder>;
  let dev: Command;
  let port: number;
  before(async () => {
    folder = temporaryFolder();
    writeFiles(folder.path, {
      ...DEBUGGED_PLUGIN,
      // Far less than a person at a breakpoint needs.
      'sandbox.config.json': { limits: { cpuMs: 200, wallMs: 1_000 } },
    });
    dev = new Command(folder.path, ['dev', '--inspect=0']);
    port = await dev.port();
    await dev.says(/✓ names 1\.0\.0/);
  });
  after(() => {
    dev.child.kill();
    folder.remove();
  });

  it("stops a call in the author's TypeScript for longer than wallMs, shows a variable, and lets the call go on", async () => {
    const url = pathToFileURL(join(folder.path, 'twice.ts')).href;
    const client = await Debugger.attach((await listed(port)).webSocketDebuggerUrl);
    await client.ask('Runtime.enable');
    await client.ask('Debugger.enable');
    const script = await client.hears('Debugger.scriptParsed', isPlugin);
    const { row, column } = placeOf(script, url, RETURN_LINE);
    const set = await client.ask('Debugger.setBreakpointByUrl', {
      url: 'index.js',
      lineNumber: row,
      columnNumber: column,
    });
    expect(set.result.locations).to.have.length(1);
    for (const name of ['Ada', 'Grace']) {
      dev.child.stdin.write(`measureName {"name": "${name}"}\n`);
      const { params } = await client.hears('Debugger.paused');
      const [frame] = params.callFrames;
      expect(frame.functionName).to.equal('twice');
      expect(frame.location.lineNumber).to.equal(row);
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      const { callFrameId } = frame;
      const seen = await client.ask('Debugger.evaluateOnCallFrame', { callFrameId, expression: 'doubledValue' });
      expect(seen.result.result.value).to.equal(name.length * 2);
      await client.ask('Debugger.resume');
      await dev.says(new RegExp(`"${name} ${name.length * 2}"`));
    }
    await client.leave();
  });

  it('lets a paused call go on when the debugger leaves, and takes the next debugger', async () => {
    const first = await Debugger.attach((await listed(port)).webSocketDebuggerUrl);
    for (const method of ['Runtime.enable', 'Debugger.enable']) await first.ask(method);
    const script = await first.hears('Debugger.scriptParsed', isPlugin);
    const { row, column } = placeOf(script, pathToFileURL(join(folder.path, 'twice.ts')).href, RETURN_LINE);
    await first.ask('Debugger.setBreakpointByUrl', { url: 'index.js', lineNumber: row, columnNumber: column });
    dev.child.stdin.write('measureName {"name": "Barbara"}\n');
    await first.hears('Debugger.paused');
    const { webSocketDebuggerUrl } = await listed(port);
    expect(await statusFor(port, new URL(webSocketDebuggerUrl).pathname, UPGRADE)).to.equal(409);
    await first.leave();
    await dev.says(/"Barbara 14"/);
    const second = await Debugger.attach(webSocketDebuggerUrl);
    await second.ask('Runtime.enable');
    await second.leave();
    dev.child.stdin.write('measureName {"name": "Frances"}\n');
    await dev.says(/"Frances 14"/);
  });

  it('lets every call go on at once that nobody stops, also if it is asked to before it waits', async () => {
    const names = Array.from({ length: 100 }, (_, index) => `n${index}`);
    dev.child.stdin.write(names.map((name) => `measureName {"name": "${name}"}\n`).join(''));
    for (const name of names) await dev.says(new RegExp(`"${name} ${name.length * 2}"`));
  });

  it('is what chrome://inspect and VS Code look for', async () => {
    const version = await (await fetch(`http://127.0.0.1:${port}/json/version`)).json();
    expect(version).to.include({ 'Protocol-Version': '1.3' });
    expect(await listed(port)).to.include({ type: 'node' });
  });

  it('refuses a wrong token, a foreign Host, and a web page', async () => {
    const { pathname } = new URL((await listed(port)).webSocketDebuggerUrl);
    expect(await statusFor(port, '/wrong', UPGRADE)).to.equal(404);
    expect(await statusFor(port, pathname, { ...UPGRADE, host: 'evil.example' })).to.equal(403);
    expect(await statusFor(port, pathname, { ...UPGRADE, origin: 'https://evil.example' })).to.equal(403);
    expect(await statusFor(port, '/json/list', { host: `evil.example:${port}` })).to.equal(403);
    expect(await statusFor(port, '/json/list', { host: `localhost:${port}` })).to.equal(200);
    expect(await statusFor(port, pathname, UPGRADE)).to.equal(101);
  });

  it('listens on 127.0.0.1 alone', async () => {
    const others = Object.values(networkInterfaces()).flatMap((addresses = []) =>
      addresses.filter(({ internal }) => !internal).map(({ address }) => address),
    );
    // The whole of 127.0.0.0/8 is this machine on Linux.
    if (process.platform === 'linux') others.push('127.0.0.2');
    for (const host of others) {
      const outcome = await new Promise<string>((resolve) => {
        const socket = connect({ host, port }, () => resolve('connected'));
        socket.once('error', () => resolve('refused'));
        socket.once('close', () => resolve('refused'));
        setTimeout(() => resolve('refused'), 3_000).unref();
        socket.unref();
      });
      expect(outcome, host).to.equal('refused');
    }
  });

  it('ends with the command', async () => {
    expect(await dev.end()).to.equal(0);
    const outcome = await fetch(`http://127.0.0.1:${port}/json`).then(
      () => 'answered',
      () => 'gone',
    );
    expect(outcome).to.equal('gone');
  });
});

describe('toolcell test --inspect', function () {
  this.timeout(300_000);

  it('waits for a debugger, which then stops at a debugger statement', async () => {
    const folder = temporaryFolder();
    writeFiles(folder.path, {
      ...DEBUGGED_PLUGIN,
      'twice.ts': TWICE.replace('  return', '  debugger;\n  return'),
    });
    const test = new Command(folder.path, ['test', '--inspect=0']);
    try {
      const client = await Debugger.attach((await listed(await test.port())).webSocketDebuggerUrl);
      for (const method of ['Runtime.enable', 'Debugger.enable', 'Runtime.runIfWaitingForDebugger'])
        await client.ask(method);
      const { params } = await client.hears('Debugger.paused');
      expect(params.callFrames[0].functionName).to.equal('twice');
      await client.ask('Debugger.resume');
      await test.says(/1 of 1|✓/);
      expect(await test.end()).to.equal(0);
    } finally {
      test.child.kill();
      folder.remove();
    }
  });
});

/**
 * A session in the order of VS Code's js-debug: it enables, sets what holds for all scripts, and lets the program run. Its breakpoints are set by the
 * author's file first, which no script is called. Those that stop are set when it pauses before a script, by that script's source map.
 */
const asVsCode = async (client: Debugger, file: string, line: number, by: 'url' | 'script') => {
  await client.ask('Runtime.enable');
  await client.ask('Debugger.enable');
  await client.ask('Debugger.setAsyncCallStackDepth', { maxDepth: 32 });
  const instrumentation = 'beforeScriptWithSourceMapExecution';
  const { result: before } = await client.ask('Debugger.setInstrumentationBreakpoint', { instrumentation });
  expect((await client.ask('Debugger.setPauseOnExceptions', { state: 'uncaught' })).error).to.equal(undefined);
  const early = await client.ask('Debugger.setBreakpointByUrl', {
    urlRegex: 'twice\\.ts',
    lineNumber: line,
    columnNumber: 0,
  });
  expect(early.result).to.deep.equal({ breakpointId: `2:${line}:0:twice\\.ts`, locations: [] });
  expect((await client.ask('Runtime.runIfWaitingForDebugger')).error).to.equal(undefined);
  /** Goes on from pauses before scripts, as js-debug does, until a breakpoint is hit. */
  const nextPause = async (): Promise<CdpMessage> => {
    for (;;) {
      const paused = await client.hears('Debugger.paused');
      if (paused.params.reason !== 'instrumentation') return paused;
      expect(paused.params.hitBreakpoints).to.deep.equal([before.breakpointId]);
      const { scriptId } = paused.params.data;
      const script = client.heard('Debugger.scriptParsed', ({ params }) => params.scriptId === scriptId);
      expect(script.params.sourceMapURL).to.equal(paused.params.data.sourceMapURL);
      const { row, column } = placeOf(script, file, line);
      const place = { lineNumber: row, columnNumber: column };
      if (by === 'url') await client.ask('Debugger.setBreakpointByUrl', { url: script.params.url, ...place });
      else {
        const set = await client.ask('Debugger.setBreakpoint', { location: { scriptId, ...place } });
        expect(set.result.actualLocation).to.include({ scriptId, lineNumber: row });
      }
      await client.ask('Debugger.resume');
    }
  };
  return { nextPause, instrumentation: before.breakpointId as string };
};

describe('a debugger that speaks as VS Code', function () {
  this.timeout(300_000);
  let folder: ReturnType<typeof temporaryFolder>;
  let command: Command | undefined;
  const file = (): string => pathToFileURL(join(folder.path, 'twice.ts')).href;
  beforeEach(() => {
    folder = temporaryFolder();
    writeFiles(folder.path, DEBUGGED_PLUGIN);
  });
  afterEach(() => {
    command?.child.kill();
    folder.remove();
  });

  it('attaches to "dev" before there is a plugin that loads, and stops in it, in each call', async () => {
    writeFiles(folder.path, { 'index.ts': 'export const = ;' });
    const dev = new Command(folder.path, ['dev', '--inspect=0']);
    command = dev;
    const client = await Debugger.attach((await listed(await dev.port())).webSocketDebuggerUrl);
    await dev.says(/index\.ts:1/);
    const { nextPause, instrumentation } = await asVsCode(client, file(), RETURN_LINE, 'url');
    writeFiles(folder.path, DEBUGGED_PLUGIN);
    await dev.says(/✓ names 1\.0\.0/);
    for (const name of ['Ada', 'Grace']) {
      dev.child.stdin.write(`measureName {"name": "${name}"}\n`);
      const { params } = await nextPause();
      expect(params.callFrames[0].functionName).to.equal('twice');
      expect(params.hitBreakpoints).to.have.length(1);
      await client.ask('Debugger.resume');
      await dev.says(new RegExp(`"${name} ${name.length * 2}"`));
    }
    // The breakpoints stay when it does not pause before scripts any more.
    await client.ask('Debugger.removeBreakpoint', { breakpointId: instrumentation });
    dev.child.stdin.write('measureName {"name": "Barbara"}\n');
    const { params } = await client.hears('Debugger.paused');
    expect([params.reason, params.callFrames[0].functionName]).to.deep.equal(['other', 'twice']);
    await client.ask('Debugger.removeBreakpoint', { breakpointId: params.hitBreakpoints[0] });
    await client.ask('Debugger.resume');
    await dev.says(/"Barbara 14"/);
    dev.child.stdin.write('measureName {"name": "Frances"}\n');
    await dev.says(/"Frances 14"/);
    await client.leave();
  });

  it('stops in an example of "test", which waits for it, by a breakpoint in a script', async () => {
    const test = new Command(folder.path, ['test', '--inspect=0']);
    command = test;
    const client = await Debugger.attach((await listed(await test.port())).webSocketDebuggerUrl);
    const { nextPause } = await asVsCode(client, file(), RETURN_LINE, 'script');
    const { params } = await nextPause();
    const { callFrameId } = params.callFrames[0];
    const seen = await client.ask('Debugger.evaluateOnCallFrame', { callFrameId, expression: 'doubledValue' });
    expect(seen.result.result.value).to.equal(6);
    // It leaves, and nothing stops any more.
    await client.leave();
    await test.says(/1 of 1|✓/);
    expect(await test.end()).to.equal(0);
  });
});

describe('--inspect', function () {
  this.timeout(300_000);

  it('listens where the page for authors has VS Code attach', async () => {
    const page = readFileSync(new URL('../../../docs/writing-plugins.md', import.meta.url), 'utf8');
    const [, text = ''] = /```json \.vscode\/launch\.json\n([^`]+)```/.exec(page) ?? [];
    const [attach] = JSON.parse(text).configurations;
    const { stdout } = await runBin(['dev', '--help'], { cwd: '.' });
    expect(stdout).to.match(/--inspect\[=PORT\] /);
    expect(stdout).to.contain(`attach to ${attach.address}:${attach.port}, or PORT`);
  });

  it('is no flag of a server, and none of dev together with --serve', async () => {
    const folder = temporaryFolder();
    try {
      const served = await runBin(['serve', '--inspect'], { cwd: folder.path });
      expect([served.code, served.stderr]).to.satisfy(
        ([code, text]: [number, string]) => code === 2 && text.includes('there is no such flag'),
      );
      const both = await runBin(['dev', '--inspect', '--serve'], { cwd: folder.path });
      expect(both.code).to.equal(2);
      expect(both.stderr).to.contain('leave out --serve and --mcp');
      const wrong = await runBin(['dev', '--inspect=99999'], { cwd: folder.path });
      expect(wrong.stderr).to.contain('--inspect: 99999 is not a whole number from 0 to 65535');
    } finally {
      folder.remove();
    }
  });
});
