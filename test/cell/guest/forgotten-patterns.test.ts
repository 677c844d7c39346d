// The realm that matches regular expressions for a frozen one is told to forget them at each entry that may be another caller's. Its own part of
// it, that it does forget, is in scripts/patterns.test.ts.

import { expect } from 'chai';
import { compileEntry } from '../../../src/catalog/compile/compile.ts';
import type { GuestIsolate } from '../../../src/cell/runner/isolates/guest-isolate.ts';
import { type GuestEntry, INVOKE, type Seed } from '../../../src/shared/protocol/guest-wire.ts';
import { loadGuestRealm } from '../../support/guest-realm.ts';

const SOURCE = `export const match = ({ text, pattern }) => text.match(new RegExp(pattern, 'g'));`;
const TOOL = JSON.stringify({ toolName: 'match', exportName: 'match', resultBytes: 1_000, hostCalls: 0, logBytes: 0 });
const SEED: Seed = [1, 2, 3, 4];
/** Shorter texts are matched by the frozen realm itself. */
const LONG = 1_000;
/** A text that the changed script answers itself, with the number of regular expressions that it has made so far. */
const HOW_MANY = 'how many were made?'.padEnd(LONG);
const TEXT = 'caab'.padEnd(LONG);

/** The script as it is, but that it counts what it makes. */
const counted = (script: string): string => `(() => {
  let made = 0;
  globalThis.RegExp = new Proxy(RegExp, { construct: (type, given) => { made += 1; return new type(...given); } });
  const pristine = ${script.trim().replace(/;$/, '')};
  const match = (source, flags, text) => text === '${HOW_MANY}' ? [String(made)] : pristine.match(source, flags, text);
  return Object.freeze({ ...pristine, match: Object.freeze(match) });
})()`;

describe('regular expressions that a shared realm has made', function () {
  this.timeout(120_000);
  let realm: GuestIsolate;
  let callsBegun = 0;
  before(async () => {
    const { GuestIsolate, ModuleCode } = await loadGuestRealm({
      changed: (name, text) => (name === 'pristine.js' ? counted(text) : text),
    });
    const text = await compileEntry({ entryName: 'match.js', entrySource: SOURCE }, 10_000);
    realm = await GuestIsolate.prepare({ code: new ModuleCode(text, 'match.js'), memoryMb: 32 }, true);
  });
  after(() => realm?.dispose());

  const call = (text: string, pattern: string): unknown => {
    callsBegun += 1;
    const input = JSON.stringify({ text, pattern });
    const entry: GuestEntry = [INVOKE, callsBegun, TOOL, input, 'call-id', '', ...SEED];
    const answer = realm.enter.applySync(undefined, entry, { result: { copy: true } });
    return JSON.parse(String(answer).slice(1));
  };
  const made = (): number => Number((call(HOW_MANY, 'x') as readonly string[])[0]);

  it('are forgotten when the next call begins', () => {
    call(TEXT, 'a+');
    const before = made();
    expect(call(TEXT, 'a+')).to.deep.equal(['aa']);
    expect(made()).to.equal(before + 1);
  });
});
