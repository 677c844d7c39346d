import { expect } from 'chai';
import fc from 'fast-check';
import { parseRunnerMessage } from '../../src/protocol/messages.ts';

describe('a message from a runner', () => {
  it('is taken when it is one of the union', () => {
    expect(parseRunnerMessage('{"t":"hello"}')).to.deep.equal({ t: 'hello' });
    expect(parseRunnerMessage('{"t":"done","id":3,"cpuMs":1.5}')).to.deep.equal({ t: 'done', id: 3, cpuMs: 1.5 });
    expect(parseRunnerMessage('{"t":"failed","id":3,"cpuMs":0,"code":"tool_error"}')).to.include({
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
    'a missing member': '{"t":"done","id":1}',
    'a negative id': '{"t":"done","id":-1,"cpuMs":0}',
    'a fractional id': '{"t":"done","id":1.5,"cpuMs":0}',
    'a mistyped amount': '{"t":"done","id":1,"cpuMs":"0"}',
    "a code that is the host's own": '{"t":"failed","id":1,"cpuMs":0,"code":"internal"}',
    'a code that is no code': '{"t":"failed","id":1,"cpuMs":0,"code":"toString"}',
    'an unknown log level': '{"t":"log","id":1,"level":"trace"}',
  };
  for (const [name, head] of Object.entries(refused)) {
    it(`is refused: ${name}`, () => expect(parseRunnerMessage(head)).to.equal(undefined));
  }

  it('never throws, whatever it is', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => void parseRunnerMessage(text)));
  });
});
