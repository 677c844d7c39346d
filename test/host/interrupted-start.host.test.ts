// A start that is interrupted while the runners' image is made, while esbuild runs, or while plugins are tried out.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { type TestPlugin, writePlugins } from '../support/host.ts';
import { DIRECT, LAUNCHERS, PROJECT } from '../support/launchers.ts';
import { descendantsOf, isRunning, trailOf, untilGone } from '../support/processes.ts';
import { notLinux, skipWithout } from '../support/skip.ts';
import { withoutNpm } from '../support/terminal.ts';

/** Takes long to load. */
const SLOW: TestPlugin = {
  source: 'const untilMs = Date.now() + 1_500; while (Date.now() < untilMs); export const slow = () => 1;',
  tools: { slow: {} },
};
const PLUGINS = Object.fromEntries(
  ['one', 'two', 'three', 'four', 'five', 'six'].map((name) => [
    name,
    { ...SLOW, source: SLOW.source.replace('slow', `slow${name}`), tools: { [`slow${name}`]: {} } },
  ]),
);
const CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
/** Counted from the server's first process. */
const AFTER_MS = [150, 700, 1_300, 2_000, 3_000];
const AT_ONCE_MS = 2_500;

describe('a start that is interrupted', function () {
  this.timeout(120_000);
  let plugins: string;
  let temporary: string;
  let cache: string;
  let child: ChildProcess | undefined;
  before(function () {
    skipWithout(this, 'interrupted starts', notLinux());
  });
  beforeEach(() => {
    plugins = writePlugins(PLUGINS);
    temporary = mkdtempSync(join(tmpdir(), 'toolcell-start-'));
    cache = mkdtempSync(join(tmpdir(), 'toolcell-cache-'));
  });
  afterEach(() => {
    const left = child?.pid === undefined ? [] : [child.pid, ...descendantsOf(child.pid)];
    for (const processId of left.filter(isRunning)) process.kill(processId, 'SIGKILL');
    for (const folder of [plugins, temporary, cache]) rmSync(folder, { recursive: true, force: true });
  });

  const start = (command: readonly string[], caches: string) => {
    const [program = '', ...words] = command;
    child = spawn(program, [...words, '--port', '0', '--plugins', plugins], {
      cwd: PROJECT,
      env: { ...withoutNpm(process.env), TMPDIR: temporary, XDG_CACHE_HOME: caches },
      stdio: 'ignore',
      detached: true,
    });
    return { child, ended: once(child, 'exit'), trail: trailOf(child.pid as number) };
  };

  for (const { name, command, lacks } of [...LAUNCHERS, DIRECT])
    for (const [index, afterMs] of (name === DIRECT.name ? AFTER_MS : AFTER_MS.slice(-2)).entries()) {
      const signal = (['SIGINT', 'SIGTERM'] as const)[index % 2] as 'SIGINT' | 'SIGTERM';
      it(`${name}: ${signal} after ${afterMs} ms ends it at once and leaves nothing`, async function () {
        skipWithout(this, `interrupted starts of ${name}`, lacks);
        const { child, ended, trail } = start(command, cache);
        await new Promise((resolve) => setTimeout(resolve, afterMs));
        expect(child.exitCode).to.equal(null);
        const sinceMs = performance.now();
        child.kill(signal);
        const [code, by] = await ended;
        expect(code ?? by).to.be.oneOf([CODES[signal], signal]);
        expect(performance.now() - sinceMs).to.be.below(AT_ONCE_MS);
        expect(await untilGone(trail())).to.deep.equal([]);
        expect(readdirSync(temporary).filter((entry) => entry.startsWith('toolcell'))).to.deep.equal([]);
      });
    }
});
