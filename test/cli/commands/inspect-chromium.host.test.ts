// `--inspect` with a real Chromium: chrome://inspect finds the plugin, and its DevTools stop a call in the author's TypeScript.

import { type ChildProcess, spawn } from 'node:child_process';
import { expect } from 'chai';
import { noCommands, skipWithout } from '../../support/skip.ts';
import { Command, DEBUGGED_PLUGIN, until } from '../debugged-plugin.ts';
import { writeFiles } from '../plugin-folder.ts';
import { temporaryFolder } from '../run-command.ts';

/** Line of the return in twice.ts, from 0. */
const RETURN_LINE = 6;
const IMPORT_DEBUGGER = `const sdk = await import('./core/sdk/sdk.js');
  const [debug] = sdk.TargetManager.TargetManager.instance().models(sdk.DebuggerModel.DebuggerModel);`;

interface Reply {
  readonly id?: number;
  // biome-ignore lint/suspicious/noExplicitAny: a message of the protocol.
  readonly result?: any;
}

/** A Chromium without a window, with pages that a test can look into. */
class Browser {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (reply: Reply) => void>();
  #lastId = 0;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.onmessage = ({ data }) => {
      const reply = JSON.parse(String(data)) as Reply;
      this.#waiting.get(reply.id ?? 0)?.(reply);
    };
  }

  ask(method: string, params: object, sessionId?: string): Promise<Reply> {
    this.#lastId += 1;
    const id = this.#lastId;
    this.#socket.send(JSON.stringify({ id, method, params, sessionId }));
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  async sessionOf(targetId: string): Promise<string> {
    return (await this.ask('Target.attachToTarget', { targetId, flatten: true })).result.sessionId;
  }

  /** The value of an expression in a page; undefined if it throws, as while the page still loads. */
  async valueIn(session: string, body: string): Promise<unknown> {
    const expression = `(async () => { ${body} })()`;
    const { result } = await this.ask(
      'Runtime.evaluate',
      { expression, awaitPromise: true, returnByValue: true },
      session,
    );
    return result?.exceptionDetails ? undefined : result?.result?.value;
  }
}

describe('toolcell dev --inspect in a real Chromium', function () {
  this.timeout(240_000);
  let folder: ReturnType<typeof temporaryFolder>;
  let dev: Command | undefined;
  let chromium: ChildProcess | undefined;
  let browser: Browser;

  before(async function () {
    skipWithout(this, 'breakpoints in the DevTools of a real Chromium', noCommands('chromium'));
    folder = temporaryFolder();
    writeFiles(folder.path, DEBUGGED_PLUGIN);
    dev = new Command(folder.path, ['dev', '--inspect=0']);
    const place = `127.0.0.1:${await dev.port()}`;
    await dev.says(/✓ names 1\.0\.0/);
    // What "Configure…" of chrome://inspect sets.
    const devtools = { discover_tcp_targets: true, tcp_discovery_config: [place] };
    writeFiles(folder.path, { 'profile/Default/Preferences': { devtools } });
    // It loads nothing but its own pages and those of this test, so that it needs no sandbox, which root and containers cannot have.
    const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--remote-debugging-port=0'];
    chromium = spawn('chromium', [...flags, `--user-data-dir=${folder.path}/profile`, 'about:blank'], {
      env: { ...process.env, HOME: folder.path },
    });
    let said = '';
    chromium.stderr?.on('data', (part) => (said += part));
    const url = await until('the address of Chromium', () => /DevTools listening on (ws:\S+)/.exec(said)?.[1]);
    const socket = new WebSocket(url);
    await new Promise((resolve, reject) => {
      socket.onopen = resolve;
      socket.onerror = reject;
    });
    browser = new Browser(socket);
  });
  after(async () => {
    const ended = chromium && new Promise((resolve) => chromium?.once('exit', resolve));
    chromium?.kill();
    dev?.child.kill();
    await ended;
    folder?.remove();
  });

  it("is found by chrome://inspect, whose DevTools stop a call in the author's file", async () => {
    const { result } = await browser.ask('Target.createTarget', { url: 'chrome://inspect/#devices' });
    const list = await browser.sessionOf(result.targetId);
    await until('the plugin in the list of chrome://inspect', async () => {
      const isOpened = await browser.valueIn(
        list,
        `const row = [...document.querySelectorAll('#devices-list .row')].find((row) => row.textContent.includes('toolcell dev'));
        const link = [...(row?.querySelectorAll('.action') ?? [])].find(({ textContent }) => textContent === 'inspect');
        link?.click();
        return link !== undefined;`,
      );
      return isOpened === true ? true : undefined;
    });
    const targetId = await until('the DevTools', async () => {
      const { targetInfos } = (await browser.ask('Target.getTargets', {})).result;
      const found = targetInfos.find(({ url }: { url: string }) => url.startsWith('devtools://'));
      return found?.targetId as string | undefined;
    });
    const tools = await browser.sessionOf(targetId);
    await until("the author's file in the DevTools, and a breakpoint in it", async () => {
      const isSet = await browser.valueIn(
        tools,
        `const { Workspace } = await import('./models/workspace/workspace.js');
        const { BreakpointManager } = await import('./models/breakpoints/breakpoints.js');
        const file = Workspace.WorkspaceImpl.instance().uiSourceCodes().find((code) => code.url().endsWith('/twice.ts'));
        const manager = BreakpointManager.BreakpointManager.instance();
        return file !== undefined && !!(await manager.setBreakpoint(file, ${RETURN_LINE}, 0, '', true, false, 'USER_ACTION'));`,
      );
      return isSet === true ? true : undefined;
    });
    // The breakpoint is with the runner a moment later, on a busy machine seconds, and a call meanwhile would pass it.
    const giveUp = Date.now() + 60_000;
    for (let call = 0, paused: unknown; paused === undefined; call += 1) {
      expect(Date.now()).to.be.below(giveUp);
      dev?.child.stdin.write('measureName {"name": "Ada"}\n');
      const answers = call;
      paused = await until('a pause, or the answer', async () => {
        const frame = await browser.valueIn(
          tools,
          `${IMPORT_DEBUGGER}
          const [frame] = debug.debuggerPausedDetails()?.callFrames ?? [];
          const { object } = (await frame?.evaluate({ expression: 'doubledValue', returnByValue: true })) ?? {};
          return object && [frame.functionName, object.value];`,
        );
        if (frame !== undefined) return { frame };
        return (dev?.text.split('"Ada 6"').length ?? 0) - 1 > answers ? { frame } : undefined;
      }).then(({ frame }) => frame);
      if (paused !== undefined) expect(paused).to.deep.equal(['twice', 6]);
    }
    const before = dev?.text.split('"Ada 6"').length;
    await browser.valueIn(tools, `${IMPORT_DEBUGGER} debug.resume();`);
    await until('the answer', () => (dev?.text.split('"Ada 6"').length !== before ? true : undefined));
  });
});
