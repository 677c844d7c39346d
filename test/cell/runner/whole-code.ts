// Prepares isolates before and after scripts are compiled whole, and prints their answers. Runs in a process of its own,
// because it switches a flag of V8.

import { compileEntry } from '../../../src/catalog/compile/compile.ts';
import type { GuestIsolate as Isolate } from '../../../src/cell/runner/isolates/guest-isolate.ts';
import { type GuestEntry, INVOKE } from '../../../src/shared/protocol/guest-wire.ts';
import { loadGuestRealm } from '../../support/guest-realm.ts';

const SOURCE = 'const twice = (n) => 2 * n; export const double = ({ n }) => twice(n);';
const TOOL = { toolName: 'double', exportName: 'double', resultBytes: 100, hostCalls: 0, logBytes: 0 };

const { compileWhole, GuestIsolate, ModuleCode } = await loadGuestRealm();
const code = new ModuleCode(await compileEntry({ entryName: 'double.js', entrySource: SOURCE }, 10_000), 'double.js');
const answer = (isolate: Isolate): unknown => {
  const call: GuestEntry = [INVOKE, 1, JSON.stringify(TOOL), '{"n":21}', 'call-id', '', 1, 2, 3, 4];
  return isolate.enter.applySync(undefined, call, { result: { copy: true } });
};
const prepare = () => GuestIsolate.prepare({ code, memoryMb: 16 }, false);

const atHand: boolean[] = [];
const answers: unknown[] = [];
const note = (isolate: Isolate): void => {
  answers.push(answer(isolate));
  atHand.push(GuestIsolate.isAtHand(code));
};
note(await prepare());
note(await prepare());
compileWhole();
note(await prepare());
note(GuestIsolate.prepareAtOnce({ code, memoryMb: 16 }));
console.log(JSON.stringify({ atHand, answers }));
