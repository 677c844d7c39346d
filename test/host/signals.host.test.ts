// The server without a terminal, as a service manager starts it: signals to the process that was started, and SIGKILL to any of them.

import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { callTool, writePlugins } from '../support/host.ts';
import { DIRECT, LAUNCHERS, type Launcher, NPX, PROJECT } from '../support/launchers.ts';
import { descendantsOf, isRunning, serverOf, untilGone } from '../support/processes.ts';
import { isTaken, type Served, startServed } from '../support/served.ts';
import { notLinux, skipWithout } from '../support/skip.ts';
import { withoutNpm } from '../support/terminal.ts';

const SLEEPY = {
  sleepy: {
    source: 'export const sleep = ({ ms }) => new Promise((resolve) => setTimeout(() => resolve("slept"), ms));',
    tools: { sleep: { limits: { wallMs: 30_000 } } },
  },
};
const SECOND = { second: { source: 'export const later = () => "there";', tools: { later: {} } } };
/** Time for a call to reach its runner. */
const BEGIN_MS = 900;
const SIGKILL_CODE = 137;

const rest = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('the server without a terminal', function () {
  this.timeout(120_000);
  let plugins: string;
  let temporary: string;
  let served: Served | undefined;
  before(function () {
    skipWithout(this, 'signals to the server', notLinux());
  });
  beforeEach(() => {
    plugins = writePlugins(SLEEPY);
    temporary = mkdtempSync(join(tmpdir(), 'toolcell-signals-'));
  });
  afterEach(async () => {
    const left = served?.child.pid === undefined ? [] : [served.child.pid, ...descendantsOf(served.child.pid)];
    for (const processId of left.filter(isRunning)) process.kill(processId, 'SIGKILL');
    served = undefined;
    for (const folder of [plugins, temporary]) rmSync(folder, { recursive: true, force: true });
  });

  const start = async ({ command }: Launcher, flags: readonly string[] = []) => {
    const env = { ...process.env, TMPDIR: temporary };
    served = await startServed([...command, '--port', '0', '--plugins', plugins, ...flags], { cwd: PROJECT, env });
    const processes = descendantsOf(served.child.pid as number);
    return { ...served, processId: served.child.pid as number, processes };
  };

  /** Begins a call of 2 s; its answer comes as a text. */
  const begin = async (url: string, ms = 2_000): Promise<{ readonly answer: Promise<unknown> }> => {
    const answer = callTool(url, 'sleep', { ms })
      .then(({ body }) => body)
      .catch(() => 'cut off');
    await rest(BEGIN_MS);
    return { answer };
  };

  const expectNothingLeft = async (url: string, processes: readonly number[]): Promise<void> => {
    expect(processes, 'the server has runners').not.to.be.empty;
    expect(await untilGone(processes)).to.deep.equal([]);
    expect(await isTaken(url)).to.equal(false);
  };

  for (const launcher of LAUNCHERS) {
    const { name, lacks, isWrapper } = launcher;
    describe(name, () => {
      before(function () {
        skipWithout(this, `signals to ${name}`, lacks);
      });

      for (const signal of ['SIGTERM', 'SIGINT'] as const)
        it(`finishes calls after ${signal}, ends with 0 only then, and leaves nothing`, async () => {
          const { child, url, ended, processId, processes, output } = await start(launcher);
          const { answer } = await begin(url);
          const all = [...processes, ...descendantsOf(processId)];
          const server = serverOf([processId, ...all]);
          child.kill(signal);
          expect(await Promise.race([answer, ended]), output()).to.equal('slept');
          expect(await ended, output()).to.equal(0);
          expect(isRunning(server)).to.equal(false);
          await expectNothingLeft(url, all);
          expect(readdirSync(temporary)).to.deep.equal([]);
        });

      it('finishes calls when every process gets SIGTERM', async () => {
        const { url, ended, processId, output } = await start(launcher);
        const { answer } = await begin(url);
        const all = [processId, ...descendantsOf(processId)];
        for (const each of all) process.kill(each, 'SIGTERM');
        expect(await answer, output()).to.equal('slept');
        expect(await ended, output()).to.equal(0);
        await expectNothingLeft(url, all);
      });

      it('reads the folder again on SIGHUP, and goes on', async () => {
        const configFile = join(temporary, 'config.json');
        writeFileSync(configFile, '{ "plugins": { "watch": false } }');
        const { child, url, ended } = await start(launcher, ['--config', configFile]);
        const more = writePlugins(SECOND);
        cpSync(more, plugins, { recursive: true });
        rmSync(more, { recursive: true });
        expect((await callTool(url, 'later')).code).to.equal('tool_not_found');
        if (name === 'npm start') process.kill(descendantsOf(child.pid as number)[0] as number, 'SIGHUP');
        else child.kill('SIGHUP');
        let answer = await callTool(url, 'later');
        for (let look = 0; look < 100 && answer.status !== 200; look += 1) {
          await rest(100);
          answer = await callTool(url, 'later');
        }
        expect(answer.body).to.equal('there');
        child.kill('SIGTERM');
        expect(await ended).to.equal(0);
      });

      it('leaves nothing when the server is killed', async () => {
        const { url, ended, processId } = await start(launcher);
        const { answer } = await begin(url);
        const all = [processId, ...descendantsOf(processId)];
        process.kill(serverOf(all), 'SIGKILL');
        expect(await answer).to.equal('cut off');
        expect(await ended).to.equal(isWrapper && name !== 'npm start' ? SIGKILL_CODE : 'SIGKILL');
        await expectNothingLeft(url, all);
      });

      if (isWrapper)
        it('finishes calls and ends when its wrapper is killed', async () => {
          const { child, url, processId } = await start(launcher);
          const { answer } = await begin(url);
          const all = descendantsOf(processId);
          child.kill('SIGKILL');
          expect(await answer).to.equal('slept');
          await expectNothingLeft(url, all);
          expect(readdirSync(temporary)).to.deep.equal([]);
        });
    });
  }

  it('does not start if its wrapper has been killed in the meantime', async () => {
    const [program = '', ...words] = DIRECT.command;
    const { pid: gone } = spawnSync('true');
    const env = { ...withoutNpm(process.env), TOOLCELL_WRAPPER_PID: String(gone) };
    const { status } = spawnSync(program, [...words, '--port', '0', '--plugins', plugins], { env, timeout: 30_000 });
    expect(status).to.equal(129);
  });

  for (const signal of ['SIGTERM', 'SIGKILL'] as const)
    it(`${NPX.name}: finishes calls and ends after ${signal} to npm`, async function () {
      skipWithout(this, NPX.name, NPX.lacks);
      const { child, url, processId } = await start(NPX);
      const { answer } = await begin(url);
      const all = descendantsOf(processId);
      child.kill(signal);
      expect(await answer).to.equal('slept');
      await expectNothingLeft(url, all);
    });
});
