// `toolcell attack`: a few attacks of the corpus, against the configuration of the working folder.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { runHere, temporaryFolder } from '../run-command.ts';

describe('toolcell attack', function () {
  this.timeout(120_000);
  let folder: ReturnType<typeof temporaryFolder>;
  before(() => {
    folder = temporaryFolder();
    writeFileSync(join(folder.path, 'sandbox.config.json'), '{ "limits": { "wallMs": 3000 } }');
  });
  after(() => folder.remove());
  const attack = (...words: string[]) => runHere(['attack', ...words], { cwd: folder.path });

  it('makes the attacks that fit a glob, and reports which were held', async () => {
    const { code, stdout, stderr } = await attack('--only', 'modules/{imports,exports-n}*', '--json');
    expect([code, stderr]).to.deep.equal([0, '']);
    const { held, notHeld, verdicts } = JSON.parse(stdout);
    expect(verdicts).to.have.length.above(1);
    expect([held, notHeld]).to.deep.equal([verdicts.length, 0]);
    for (const { name } of verdicts) expect(name).to.match(/^modules\/(imports|exports-n)/);
  });

  it('refuses a glob that no attack fits, with exit code 2 and the names of the families', async () => {
    const { code, stdout, stderr } = await attack('--only', 'nothing');
    expect([code, stdout]).to.deep.equal([2, '']);
    expect(stderr).to.contain('no attack fits "nothing"').and.contain('escapes');
  });

  it('refuses a bad configuration, with exit code 2', async () => {
    const { code, stderr } = await attack('--port', 'x');
    expect(code).to.equal(2);
    expect(stderr).to.contain('--port');
  });
});
