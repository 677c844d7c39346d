// The frame of the command line: help, wrong words, exit codes, colour.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { expect } from 'chai';
import { COMMANDS } from '../../src/cli/command-list.ts';
import { skipWithout } from '../support/skip.ts';
import { BIN, runBin, runHere, temporaryFolder } from './run-command.ts';

describe('toolcell', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  before(() => {
    folder = temporaryFolder();
  });
  after(() => folder.remove());
  const here = (...words: string[]) => runHere(words, { cwd: folder.path });

  it('lists every command with its summary, without loading a command', async () => {
    const { code, stdout } = await here('--help');
    expect(code).to.equal(0);
    for (const { name, summary } of COMMANDS)
      expect(stdout)
        .to.match(new RegExp(`^ {2}${name} +`, 'm'))
        .and.contain(summary);
    expect((await here()).stdout).to.equal(stdout);
    expect((await here('help')).stdout).to.equal(stdout);
  });

  for (const { name, load } of COMMANDS) {
    it(`${name} has help, and refuses unknown flags`, async () => {
      const { command } = await load();
      const help = await here(name, '--help');
      expect(help.code).to.equal(0);
      expect(help.stdout)
        .to.match(new RegExp(`^Usage: toolcell ${name}\\b`))
        .and.contain('Exit codes: 0 done');
      for (const flag of Object.keys(command.usage.flags ?? {})) expect(help.stdout).to.contain(`--${flag}`);
      expect((await here('help', name)).stdout).to.equal(help.stdout);
      const wrong = await here(name, '--no-such-flag-anywhere');
      expect(wrong.code).to.equal(2);
      expect(wrong.stderr)
        .to.contain('--no-such-flag-anywhere: there is no such flag')
        .and.contain(`"toolcell ${name} --help"`);
    });
  }

  it('proposes the nearest name for a mistyped command or flag', async () => {
    expect(await here('nwe')).to.deep.include({
      code: 2,
      stderr: 'There is no command "nwe". Did you mean "toolcell new"?\n',
    });
    expect((await here('xyzzy')).stderr).to.contain('"toolcell --help" lists all commands.');
    expect((await here('new', 'a', '--typscript')).stderr).to.contain('did you mean --typescript?');
    expect(existsSync(`${folder.path}/a`)).to.equal(false);
  });

  it('reports all mistakes at once', async () => {
    const { stderr } = await here('serve', 'word', '--port', '--host', '--prot=1');
    expect(stderr).to.contain('--port: it has no value').and.contain('--host: it has no value');
    expect(stderr).to.contain('did you mean --port?').and.contain('"word": unexpected argument');
  });

  it('colours text on a terminal only, and not if NO_COLOR is set', async () => {
    const run = (isTerminal: boolean, env = {}) => runHere(['new', 'A B'], { cwd: folder.path, isTerminal, env });
    expect((await run(true)).stderr).to.contain('\u001b[31m');
    expect((await run(true, { NO_COLOR: '1' })).stderr).not.to.contain('\u001b');
    expect((await run(false)).stderr).not.to.contain('\u001b');
  });

  it('answers --help and --version as a program, and its exit code reaches the shell', async () => {
    expect((await runBin(['--version'], { cwd: folder.path })).stdout).to.match(/^\d+\.\d+\.\d+\n$/);
    expect(await runBin(['nwe'], { cwd: folder.path })).to.deep.include({ code: 2, stdout: '' });
  });

  it('continues in the Node that was installed with it if an old Node starts it', function () {
    const old = ['/usr/bin/node', '/usr/local/bin/node'].find((path) => {
      const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
      return typeof stdout === 'string' && /^v(18|20|22)\./.test(stdout);
    });
    skipWithout(this, 'toolcell run by an old Node', old === undefined ? 'no Node 18, 20 or 22' : undefined);
    const { status, stdout } = spawnSync(old ?? '', [BIN, '--version'], { encoding: 'utf8' });
    expect([status, stdout]).to.deep.equal([0, `${stdout.trim()}\n`]);
  });
});
