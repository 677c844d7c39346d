// Log lines as JSON. Successful calls have a writer without a serializer, which writes the same text as the general one.

import { expect } from 'chai';
import fc from 'fast-check';
import type { CallLogEntry } from '../../../src/front/http/call-log.ts';
import { createCallLines, createStamps, flatEntry, jsonLine } from '../../../src/server/log/json-lines.ts';

const ENTRY: CallLogEntry = {
  callId: '0b1f6f0e-5f4e-4a53-9d4e-0f6a0a1b2c3d',
  method: 'POST',
  path: '/mcp/callTool',
  toolName: 'echo',
  pluginName: 'echoes',
  version: '1.0.0-rc.1+build',
  digest: `sha256-${'0f'.repeat(32)}`,
  remoteAddress: '127.0.0.1',
  code: 'ok',
  status: 200,
  queueMs: 0,
  runMs: 1.25,
  cpuMs: 1e-7,
  totalMs: 12.345678901234,
  argumentsBytes: 2,
  replyBytes: 1e6,
};

const written = (entry: CallLogEntry): string => {
  const lines: string[] = [];
  createCallLines(
    (line) => void lines.push(line),
    () => 'NOW',
  )(entry);
  return lines.join('');
};

describe('the log line of a successful call', () => {
  const { pluginName: _, version: __, digest: ___, ...unknown } = ENTRY;
  const reached = {
    fetches: 2,
    storeCalls: 0,
    signatures: 1,
    requestBytes: 3,
    responseBytes: 4,
    origins: ['https://a.example'],
  };
  for (const entry of [
    ENTRY,
    unknown,
    { ...ENTRY, heapBytes: 5, hostCalls: 0, ...reached, caller: 'bearer:x', remoteAddress: 'fe80::1%eth0' },
    { ...ENTRY, caller: 'client:ada@acme', client: 'ada@acme', org: 'acme', user: 'u-1', keyId: '1f0c77aa' },
    { ...ENTRY, caller: 'client:"\n\u2028', client: '"\n\u2028', org: 'a b', user: '\u202eé' },
    { ...ENTRY, traceId: '0af7651916cd43dd8448eb211c80319c' },
    { ...ENTRY, replayOf: 'd1136036-580d-43a6-84c7-e77d437a2c9b' },
    { ...ENTRY, path: '/"\\\n\u2028é🎈' },
    { ...ENTRY, method: 'POST"' },
    { ...ENTRY, runMs: Number.NaN, totalMs: Number.POSITIVE_INFINITY },
  ]) {
    it(`has the members that the general writer gives it: ${JSON.stringify(entry)}`, () => {
      expect(JSON.parse(written(entry))).to.deep.equal(JSON.parse(jsonLine('info', 'NOW', entry, 'call')));
      expect(written(entry)).to.match(/^[^\n]+\n$/);
    });
  }

  it('has the texts of the payload as members of its own', () => {
    const texts = { arguments: '{"a":"\u2028"}', result: '"…' };
    for (const payload of [{ maxBytes: 9, ...texts }, { maxBytes: 9, result: '1' }, { maxBytes: 9 }]) {
      const { maxBytes: _, ...members } = payload;
      const line = written({ ...ENTRY, payload });
      expect(JSON.parse(line)).to.deep.equal({ ...JSON.parse(written(ENTRY)), ...members });
      expect(line).not.to.contain('\u2028');
      const general = jsonLine('info', 'NOW', flatEntry({ ...ENTRY, payload }), 'call');
      expect(JSON.parse(general)).to.deep.equal(JSON.parse(line));
    }
  });

  it('tells plugins apart in any order of calls', () => {
    const lines: string[] = [];
    const writeCall = createCallLines(
      (line) => void lines.push(line),
      () => 'NOW',
    );
    const other = { ...ENTRY, pluginName: 'others', digest: 'sha256-1' };
    for (const entry of [ENTRY, other, ENTRY, other]) writeCall(entry);
    expect(lines.map((line) => JSON.parse(line).pluginName)).to.deep.equal(['echoes', 'others', 'echoes', 'others']);
  });

  it('rounds times to the microsecond', () => {
    const { cpuMs, totalMs, queueMs } = JSON.parse(written({ ...ENTRY, queueMs: 6.360540999998193 }));
    expect({ cpuMs, totalMs, queueMs }).to.deep.equal({ cpuMs: 0, totalMs: 12.346, queueMs: 6.361 });
  });
});

describe('a line of the log', () => {
  it('is one line of JSON whatever its members hold, and none of them replaces level, time or message', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), fc.string(), (fields, message) => {
        const forged = { ...fields, level: 60, time: 'x', msg: 'forged' };
        const line = jsonLine('warn', 'NOW', forged, message);
        expect(line.indexOf('\n')).to.equal(line.length - 1);
        expect(JSON.parse(line)).to.deep.include({ level: 40, time: 'NOW', msg: message });
      }),
    );
  });

  it('has the message of an error and of its cause', () => {
    const cause = new RangeError('full', { cause: new TypeError('deeper') });
    const { cause: logged } = JSON.parse(jsonLine('error', 'NOW', { cause }, 'call'));
    expect(logged).to.deep.include({
      name: 'RangeError',
      message: 'full',
      cause: { name: 'TypeError', message: 'deeper' },
    });
    expect(logged.stack).to.match(/^RangeError: full\n/);
  });

  it('has the time of its millisecond', () => {
    let nowMs = 0;
    const stampOf = createStamps(() => nowMs);
    expect(stampOf()).to.equal('1970-01-01T00:00:00.000Z');
    nowMs = 1;
    expect(stampOf()).to.equal('1970-01-01T00:00:00.001Z');
  });
});
