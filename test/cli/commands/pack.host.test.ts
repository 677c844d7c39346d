// `toolcell pack` tries the plugin out as a server does, and writes nothing that a server would refuse.

import { readdirSync } from 'node:fs';
import { expect } from 'chai';
import { manifestOf, writeFiles } from '../plugin-folder.ts';
import { runHere, temporaryFolder } from '../run-command.ts';

describe('a packed plugin', function () {
  this.timeout(120_000);
  let folder: ReturnType<typeof temporaryFolder>;
  before(() => {
    folder = temporaryFolder();
  });
  after(() => folder.remove());

  it('is not written if a server would refuse it, and the reason is told', async () => {
    const wrong = { examples: [{ description: 'two', arguments: { value: 1 }, result: 3 }] };
    for (const [name, tool, source, reason] of [
      [
        'wrong',
        wrong,
        'export const double = ({ value }) => 2 * value;',
        /examples\/0.*(?:does not hold|instead of|3)/s,
      ],
      ['throws', {}, "throw new Error('at load'); export const double = () => 1;", /at load/],
    ] as const) {
      writeFiles(folder.path, {
        [`${name}/plugin.json`]: manifestOf(name, { double: tool }),
        [`${name}/index.js`]: source,
      });
      const { code, stderr, stdout } = await runHere(['pack', name], { cwd: folder.path });
      expect(code, stdout).to.equal(1);
      expect(stderr).to.match(reason);
      expect(readdirSync(folder.path).includes(`${name}-1.0.0.tgz`)).to.equal(false);
    }
  });
});
