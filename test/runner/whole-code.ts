// Prepares isolates before and after scripts are compiled whole, and prints what each answers. A process of its own, since
// what is switched is a flag of V8's.

import { compileEntry } from '../../src/catalog/compile/compile.ts';
import type { GuestRealm as Realm } from '../../src/runner/isolates/guest-realm.ts';
import { loadGuestRealm } from '../support/guest-realm.ts';

const SOURCE = 'const twice = (n) => 2 * n; export const double = ({ n }) => twice(n);';
const TOOL = { toolName: 'double', exportName: 'double', resultBytes: 100, hostCalls: 0, logBytes: 0 };

const { compileWhole, GuestRealm, ModuleCode } = await loadGuestRealm();
const code = new ModuleCode(await compileEntry({ entryName: 'double.js', entrySource: SOURCE }, 10_000), 'double.js');
const answer = (realm: Realm): unknown => {
  const call = ['invoke', 1, JSON.stringify(TOOL), '{"n":21}', 'call-id', ''];
  return realm.enter.applySync(undefined, call, { result: { copy: true } });
};
const prepare = () => GuestRealm.prepare({ code, memoryMb: 16, isFrozen: false });

const atHand: boolean[] = [];
const answers: unknown[] = [];
const note = (realm: Realm): void => {
  answers.push(answer(realm));
  atHand.push(GuestRealm.isAtHand(code));
};
note(await prepare());
note(await prepare());
compileWhole();
note(await prepare());
note(GuestRealm.prepareAtOnce({ code, memoryMb: 16 }));
console.log(JSON.stringify({ atHand, answers }));
