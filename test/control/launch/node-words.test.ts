// Node's startup snapshot in runners.

import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { expect } from 'chai';
import { snapshotFlags } from '../../../src/control/launch/node-words.ts';

const WITHOUT = ['--no-node-snapshot'];

/** Makes isolates that use what all isolates of a process share, collects garbage between them, and prints how many answered rightly. */
const MANY_ISOLATES = `
  const ivm = require(${JSON.stringify(createRequire(import.meta.url).resolve('isolated-vm'))});
  const code = \`(() => {
    const words = 'The quick brown fox'.match(/[a-z]+/gi).map((word) => word.toLowerCase());
    const table = Object.fromEntries(words.map((word, at) => [word, { at, symbol: Symbol.for(word).description }]));
    const sorted = Object.entries(JSON.parse(JSON.stringify(table))).sort(([a], [b]) => (a < b ? -1 : 1));
    class Counter { #count = 0; get next() { return (this.#count += 1); } }
    const counter = new Counter();
    let sum = 0;
    for (let i = 0; i < 2000; i += 1) sum += counter.next % 7;
    return [sorted.map(([word]) => word).join(), sum, (1234.5).toLocaleString('en'), new Date(0).toISOString()].join(' ');
  })()\`;
  let right = 0;
  for (let i = 0; i < 60; i += 1) {
    const isolate = new ivm.Isolate({ memoryLimit: 16 });
    const answers = [1, 2].map(() => isolate.createContextSync().evalSync(code));
    if (answers.every((answer) => answer === 'brown,fox,quick,the 6000 1,234.5 1970-01-01T00:00:00.000Z')) right += 1;
    else console.error(answers);
    gc();
    isolate.dispose();
  }
  console.log(right);`;

describe("Node's snapshot in a runner", () => {
  it('is used if it can add nothing to what isolates share, and else is not', () => {
    const { execPath } = process;
    expect(snapshotFlags(execPath, { v8_enable_extensible_ro_snapshot: 0 })).to.deep.equal([]);
    expect(snapshotFlags(execPath, { v8_enable_extensible_ro_snapshot: 1 })).to.deep.equal(WITHOUT);
    // Node 20 does not say.
    expect(snapshotFlags(execPath, {})).to.deep.equal(WITHOUT);
    expect(snapshotFlags('/usr/bin/another-node', { v8_enable_extensible_ro_snapshot: 0 })).to.deep.equal(WITHOUT);
  });

  it('leaves isolates as they are', function () {
    this.timeout(60_000);
    const flags = [...snapshotFlags(process.execPath), '--expose-gc', '--no-warnings'];
    const probe = spawnSync(process.execPath, [...flags, '-e', MANY_ISOLATES], { encoding: 'utf8' });
    expect({ right: probe.stdout.trim(), errors: probe.stderr, signal: probe.signal }).to.deep.equal({
      right: '60',
      errors: '',
      signal: null,
    });
  });
});
