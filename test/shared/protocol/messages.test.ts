import { expect } from 'chai';
import fc from 'fast-check';
import { callHead, doneHead, readCallHead } from '../../../src/shared/protocol/call-heads.ts';
import { parseRunnerMessage, type RunnerMessage } from '../../../src/shared/protocol/messages.ts';

const parsed = (head: string): RunnerMessage | undefined => parseRunnerMessage(Buffer.from(head));

describe('a message from a runner', () => {
  it('is taken if it belongs to the union', () => {
    expect(parsed('{"t":"hello"}')).to.deep.equal({ t: 'hello' });
    const done = { id: 3, cpuMs: 1.5, heapBytes: 2 ** 33, hostCalls: 7 };
    expect(parseRunnerMessage(doneHead(done))).to.deep.equal({ t: 'done', ...done });
    expect(parsed('{"t":"failed","id":3,"cpuMs":0,"code":"tool_error"}')).to.include({
      code: 'tool_error',
    });
  });

  const refused: Readonly<Record<string, string>> = {
    'no JSON': '{"t":',
    'no object': '["hello"]',
    null: 'null',
    'an unknown kind': '{"t":"shutdown"}',
    'a kind that is an inherited name': '{"t":"constructor"}',
    'a member too many': '{"t":"hello","more":1}',
    'a __proto__ member': '{"t":"hello","__proto__":{}}',
    'a result as JSON': '{"t":"done","id":3,"cpuMs":1.5}',
    'a missing member': '{"t":"waiting"}',
    'a negative id': '{"t":"waiting","id":-1}',
    'a fractional id': '{"t":"waiting","id":1.5}',
    'a mistyped amount': '{"t":"waiting","id":1,"heapBytes":"0"}',
    "a code that is the host's own": '{"t":"failed","id":1,"cpuMs":0,"code":"internal"}',
    'a code that is no code': '{"t":"failed","id":1,"cpuMs":0,"code":"toString"}',
    'an unknown log level': '{"t":"log","id":1,"level":"trace"}',
  };
  for (const [name, head] of Object.entries(refused)) {
    it(`is refused: ${name}`, () => expect(parsed(head)).to.equal(undefined));
  }

  it('is refused if a number of a result is not a count', () => {
    const done = { id: 3, cpuMs: 1, heapBytes: 1, hostCalls: 0 };
    for (const odd of [
      ...[-1, Number.NaN, Number.POSITIVE_INFINITY].map((cpuMs) => ({ ...done, cpuMs })),
      ...[-1, 0.5, Number.NaN, 2 ** 53].map((heapBytes) => ({ ...done, heapBytes })),
    ])
      expect(parseRunnerMessage(doneHead(odd))).to.equal(undefined);
    const head = doneHead(done);
    for (const bytes of [head.subarray(0, -1), Buffer.concat([head, Buffer.alloc(1)]), Buffer.alloc(0)])
      expect(parseRunnerMessage(bytes)).to.equal(undefined);
  });

  it('never makes the parser throw', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => void parsed(text)));
    fc.assert(fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => void parseRunnerMessage(Buffer.from(bytes))));
  });
});

describe('the head of a call', () => {
  it('is read as it was written', () => {
    const calls = fc.record({
      id: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
      tool: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
      callId: fc.string({
        unit: fc.integer({ min: 32, max: 126 }).map((code) => String.fromCharCode(code)),
        maxLength: 255,
      }),
      caller: fc.string({ unit: 'grapheme' }),
    });
    fc.assert(
      fc.property(calls, (call) => void expect(readCallHead(callHead(call))).to.deep.equal({ t: 'call', ...call })),
    );
    expect(readCallHead(Buffer.from('{"t":"cancel","id":1}'))).to.equal(undefined);
  });
});
