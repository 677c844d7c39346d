// Reading JSON-RPC messages from the bytes of a body: the parts, and what is not plain.

import { expect } from 'chai';
import {
  anything,
  array,
  constantFrom,
  dictionary,
  json,
  property as over,
  assert as property,
  string,
} from 'fast-check';
import { MARKED_MEMBERS, type Message, MessageReader } from '../../../src/front/mcp/message.ts';
import { CallError } from '../../../src/shared/protocol/errors.ts';
import { JsonScanner } from '../../../src/shared/text/json-scan.ts';

const LEVELS = 65;
const scanner = new JsonScanner(LEVELS, MARKED_MEMBERS);
const reader = new MessageReader(LEVELS);

const read = (text: string): Message => {
  const bytes = Buffer.from(text);
  expect(scanner.fault(bytes)).to.equal(undefined);
  return reader.read(bytes, scanner.marks);
};

const refusal = (text: string): string => {
  try {
    read(text);
  } catch (error) {
    if (error instanceof CallError) return `${error.failure.code}: ${error.message}`;
    throw error;
  }
  throw new Error('it was taken');
};

const call = (params: string, more = ''): string =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{${params}}${more}}`;

describe('a message of MCP', () => {
  it('gives the parts of a call, with its arguments byte for byte', () => {
    const args = '{ "n": 1.50, "n": 1e400, "__proto__": {"a": 9007199254740993} }';
    const message = read(call(`"name":"ec\\u0068o", "arguments": ${args} ,"_meta":{"a":[1]}`));
    expect(message).to.include({ method: 'tools/call', idJson: '1', metaJson: '{"a":[1]}', isPlain: true });
    expect(message.call?.toolName).to.equal('echo');
    expect(message.call?.argumentsJson.toString()).to.equal(args);
  });

  it('has empty arguments if it sends none', () => {
    expect(read(call('"name":"echo"')).call?.argumentsJson.toString()).to.equal('{}');
  });

  it('is a list without params, too', () => {
    expect(read('{"method":"tools/list","id":"a","jsonrpc":"2.0"}')).to.deep.include({
      method: 'tools/list',
      idJson: '"a"',
      call: undefined,
      isPlain: true,
    });
  });

  for (const [what, text] of Object.entries({
    'another version': '{"jsonrpc":"1.0","id":1,"method":"tools/list"}',
    'no version': '{"id":1,"method":"tools/list"}',
    'no id, which makes it a notification': '{"jsonrpc":"2.0","method":"tools/list"}',
    'an id of null': '{"jsonrpc":"2.0","id":null,"method":"tools/list"}',
    'a fraction as id': '{"jsonrpc":"2.0","id":1.5,"method":"tools/list"}',
    'an object as id': '{"jsonrpc":"2.0","id":{},"method":"tools/list"}',
    'an id of 300 characters': `{"jsonrpc":"2.0","id":"${'a'.repeat(300)}","method":"tools/list"}`,
    'a member that the protocol does not know': '{"jsonrpc":"2.0","id":1,"method":"tools/list","extra":1}',
    'a cursor': '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"a"}}',
    'params that are an array': '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":[]}',
    'params of a task': call('"name":"echo","task":{}'),
    'a response': '{"jsonrpc":"2.0","id":1,"result":{}}',
    'a batch': '[{"jsonrpc":"2.0","id":1,"method":"tools/list"}]',
    'a text': '"tools/list"',
    'an empty object': '{}',
  }))
    it(`is not plain with ${what}`, () => {
      expect(read(text).isPlain).to.equal(false);
    });

  for (const [what, params] of Object.entries({
    'no name': '',
    'a number as name': '"name":1',
    'an array as arguments': '"name":"echo","arguments":[]',
    'null as arguments': '"name":"echo","arguments":null',
  }))
    it(`names no call with ${what}`, () => {
      expect(read(call(params)).call).to.equal(undefined);
    });

  it('is refused if a part is there twice, because two readers might take different ones', () => {
    expect(refusal(call('"name":"a","name":"b"'))).to.equal('invalid_request: "name" appears more than once.');
    expect(refusal(call('"name":"a","arguments":{},"argum\\u0065nts":{}'))).to.contain(
      '"arguments" appears more than once',
    );
    expect(refusal(call('"name":"a"', ',"method":"ping"'))).to.contain('"method" appears more than once');
    expect(refusal(call('"name":"a"', ',"id":2'))).to.contain('"id" appears more than once');
    expect(refusal(call('"_meta":{},"_meta":{}'))).to.contain('"_meta" appears more than once');
  });

  it('is refused with more members than any request has, and with a large "_meta"', () => {
    const members = Array.from({ length: 70 }, (_, at) => `"m${at}":1`).join(',');
    expect(refusal(`{${members}}`)).to.contain('64 members or more');
    expect(refusal(call(members))).to.contain('"params" has 64 members or more');
    expect(refusal(call(`"name":"a","_meta":{"a":"${'a'.repeat(20_000)}"}`))).to.contain('at most 16384 are allowed');
  });

  it('has the parts that JSON.parse finds, whatever else is in it', () => {
    const text = constantFrom('jsonrpc', 'id', 'method', 'params', 'name', 'arguments', '_meta', 'tools/call', '2.0');
    const value = () => dictionary(text, anything({ key: text, withNullPrototype: false, maxDepth: 3 }));
    property(
      over(value(), array(string()), json(), (one, _names, other) => {
        for (const body of [JSON.stringify(one), other]) {
          const parsed: unknown = JSON.parse(body);
          let message: Message;
          try {
            message = read(body);
          } catch (error) {
            expect(error).to.be.instanceOf(CallError);
            continue;
          }
          const own = (name: string): unknown =>
            typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) && Object.hasOwn(parsed, name)
              ? (parsed as Record<string, unknown>)[name]
              : undefined;
          const method = own('method');
          expect(message.method).to.equal(typeof method === 'string' ? method : undefined);
          if (message.idJson !== undefined) expect(JSON.parse(message.idJson)).to.equal(own('id'));
          if (message.call !== undefined) {
            const params = own('params') as { readonly name: string; readonly arguments?: object };
            expect(message.call.toolName).to.equal(params.name);
            expect(JSON.parse(message.call.argumentsJson.toString())).to.deep.equal(params.arguments ?? {});
          }
        }
      }),
      { numRuns: 500 },
    );
  });
});
