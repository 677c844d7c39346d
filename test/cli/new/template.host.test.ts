// Every template of `toolcell new`, in both languages: its tests hold in the real sandbox, the check gives no warning, and it packs.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { TEMPLATES } from '../../../src/cli/new/template.ts';
import { linkPackages } from '../pack/author-folder.ts';
import { runHere, temporaryFolder } from '../run-command.ts';

interface Tested {
  readonly ok: boolean;
  readonly modes: readonly string[];
  readonly cases: readonly { readonly tool: string; readonly from: string; readonly reason?: string }[];
}

interface Checked {
  readonly ok: boolean;
  readonly types: string;
  readonly warnings: readonly string[];
  readonly findings: readonly { readonly level: string }[];
  readonly capabilities: readonly { readonly capability: string; readonly state: string }[];
}

describe('the templates of toolcell new', function () {
  this.timeout(120_000);
  let folder: ReturnType<typeof temporaryFolder>;
  before(() => {
    folder = temporaryFolder();
    linkPackages(folder.path);
  });
  after(() => folder.remove());

  for (const template of Object.keys(TEMPLATES))
    for (const language of ['javascript', 'typescript'])
      it(`${template} in ${language} is tested, checked without a warning, and packed`, async () => {
        const name = `my-${template}-${language}`;
        const cwd = join(folder.path, name);
        await runHere(['new', name, '--template', template, `--${language}`], { cwd: folder.path });

        const tested = JSON.parse((await runHere(['test', '--json', '--runs', '0'], { cwd })).stdout) as Tested;
        expect(tested.cases.filter(({ reason }) => reason !== undefined)).to.deep.equal([]);
        expect(tested).to.deep.include({ ok: true, modes: ['realm', 'isolate'] });
        expect(new Set(tested.cases.map(({ from }) => from)).size).to.equal(2);

        const checked = JSON.parse((await runHere(['check', '--json'], { cwd })).stdout) as Checked;
        expect(checked.ok).to.equal(true);
        expect(checked.warnings).to.deep.equal([]);
        expect(checked.findings.filter(({ level }) => level === 'warning')).to.deep.equal([]);
        expect(checked.types).to.equal(language === 'typescript' ? 'checked' : 'not needed');

        const packed = await runHere(['pack', '--json'], { cwd });
        expect(packed.code).to.equal(0);
        expect(JSON.parse(packed.stdout)).to.include({ ok: true, name });
      });

  it('ask for the capabilities that they need: an address and a secret, the store, or none', async () => {
    const requestedBy = async (template: string): Promise<string> => {
      const { stdout } = await runHere(['check', '--json'], { cwd: join(folder.path, `my-${template}-javascript`) });
      return JSON.stringify((JSON.parse(stdout) as Checked).capabilities);
    };
    expect(await requestedBy('api'))
      .to.contain('https://api.example.com')
      .and.contain('EXAMPLE_KEY');
    expect(await requestedBy('store')).to.contain('store');
    expect(await requestedBy('basic')).to.equal('[]');
  });

  for (const template of ['api', 'store'])
    it(`${template} has lines in its README that grant all it asks for`, async () => {
      const cwd = join(folder.path, `my-${template}-javascript`);
      const [, block = ''] = /```json\n([\s\S]*?)```/.exec(readFileSync(join(cwd, 'README.md'), 'utf8')) ?? [];
      writeFileSync(join(folder.path, 'granting.json'), block);
      const { code, stdout } = await runHere(['check', '--json', '--config', '../granting.json'], { cwd });
      expect(code).to.equal(0);
      const states = (JSON.parse(stdout) as Checked).capabilities.map(({ state }) => state);
      expect(new Set(states)).to.deep.equal(new Set(['granted']));
    });
});
