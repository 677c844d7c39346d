// A first start: the progress that it shows, and the folder that it uses for the runner's image.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { openSandbox } from '../../src/server/sandbox.ts';
import { testConfig, writePlugins } from '../support/host.ts';
import { descendantsOf, untilGone } from '../support/processes.ts';
import { skipWithout } from '../support/skip.ts';
import { openTerminal, type Terminal, terminalLacks } from '../support/terminal.ts';

const MAIN = fileURLToPath(new URL('../../src/main.js', import.meta.url));
const PLUGINS = {
  one: { source: 'export const one = () => 1;', tools: { one: {} } },
  two: { source: 'export const two = () => 2;', tools: { two: {} } },
};

describe('a first start', function () {
  this.timeout(90_000);
  let plugins: string;
  let home: string;
  beforeEach(() => {
    plugins = writePlugins(PLUGINS);
    home = mkdtempSync(join(tmpdir(), 'toolcell-home-'));
  });
  afterEach(() => {
    rmSync(plugins, { recursive: true });
    rmSync(home, { recursive: true });
  });

  it('shows its progress on a terminal, and clears it again', async function () {
    skipWithout(this, 'what a first start says', terminalLacks());
    const terminal: Terminal = await openTerminal(home, { ...process.env, HOME: home, XDG_CACHE_HOME: '' });
    try {
      terminal.run(`TERM=xterm ${process.execPath} ${MAIN} --port 0 --plugins ${plugins}`);
      await terminal.until(/Starting… building the runner image/);
      await terminal.until(/Starting… finding out what locks runners down here/);
      await terminal.until(/Starting… trying plugins out: 1 of 2/);
      await terminal.until(/Starting… trying plugins out: 2 of 2.*\r.\[K/);
      await terminal.until(/Toolcell serves on /);
    } finally {
      const processes = descendantsOf(terminal.processId);
      await terminal.close();
      // A server that still ends writes into its home, which is removed next.
      expect(await untilGone(processes)).to.deep.equal([]);
    }
  });

  it('shows no progress elsewhere', async () => {
    const words = [MAIN, '--plugins', plugins, '--port', '0'];
    const child = spawn(process.execPath, words, { env: { HOME: home } });
    let stderr = '';
    child.stderr.on('data', (part) => {
      stderr += part;
    });
    await once(child.stdout, 'data');
    child.kill('SIGTERM');
    await once(child, 'close');
    expect(stderr).not.to.contain('Starting');
    expect(stderr).not.to.contain('\r');
  });

  it("uses its user's folder if the temporary folder cannot hold native code", async function () {
    const temporary = join(home, 'noexec');
    mkdirSync(temporary);
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'noexec,size=64m', 'none', temporary]).status === 0;
    skipWithout(this, 'a temporary folder without execution', mounted ? undefined : 'only root can mount one');
    const before = process.env.TMPDIR;
    process.env.TMPDIR = temporary;
    try {
      const cacheFolder = join(home, '.cache');
      const sandbox = await openSandbox({
        config: testConfig(plugins),
        searchPath: '/usr/bin',
        cacheFolder,
        onGuestLog: () => {},
      });
      expect(sandbox.launch.broken).to.equal(undefined);
      // In a box the last argument is the path inside; the folder of the host is then among its mounts.
      expect(sandbox.launch.args.join(' ')).to.contain(join(cacheFolder, 'toolcell-runner-'));
      await sandbox.close(0);
      expect(readdirSync(temporary)).to.deep.equal([]);
      expect(readdirSync(cacheFolder)).to.deep.equal(['images']);
    } finally {
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
      spawnSync('umount', [temporary]);
    }
  });
});
