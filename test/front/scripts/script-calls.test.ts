// The calls of a script, from a runner that may have been broken into: forged ids, floods, calls after the end, and texts that are no call.

import { expect } from 'chai';
import type { InnerCall } from '../../../src/front/scripts/inner-texts.ts';
import { type InnerOutcome, ScriptCalls } from '../../../src/front/scripts/script-calls.ts';
import { CallError } from '../../../src/shared/protocol/errors.ts';

const LIMITS = { calls: 5, callsAtOnce: 2, dataBytes: 1_000 };
const USAGE = { queueMs: 0, runMs: 1, cpuMs: 0.5 };

/** Calls wait until the test ends them. */
const begin = (limits: Partial<typeof LIMITS> = {}) => {
  const made: { readonly call: InnerCall; readonly end: (resultJson?: string) => void }[] = [];
  const calls = new ScriptCalls({
    callId: 'outer',
    limits: { ...LIMITS, ...limits },
    answerQuestion: async ({ toolName }) => {
      if (toolName !== '?find') throw new CallError('tool_not_found', 'No such question.');
      return Buffer.from('{"tools":[]}');
    },
    callTool: (call) => {
      if (call.toolName === '') throw new CallError('tool_not_found', 'No tool can be called "".');
      const { promise, resolve } = Promise.withResolvers<InnerOutcome>();
      const end = (resultJson = '1'): void => {
        const outcome = call.signal.aborted
          ? ({ ok: false, failure: { code: 'cancelled', detail: 'gone' }, usage: USAGE } as const)
          : ({ ok: true, resultJson: Buffer.from(resultJson), usage: USAGE } as const);
        resolve({ outcome, resultForm: 'value', resultDepth: 64 });
      };
      made.push({ call, end });
      return promise;
    },
  });
  const answers: { readonly id: number; readonly ok: boolean; readonly text: string }[] = [];
  const ask = (id: number, text: string): void => calls.request(id, text, (answer) => answers.push({ id, ...answer }));
  return { calls, made, answers, ask };
};

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const codeIn = (text: string): unknown => (JSON.parse(text) as { code?: unknown }).code;

describe('calls of a script', () => {
  it('get ids of the host, whatever numbers the runner gives them', async () => {
    const { made, ask, answers } = begin();
    ask(77, 'one\n\n{}');
    ask(-3, 'two\nkey\n{"a":1}');
    expect(
      made.map(({ call }) => [call.callId, call.toolName, String(call.argumentsText), call.idempotencyKey]),
    ).to.deep.equal([
      ['outer.1', 'one', '{}', undefined],
      ['outer.2', 'two', '{"a":1}', 'key'],
    ]);
    made[1]?.end('"second"');
    await turn();
    expect(answers).to.deep.equal([{ id: -3, ok: true, text: '"second"' }]);
  });

  it('are made once for a number that is open, and answered once', async () => {
    const { made, ask, answers } = begin();
    ask(1, 'one\n\n{}');
    ask(1, 'other\n\n{}');
    expect(made).to.have.length(1);
    made[0]?.end();
    await turn();
    expect(answers).to.have.length(1);
  });

  it('wait if too many are under way, and are refused past their number', async () => {
    const { calls, made, ask, answers } = begin();
    for (let id = 1; id <= 1_000; id += 1) ask(id, `tool${id}\n\n{}`);
    expect(made).to.have.length(2);
    expect(answers).to.have.length(995);
    expect(new Set(answers.map(({ text }) => codeIn(text)))).to.deep.equal(new Set(['script_exceeded']));
    for (let index = 0; index < 5; index += 1) {
      made[index]?.end();
      await turn();
    }
    expect(calls.records.map(({ tool, code }) => `${tool} ${code}`)).to.deep.equal(
      [1, 2, 3, 4, 5].map((id) => `tool${id} ok`),
    );
  });

  it('end with the script: what waits never begins, and what comes later is ignored', async () => {
    const { calls, made, ask, answers } = begin();
    for (const id of [1, 2, 3]) ask(id, 'one\n\n{}');
    calls.end();
    ask(4, 'late\n\n{}');
    expect(made.map(({ call }) => call.signal.aborted)).to.deep.equal([true, true]);
    for (const { end } of made) end();
    await calls.quiet();
    expect([made.length, answers.length]).to.deep.equal([2, 0]);
    expect(calls.records.map(({ code }) => code)).to.deep.equal(['cancelled', 'cancelled']);
  });

  it('are told of as unknown if they do not end', async () => {
    const { calls, ask } = begin();
    ask(1, 'one\n\n{}');
    calls.end();
    await calls.quiet();
    expect(calls.records.map(({ code }) => code)).to.deep.equal(['outcome_unknown']);
  });

  it('can be cancelled one by one, and only those that are open', async () => {
    const { calls, made, ask, answers } = begin({ callsAtOnce: 1 });
    ask(1, 'one\n\n{}');
    ask(2, 'two\n\n{}');
    for (const id of [2, 1, 1, 99]) calls.cancel(id);
    expect(made.map(({ call }) => [call.toolName, call.signal.aborted])).to.deep.equal([['one', true]]);
    made[0]?.end();
    await turn();
    expect([made.length, answers.length]).to.deep.equal([1, 0]);
  });

  it('count the bytes of arguments and results together', async () => {
    const { made, ask, answers } = begin();
    ask(1, `one\n\n"${'x'.repeat(1_000)}"`);
    ask(2, 'two\n\n{}');
    made[0]?.end(`"${'x'.repeat(1_000)}"`);
    await turn();
    expect(answers.map(({ id, text }) => [id, codeIn(text), JSON.parse(text).limit])).to.deep.equal([
      [1, 'script_exceeded', 'dataBytes'],
      [2, 'script_exceeded', 'dataBytes'],
    ]);
  });

  it('are refused by the steps if their text is none', async () => {
    const { made, ask, answers } = begin();
    for (const [id, text] of ['', 'no line', 'one\nonly', '\n\n'].entries()) ask(id, text);
    await turn();
    expect(made).to.have.length(0);
    expect(answers.map(({ text }) => codeIn(text))).to.deep.equal(Array(4).fill('tool_not_found'));
  });

  it('are beside questions about tools, which are answered, bounded and in no report', async () => {
    const { calls, answers, ask } = begin();
    for (let id = 1; id <= 6; id += 1) ask(id, '?find\n\n{}');
    ask(7, '?other\n\n{}');
    while (answers.length < 7) await turn();
    const byId = answers.toSorted((one, other) => one.id - other.id);
    expect(byId.slice(0, 5).map(({ text }) => text)).to.deep.equal(Array(5).fill('{"tools":[]}'));
    expect(byId.slice(5).map(({ text }) => codeIn(text))).to.deep.equal(['script_exceeded', 'script_exceeded']);
    expect(calls.records).to.deep.equal([]);
    expect(calls.dataBytes).to.equal(5 * ('{}'.length + '{"tools":[]}'.length));
    ask(8, 'one\n\n{}');
    expect(calls.records.map(({ callId }) => callId)).to.deep.equal(['outer.1']);
    const other = begin();
    other.ask(1, '?other\n\n{}');
    while (other.answers.length < 1) await turn();
    expect(codeIn(other.answers[0]?.text ?? '')).to.equal('tool_not_found');
  });
});
