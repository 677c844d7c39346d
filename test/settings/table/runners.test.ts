// Tests how many runners the server may have if the operator sets no number.

import { expect } from 'chai';
import { explainConfig } from '../../../src/settings/load/explain.ts';
import { loadConfig } from '../../../src/settings/load/load.ts';
import { runnersThatFit } from '../../../src/settings/table/runners.ts';
import { memoryLimit } from '../../../src/shared/machine/memory-limit.ts';
import { memoryNeedMb } from '../../../src/shared/machine/memory-need.ts';

const MB = 2 ** 20;

const inGroup = (mb: number): number => runnersThatFit({ bytes: mb * MB, setBy: 'a control group' });

describe('the default of pool.runners', () => {
  it('follows the limit of memory', () => {
    const sizes = [256, 1_024, 2_048, 4_096, 65_536];
    expect(sizes.map(inGroup)).to.deep.equal([2, 11, 27, 59, 100]);
  });

  it('is the number for this machine, which the configuration has and "toolcell config" prints', () => {
    const loaded = loadConfig({ cwd: import.meta.dirname });
    if (!loaded.ok) throw new Error(loaded.problems.join('\n'));
    const runners = runnersThatFit(memoryLimit());
    expect(loaded.config.pool.runners).to.equal(runners);
    expect(explainConfig(loaded)).to.match(new RegExp(`pool\\.runners +${runners} +default`));
  });

  it('needs no more memory than there is, from half a gigabyte on', () => {
    for (let mb = 512; mb <= 16_384; mb += 128) expect(memoryNeedMb(inGroup(mb))).to.be.at.most(mb);
  });

  it('leaves half of a machine without a limit to other programs', () => {
    expect(runnersThatFit({ bytes: 4_096 * MB, setBy: 'the machine' })).to.equal(inGroup(2_048));
  });
});
