// Tries every way of V8 to write onto an object, on every object that calls share, under each version of Node that runners may have: whatever an
// object can hold without a visible property, a call could leave for the next. Decision 0062.

import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { skipWithout } from '../../support/skip.ts';
import type { SlotsSeen } from './slots-run.ts';

const RUN = fileURLToPath(new URL('slots-run.ts', import.meta.url));
/** Set it to the path of a Node 24 that is not called `node24`. */
const NODE_24 = process.env.TOOLCELL_TEST_NODE_24 || 'node24';
/** Private fields, which V8 keeps off frozen objects only from Node 26 on. Only the class that adds one can read it, and no class outlives its call. */
const PRIVATE = ['privateField', 'privateMethod', 'privateAccessor'];

const versionOf = (node: string): string => spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout ?? '';

const NODES = [
  { title: 'Node 26', node: process.execPath, major: 26, stays: [] },
  { title: 'Node 24', node: NODE_24, major: 24, stays: PRIVATE },
];

for (const { title, node, major, stays } of NODES)
  describe(`objects that calls share, under ${title}`, function () {
    this.timeout(300_000);
    let seen: SlotsSeen;
    before(async function () {
      const missing = versionOf(node).startsWith(`v${major}.`) ? undefined : `no ${title}`;
      skipWithout(this, `slots of shared objects under ${title}`, missing);
      const options = { maxBuffer: 2 ** 28 };
      const { stdout } = await promisify(execFile)(node, ['--no-node-snapshot', RUN], options);
      seen = JSON.parse(stdout) as SlotsSeen;
    });

    it('are all searched, in ways that work on an object of the call’s own', () => {
      expect(seen.wrote.objects).to.be.greaterThan(1_500);
      expect(seen.wrote.calls).to.be.greaterThan(20_000);
      expect(seen.wrote.protectors).to.be.greaterThan(20);
      expect(seen.wrote.shows).to.have.members(seen.wrote.ways);
      expect(new Set(seen.wrote.kindsShown)).to.include.all.keys(seen.wrote.kindsKnown);
    });

    it(`take nothing${stays.length > 0 ? ` but ${stays.join(', ')}` : ''}`, () => {
      expect(seen.wrote.stuck.filter((text) => !stays.includes(text.split(' ', 1)[0] ?? ''))).to.deep.equal([]);
    });

    it('are of no kind that changes inside', () => {
      expect(seen.wrote.kinds).to.deep.equal([]);
    });

    it('tell a later call what they tell in a new realm', () => {
      expect(seen.after).to.deep.equal(seen.before);
    });
  });
