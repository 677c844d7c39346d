// Runs calls of a plugin in isolate mode, one or many at once, and prints how many isolates stand by afterwards. Runs in a process of its own,
// because such calls switch a flag of V8.

import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { Send } from '../../../../src/cell/runner/calls/running-call.ts';
import type { CallMessage } from '../../../../src/shared/protocol/messages.ts';
import type { CheckedProgram } from '../../../../src/shared/protocol/program.ts';
import { testLimits } from '../../../support/config.ts';
import { loadCalls } from '../../../support/runner-calls.ts';

/** Longer than a busy machine takes to look after the calls. */
const REST_MS = 2_000;
const LIMITS = { ...testLimits(), wallMs: 60_000, cpuMs: 60_000, memoryMb: 16 };
const PROGRAM: CheckedProgram = {
  pluginName: 'subject',
  digest: 'sha256-00',
  entryName: 'index.js',
  // A call in an isolate that another call has used would return 2.
  factoryCode: '(require) => { "use strict"; let calls = 0; return { count: () => () => (calls += 1) }; }',
  validatorCode: '(function (require) { return {}; })',
  diagnosisCode: '(function (require) { return {}; })',
  verdict: { mode: 'isolate', reason: '' },
};

const { CpuShares, isolates, IsolateCall, PluginProgram } = await loadCalls('');
const program = new PluginProgram(PROGRAM, () => {}, { restMs: REST_MS });
const results: string[] = [];
let calls = 0;

const call = (): Promise<void> =>
  new Promise((resolve) => {
    calls += 1;
    const message: CallMessage = {
      id: calls,
      callId: `call-${calls}`,
      caller: 'anonymous',
      tool: {
        tool: 0,
        digest: PROGRAM.digest,
        toolName: 'count',
        exportName: 'count',
        limits: LIMITS,
      },
    };
    const send: Send = ({ t }, body = '') => {
      if (t === 'done' || t === 'failed') results.push(body);
    };
    const run = new IsolateCall(message, program, new CpuShares(), send, () => {
      setImmediate(() => program.standBy(LIMITS.memoryMb));
      resolve();
    });
    void run.start('{}');
  });
const atOnce = async (count: number): Promise<void> => {
  await Promise.all(Array.from({ length: count }, call));
};
/** Number of isolates without the validators', after none is being made or disposed of any more. */
const standing = async (): Promise<number> => {
  let last = -1;
  for (;;) {
    const living = [...isolates].filter(({ isDisposed }) => !isDisposed).length - 1;
    if (living === last) return living;
    last = living;
    await pause(150);
  }
};
/** Number of isolates that were made at the arrival of `count` calls at once. */
const madeFor = async (count: number): Promise<number> => {
  const before = isolates.size;
  const ended = atOnce(count);
  await nextTurn();
  const made = isolates.size - before;
  await ended;
  return made;
};

await atOnce(1);
const afterOne = await standing();
await atOnce(5);
const afterFive = await standing();
const madeForFive = await madeFor(5);
await atOnce(30);
const afterThirty = await standing();
await pause(2 * REST_MS);
const afterRest = await standing();
const madeForTwo = await madeFor(2);
const isFresh = results.every((result) => result === '1');
console.log(
  JSON.stringify({
    afterOne,
    afterFive,
    madeForFive,
    afterThirty,
    afterRest,
    madeForTwo,
    isFresh,
    calls: results.length,
  }),
);
process.exit(0);
