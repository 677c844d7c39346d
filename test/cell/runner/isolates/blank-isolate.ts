// Runs scripts, each another one, and prints how many isolates were made while each ran, and what they found. Runs in a process of its own, because such
// calls switch a flag of V8.

import { setTimeout as pause } from 'node:timers/promises';
import type { Send } from '../../../../src/cell/runner/calls/running-call.ts';
import { testLimits } from '../../../support/config.ts';
import { loadCalls } from '../../../support/runner-calls.ts';

const LIMITS = { ...testLimits(), wallMs: 60_000, cpuMs: 60_000, memoryMb: 16 };
/** Leaves something behind on each object that a next script could find, and answers with what it found. */
const LEAVING =
  'const left = [globalThis, Object.prototype, Array, Promise.prototype].filter((one) => one.left !== undefined).length; ' +
  'for (const one of [globalThis, Object.prototype, Array, Promise.prototype]) one.left = 1;';

const { CpuShares, isolates, IsolateCall, PluginProgram } = await loadCalls('crypto');
let number = 0;

/** Runs a script with this text in it. Resolves with its result, and the number of isolates that were made until it answered. */
const run = async (text: string, memoryMb = LIMITS.memoryMb): Promise<readonly [string, number]> => {
  number += 1;
  const digest = `sha256-${number}`;
  const program = new PluginProgram(
    {
      ...{
        pluginName: '(scripts)',
        digest,
        entryName: 'script.ts',
        validatorCode: '',
        diagnosisCode: '',
        isScript: true,
      },
      factoryCode: `(require) => { "use strict"; return { script: () => () => { ${LEAVING} ${text} return left; } }; }`,
      verdict: { mode: 'isolate', reason: '' },
    },
    () => {},
  );
  const before = isolates.size;
  const limits = { ...LIMITS, memoryMb };
  const tool = { tool: 0, digest, toolName: 'run_script', exportName: 'script', limits };
  const { promise, resolve } = Promise.withResolvers<readonly [string, number]>();
  const send: Send = ({ t }, body = '') => {
    if (t === 'done' || t === 'failed') resolve([body, isolates.size - before]);
  };
  const message = { id: number, callId: `call-${number}`, caller: 'anonymous', tool };
  const call = new IsolateCall(message, program, new CpuShares(), send, () => program.standBy(memoryMb));
  void call.start('{}');
  const answer = await promise;
  // The next isolate is made meanwhile; a busy machine takes long.
  for (let last = -1; last !== isolates.size; await pause(200)) last = isolates.size;
  return answer;
};

console.log(
  JSON.stringify({
    first: await run(''),
    second: await run(' 2;'),
    third: await run(' 3;'),
    withWebGlobal: await run('crypto;'),
    afterThat: await run(' 5;'),
    withLessMemory: await run(' 6;', 12),
    broken: (await run('}', 12)).at(0)?.toString().slice(0, 32),
    afterBroken: await run(' 8;', 12),
  }),
);
process.exit(0);
