// The explained configuration, and output and exit codes of `npm run docs`.

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { explainConfig } from '../../../src/settings/load/explain.ts';
import { SETTING_BY_PATH } from '../../../src/settings/settings.ts';
import { accepted, inFolder, loadNothing, loadValues } from '../config-folder.ts';

const WRITE_DOCS = fileURLToPath(new URL('../../../scripts/config/write.ts', import.meta.url));

const writeDocs = (args: readonly string[], cwd: string) =>
  spawnSync(process.execPath, [WRITE_DOCS, ...args], { cwd, env: {}, encoding: 'utf8' });

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

  it('shows the settings inside overrides and cordons', () => {
    const overrides = { a: { limits: { cpuMs: 50 }, tools: { t: { limits: { cpuMs: 20 } } } } };
    const text = explainConfig(
      accepted(loadValues({ plugins: { overrides }, pool: { cordons: { ours: ['a', 'b'] } } })),
    );
    expect(text).to.match(/^plugins\.overrides +a +sandbox/m);
    expect(text).to.match(/^plugins\.overrides\.a\.limits\.cpuMs +50 ms +sandbox/m);
    expect(text).to.match(/^plugins\.overrides\.a\.tools\.t\.limits\.cpuMs +20 ms +sandbox/m);
    expect(text).to.match(/^pool\.cordons\.ours +a, b +sandbox/m);
  });

  it('says if there is no file', () => {
    expect(explainConfig(accepted(loadNothing()))).to.match(/^No configuration file\n/);
  });
});

describe('npm run docs', () => {
  it('with --check finds the files up to date and writes nothing', () => {
    inFolder({}, (cwd) => {
      const { status, stdout, stderr } = writeDocs(['--check'], cwd);
      expect([status, stdout, stderr]).to.deep.equal([0, '', '']);
    });
  });

  it('refuses a flag it does not know', () => {
    inFolder({}, (cwd) => {
      const { status, stderr } = writeDocs(['--chek'], cwd);
      expect([status, stderr]).to.deep.equal([2, '--chek: there is no such flag → use --check or nothing\n']);
    });
  });
});
