// `npm run config` and `npm run docs` as an operator meets them: output, exit codes.

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { explainConfig } from '../../src/config/explain.ts';
import { SETTING_BY_PATH } from '../../src/config/settings.ts';
import { accepted, inFolder, loadNothing, loadValues } from './config-folder.ts';

const run = (script: string, args: readonly string[], cwd: string, env: Record<string, string> = {}) =>
  spawnSync(process.execPath, [fileURLToPath(new URL(`../../src/config/${script}`, import.meta.url)), ...args], {
    cwd,
    env,
    encoding: 'utf8',
  });

describe('the explained configuration', () => {
  it('has an aligned line for every setting, with its unit and source', () => {
    const text = explainConfig(accepted(loadValues({ limits: { memoryMb: 32 } })));
    const lines = text.split('\n');
    for (const path of SETTING_BY_PATH.keys())
      expect(lines.filter((line) => line.startsWith(`${path} `))).to.have.length(1);
    const memory = lines.find((line) => line.startsWith('limits.memoryMb')) ?? '';
    const wall = lines.find((line) => line.startsWith('limits.wallMs')) ?? '';
    expect(memory).to.match(/^limits\.memoryMb +32 MB +sandbox\.config\.json:1:23$/);
    expect(wall).to.match(/^limits\.wallMs +5,000 ms +default$/);
    expect(memory.indexOf('32')).to.equal(wall.indexOf('5,000'));
    expect(memory.indexOf('sandbox')).to.equal(wall.indexOf('default'));
  });

  it('shows what is set inside overrides and cordons', () => {
    const overrides = { a: { limits: { cpuMs: 50 }, tools: { t: { limits: { cpuMs: 20 } } } } };
    const text = explainConfig(
      accepted(loadValues({ plugins: { overrides }, pool: { cordons: { ours: ['a', 'b'] } } })),
    );
    expect(text).to.match(/^plugins\.overrides +a +sandbox/m);
    expect(text).to.match(/^plugins\.overrides\.a\.limits\.cpuMs +50 ms +sandbox/m);
    expect(text).to.match(/^plugins\.overrides\.a\.tools\.t\.limits\.cpuMs +20 ms +sandbox/m);
    expect(text).to.match(/^pool\.cordons\.ours +a, b +sandbox/m);
  });

  it('says so where there is no file', () => {
    expect(explainConfig(accepted(loadNothing()))).to.match(/^No configuration file\n/);
  });
});

describe('npm run config', () => {
  it('prints the configuration of the working folder, environment and flags, with exit code 0', () => {
    inFolder({ 'sandbox.config.json': '{"limits": {"cpuMs": 99}}' }, (cwd) => {
      const { status, stdout, stderr } = run('print.ts', ['--port', '0'], cwd, { TOOLCELL_HOST: '::1' });
      expect(stderr).to.equal('');
      expect(stdout).to.match(/^server\.host +::1 +TOOLCELL_HOST$/m);
      expect(stdout).to.match(/^server\.port +0 +--port$/m);
      expect(stdout).to.match(/^limits\.cpuMs +99 ms +sandbox\.config\.json:1:22$/m);
      expect(status).to.equal(0);
    });
  });

  it('prints JSON for a program', () => {
    inFolder({}, (cwd) => {
      const { status, stdout } = run('print.ts', ['--json', '--port', '0'], cwd);
      const { file, config, sources } = JSON.parse(stdout);
      expect([file, config.server.port, sources['server.port'], status]).to.deep.equal([null, 0, '--port', 0]);
    });
  });

  it('prints every problem on stderr, with exit code 2', () => {
    inFolder({ 'sandbox.config.json': '{"limits": {"cpuMs": 0}}' }, (cwd) => {
      const { status, stdout, stderr } = run('print.ts', ['--jsn'], cwd);
      expect(stderr.trimEnd().split('\n')).to.deep.equal([
        'sandbox.config.json:1:22 limits.cpuMs: 0 is below 10 → set it to 10 or more; no value turns it off',
        '--jsn: there is no such flag → did you mean --json?',
      ]);
      expect([status, stdout]).to.deep.equal([2, '']);
    });
  });

  it('prints help, also beside a bad file', () => {
    inFolder({ 'sandbox.config.json': '{' }, (cwd) => {
      const { status, stdout } = run('print.ts', ['--help'], cwd);
      expect(stdout).to.match(/^Usage: npm run config/);
      for (const name of ['--port N', 'TOOLCELL_PLUGINS', '--config FILE', '--json']) expect(stdout).to.include(name);
      expect(status).to.equal(0);
    });
  });
});

describe('npm run docs', () => {
  it('with --check finds the files up to date and writes nothing', () => {
    inFolder({}, (cwd) => {
      const { status, stdout, stderr } = run('write-docs.ts', ['--check'], cwd);
      expect([status, stdout, stderr]).to.deep.equal([0, '', '']);
    });
  });

  it('refuses a flag it does not know', () => {
    inFolder({}, (cwd) => {
      const { status, stderr } = run('write-docs.ts', ['--chek'], cwd);
      expect([status, stderr]).to.deep.equal([2, '--chek: there is no such flag → use --check or nothing\n']);
    });
  });
});
