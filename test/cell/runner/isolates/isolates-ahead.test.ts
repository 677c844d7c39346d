// Isolates that are prepared for the next calls of a plugin.

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const PROBE = fileURLToPath(new URL('./isolates-ahead.ts', import.meta.url));

describe('isolates that stand by', function () {
  this.timeout(60_000);

  it('are two more than the calls that came at once, up to a cap, and two after a rest', () => {
    const probe = spawnSync(process.execPath, ['--no-node-snapshot', '--no-warnings', PROBE], { encoding: 'utf8' });
    expect(JSON.parse(probe.stdout), probe.stderr).to.deep.equal({
      afterOne: 3,
      afterFive: 7,
      madeForFive: 0,
      afterThirty: 8,
      afterRest: 2,
      madeForTwo: 0,
      isFresh: true,
      calls: 1 + 5 + 5 + 30 + 2,
    });
  });
});
