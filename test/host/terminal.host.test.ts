// The server in a terminal: Ctrl-C reaches every process in the foreground, and so does the end of a window.

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { callTool, writePlugins } from '../support/host.ts';
import { DIRECT, LAUNCHERS, PROJECT } from '../support/launchers.ts';
import { descendantsOf, isRunning, serverOf, untilGone } from '../support/processes.ts';
import { isTaken } from '../support/served.ts';
import { skipWithout } from '../support/skip.ts';
import { CTRL_C, openTerminal, type Terminal, terminalLacks } from '../support/terminal.ts';

const SLEEPY = {
  sleepy: {
    source: 'export const sleep = ({ ms }) => new Promise((resolve) => setTimeout(() => resolve("slept"), ms));',
    tools: { sleep: { limits: { wallMs: 30_000 } } },
  },
};
/** Time for a call to reach its runner. */
const BEGIN_MS = 900;
/** Two signals that are further apart never count as one. */
const APART_MS = 1_300;

const rest = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Asks until there is an answer, for at most 30 s. */
const until = async (ask: () => string | undefined): Promise<string> => {
  for (const startMs = performance.now(); performance.now() - startMs < 30_000; await rest(50)) {
    const answer = ask();
    if (answer !== undefined) return answer;
  }
  throw new Error('there was no answer within 30 s');
};

describe('the server in a terminal', function () {
  this.timeout(90_000);
  let plugins: string;
  let temporary: string;
  let terminal: Terminal;
  before(function () {
    skipWithout(this, 'the server in a terminal', terminalLacks());
    plugins = writePlugins(SLEEPY);
  });
  after(() => plugins && rmSync(plugins, { recursive: true }));
  beforeEach(async () => {
    temporary = mkdtempSync(join(tmpdir(), 'toolcell-terminal-'));
    terminal = await openTerminal(PROJECT, { ...process.env, TMPDIR: temporary });
  });
  afterEach(async () => {
    const processes = descendantsOf(terminal.processId);
    await terminal.close();
    await untilGone(processes);
    rmSync(temporary, { recursive: true, force: true });
  });

  const start = async (command: readonly string[], { before = '', after = '' } = {}): Promise<string> => {
    terminal.run(`${before}${command.join(' ')} --port 0 --plugins ${plugins}${after}`);
    const [, url = ''] = await terminal.until(/serves on (\S+) /);
    await terminal.until(/memory watch/);
    return url;
  };

  /** Begins a call; resolves once it runs. */
  const begin = async (url: string, ms: number) => {
    let isAnswered = false;
    const answer = callTool(url, 'sleep', { ms })
      .then(({ body }) => body)
      .catch(() => 'cut off')
      .finally(() => {
        isAnswered = true;
      });
    await rest(BEGIN_MS);
    return { answer, isAnswered: () => isAnswered };
  };

  const expectNothingLeft = async (url: string, processes: readonly number[]): Promise<void> => {
    expect(processes.length, 'the server has runners').to.be.above(1);
    expect(await untilGone(processes)).to.deep.equal([]);
    expect(await isTaken(url)).to.equal(false);
    expect(readdirSync(temporary)).to.deep.equal([]);
  };

  /** All below the shell. */
  const processesOf = ({ processId }: Terminal): readonly number[] => descendantsOf(processId).slice(1);

  it('goes on after the window is closed if nohup started it, and still takes signals', async () => {
    const said = join(temporary, 'said.txt');
    terminal.run(`nohup ${DIRECT.command.join(' ')} --port 0 --plugins ${plugins} > ${said} &`);
    const url = await until(() => /serves on (\S+) /.exec(existsSync(said) ? readFileSync(said, 'utf8') : '')?.[1]);
    await begin(url, 1);
    const processes = processesOf(terminal);
    const server = serverOf(processes);
    await terminal.close();
    await rest(APART_MS);
    expect((await callTool(url, 'sleep', { ms: 1 })).body).to.equal('slept');
    process.kill(server, 'SIGHUP');
    await rest(APART_MS);
    expect((await callTool(url, 'sleep', { ms: 1 })).body).to.equal('slept');
    process.kill(server, 'SIGTERM');
    expect(await untilGone(processes)).to.deep.equal([]);
    expect(await isTaken(url)).to.equal(false);
  });

  it('reads the folder again on kill -HUP while the window is open', async () => {
    const url = await start(DIRECT.command);
    const server = serverOf(processesOf(terminal));
    process.kill(server, 'SIGHUP');
    await rest(APART_MS);
    expect((await callTool(url, 'sleep', { ms: 1 })).body).to.equal('slept');
  });

  for (const { name, command, lacks } of LAUNCHERS) {
    describe(name, () => {
      before(function () {
        skipWithout(this, `${name} in a terminal`, lacks);
      });

      it('lets a call in flight finish after Ctrl-C before the prompt is back, with exit code 0', async () => {
        const url = await start(command);
        const call = await begin(url, 2_000);
        const processes = processesOf(terminal);
        const server = serverOf(processes);
        terminal.type(CTRL_C);
        expect(await terminal.untilPrompt(), terminal.shown()).to.equal(0);
        expect(isRunning(server)).to.equal(false);
        expect(call.isAnswered()).to.equal(true);
        expect(await call.answer, terminal.shown()).to.equal('slept');
        await expectNothingLeft(url, processes);
      });

      it('ends at once after a second Ctrl-C, with exit code 130', async () => {
        const url = await start(command);
        const call = await begin(url, 15_000);
        const processes = processesOf(terminal);
        terminal.type(CTRL_C);
        await terminal.until(/finishing calls in flight/);
        await rest(APART_MS);
        expect(call.isAnswered()).to.equal(false);
        terminal.type(CTRL_C);
        expect(await terminal.untilPrompt(5_000), terminal.shown()).to.equal(130);
        expect(await call.answer).to.equal('cut off');
        await expectNothingLeft(url, processes);
      });

      it('shuts down in order when the window is closed', async () => {
        const url = await start(command);
        const call = await begin(url, 2_500);
        const processes = processesOf(terminal);
        await terminal.close();
        expect(await call.answer).to.equal('slept');
        await expectNothingLeft(url, processes);
      });
    });
  }
});
