// What travels between the front process and a broker comes out as it went in.

import { expect } from 'chai';
import {
  type AnswerBatch,
  addAnswer,
  addCall,
  answerBatchMessage,
  type CallBatch,
  callBatchMessage,
  eachCall,
  eachResult,
  emptyAnswers,
  type SentCall,
} from '../../src/protocol/batches.ts';
import type { CallReport } from '../../src/protocol/task.ts';

const CALLS: readonly SentCall[] = [
  { id: 1, route: 3, callId: 'a', caller: '', argumentsText: '{}', queueMs: 10 },
  { id: 2, route: 1, callId: 'b', caller: 'x', argumentsText: '{"x":[1,2]}', queueMs: 1.5 },
];

const result = (more: Partial<CallReport> = {}): CallReport => ({
  outcome: { ok: true, resultText: '"x"', usage: { queueMs: 1, runMs: 2, cpuMs: 0.5, heapBytes: 9, hostCalls: 1 } },
  log: [],
  hasWaited: false,
  ...more,
});

const batchOf = (reports: readonly CallReport[]): AnswerBatch => {
  const batch = emptyAnswers();
  for (const [id, report] of reports.entries()) addAnswer(batch, id, report);
  return batch;
};

describe('batches', () => {
  it('of calls keep their order and all they say', () => {
    const calls: (number | string)[] = [];
    for (const call of CALLS) addCall(calls, call);
    const read: SentCall[] = [];
    eachCall(structuredClone(calls), (call) => read.push(call));
    expect(read).to.deep.equal(CALLS);
  });

  it('of calls are a list alone where they hold nothing else', () => {
    const batch: CallBatch = {
      routes: [],
      programs: [],
      calls: [1, 2, 'c', '', '{}', 3],
      callerSecrets: [],
      cancelled: [],
      retiredRoutes: [],
      retiredPrograms: [],
    };
    expect(callBatchMessage(batch)).to.equal(batch.calls);
    const cancelling = { ...batch, cancelled: [7] };
    expect(callBatchMessage(cancelling)).to.equal(cancelling);
    const retiring = { ...batch, retiredRoutes: [3] };
    expect(callBatchMessage(retiring)).to.equal(retiring);
  });

  it('of answers give back the results they took', () => {
    const read: [number, CallReport][] = [];
    const message = structuredClone(answerBatchMessage(batchOf([result(), result()]))) as (number | string)[];
    eachResult(message, (id, report) => read.push([id, report]));
    expect(read).to.deep.equal([
      [0, result()],
      [1, result()],
    ]);
  });

  it('of answers keep whole what is more than a result', () => {
    const failure: CallReport = result({
      outcome: { ok: false, failure: { code: 'tool_error', detail: 'no' }, usage: { queueMs: 0, runMs: 0, cpuMs: 0 } },
    });
    const logged = result({ log: [{ level: 'info', atMs: 3, text: 'line' }] });
    const waited = result({ hasWaited: true });
    const batch = batchOf([failure, logged, waited]);
    expect(batch.results).to.deep.equal([]);
    expect(batch.reports).to.deep.equal([
      [0, failure],
      [1, logged],
      [2, waited],
    ]);
    expect(answerBatchMessage(batch)).to.equal(batch);
  });
});
