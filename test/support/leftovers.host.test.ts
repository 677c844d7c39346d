// A process of the tests that is killed leaves neither processes nor files behind.

import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { startTestHost, writePlugins } from './host.ts';
import { descendantsOf, untilGone } from './processes.ts';
import { startServer } from './server-process.ts';
import { notLinux, skipWithout } from './skip.ts';

const MOCHA = createRequire(import.meta.url).resolve('mocha/bin/mocha.js');
const NEVER_ENDS = 'TOOLCELL_TEST_NEVER_ENDS';
const PLUGINS = { spinner: { source: 'export const spin = () => { for (;;); };', tools: { spin: {} } } };

interface Begun {
  readonly temporary: string;
  readonly processIds: readonly number[];
}

/** Starts a host with a call, a server process, and a program that ignores signals; says which processes there are, and stays. */
const neverEnd = async (): Promise<void> => {
  const host = await startTestHost({ plugins: PLUGINS });
  await startServer({ plugins: writePlugins(PLUGINS) });
  spawn('/bin/sh', ['-c', "trap '' TERM HUP INT; while :; do sleep 1; done"], { detached: true, stdio: 'ignore' });
  void host.call('spin').catch(() => {});
  await setTimeout(500);
  process.send?.({ temporary: tmpdir(), processIds: descendantsOf(process.pid) } satisfies Begun);
  await setTimeout(60_000);
};

describe('tests that are killed', function () {
  this.timeout(120_000);

  it('leave no process and no file behind', async function () {
    skipWithout(this, 'what killed tests leave behind', notLinux());
    if (process.env[NEVER_ENDS] === '1') return neverEnd();
    const env = { ...process.env, [NEVER_ENDS]: '1' };
    const child = fork(MOCHA, [fileURLToPath(import.meta.url)], { env, stdio: 'ignore' });
    const [{ temporary, processIds }] = (await once(child, 'message')) as [Begun];
    // The sweeper, the host's runners, the server and its runners, and the program that ignores signals.
    expect(processIds).to.have.length.of.at.least(5);
    expect(existsSync(temporary)).to.equal(true);
    child.kill('SIGKILL');
    expect(await untilGone(processIds)).to.deep.equal([]);
    while (existsSync(temporary)) await setTimeout(20);
  });
});
