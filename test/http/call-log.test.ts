// The log line of a call that went well, which is written without pino: it is what pino would write.

import { expect } from 'chai';
import { pino } from 'pino';
import { type CallLogEntry, createCallLines } from '../../src/http/call-log.ts';

const ENTRY: CallLogEntry = {
  callId: '0b1f6f0e-5f4e-4a53-9d4e-0f6a0a1b2c3d',
  method: 'POST',
  path: '/mcp/callTool',
  toolName: 'echo',
  code: 'ok',
  status: 200,
  queueMs: 0,
  runMs: 1.25,
  cpuMs: 1e-7,
  totalMs: 12.345678901234,
  argumentsBytes: 2,
  replyBytes: 1e6,
};

describe('the log line of a call', () => {
  const withoutTime = (line: string): string => line.replace(/"time":"[^"]*"/, '"time":""');

  const reached = { fetches: 2, storeCalls: 0, requestBytes: 3, responseBytes: 4, origins: ['https://a.example'] };
  for (const more of [
    {},
    { heapBytes: 5, hostCalls: 6, ...reached, caller: 'bearer:x' },
    { path: '/"\\\n\u2028é🎈' },
    { runMs: Number.NaN, totalMs: Number.POSITIVE_INFINITY },
  ]) {
    it(`is the one pino writes: ${JSON.stringify(more)}`, () => {
      const lines: string[] = [];
      const write = (line: string): void => void lines.push(line);
      const entry = { ...ENTRY, ...more };
      createCallLines(write)(entry);
      pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, { write }).info(entry, 'call');
      expect(lines).to.have.lengthOf(2);
      const [ours = '', theirs = ''] = lines;
      expect(withoutTime(ours)).to.equal(withoutTime(theirs));
    });
  }

  it('carries the time of its millisecond', async () => {
    const lines: string[] = [];
    const writeCall = createCallLines((line) => void lines.push(line));
    const times = async (): Promise<number> => {
      const before = Date.now();
      writeCall(ENTRY);
      const written = Date.parse(JSON.parse(lines.at(-1) ?? '').time);
      expect(written).to.be.within(before, Date.now());
      await new Promise((resolve) => setTimeout(resolve, 5));
      return written;
    };
    const first = await times();
    expect(await times()).to.be.above(first);
  });
});
