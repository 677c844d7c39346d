// The isolate that a runner of scripts keeps for whichever script comes next.

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const PROBE = fileURLToPath(new URL('./blank-isolate.ts', import.meta.url));

describe('the isolate that is ready for the next script', function () {
  this.timeout(60_000);

  it('is made after the first script, fits those without web globals, and has nothing of an earlier one', () => {
    const probe = spawnSync(process.execPath, ['--no-node-snapshot', '--no-warnings', PROBE], { encoding: 'utf8' });
    expect(JSON.parse(probe.stdout), probe.stderr).to.deep.equal({
      first: ['0', 1],
      second: ['0', 0],
      third: ['0', 0],
      withWebGlobal: ['0', 1],
      afterThat: ['0', 0],
      withLessMemory: ['0', 1],
      broken: 'The plugin could not be started:',
      afterBroken: ['0', 0],
    });
  });
});
