// Code that is compiled whole once and loaded by later isolates.

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const PROBE = fileURLToPath(new URL('../whole-code.ts', import.meta.url));

describe('code compiled whole', () => {
  it('needs no compiling from the second isolate on, and answers as before', () => {
    const probe = spawnSync(process.execPath, ['--no-node-snapshot', '--no-warnings', PROBE], { encoding: 'utf8' });
    expect(JSON.parse(probe.stdout), probe.stderr).to.deep.equal({
      atHand: [false, false, true, true],
      answers: ['r42', 'r42', 'r42', 'r42'],
    });
  });
});
