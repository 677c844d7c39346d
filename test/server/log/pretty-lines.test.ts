// Log lines for people: text of callers and plugins cannot move the cursor, hide or reorder text, or look like a line of its own.

import { expect } from 'chai';
import fc from 'fast-check';
import type { CallLogEntry } from '../../../src/front/http/call-log.ts';
import { createPrettyLines } from '../../../src/server/log/pretty-lines.ts';

const ENTRY: CallLogEntry = {
  callId: '0b1f6f0e-5f4e-4a53-9d4e-0f6a0a1b2c3d',
  method: 'POST',
  path: '/mcp/callTool',
  toolName: 'echo',
  pluginName: 'echoes',
  version: '1.0.0',
  digest: 'sha256-0f',
  remoteAddress: '127.0.0.1',
  code: 'ok',
  status: 200,
  queueMs: 0,
  runMs: 1,
  cpuMs: 1,
  totalMs: 2.3456,
  argumentsBytes: 2,
  replyBytes: 2,
};
const AT_MS = new Date(2026, 0, 2, 3, 4, 5, 6).getTime();

describe('a line of the log for people', () => {
  const plain = createPrettyLines(false);

  it('has a call on one line, and its failure below', () => {
    expect(plain.call('info', AT_MS, ENTRY)).to.equal(
      '03:04:05.006 info  call echo: 200 2.346 ms  echoes 1.0.0  127.0.0.1  cpu 1 ms  0b1f6f0e-5f4e-4a53-9d4e-0f6a0a1b2c3d\n',
    );
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    expect(plain.call('info', AT_MS, { ...ENTRY, traceId })).to.match(
      new RegExp(`  trace ${traceId}  ${ENTRY.callId}\n$`),
    );
    const failed = { ...ENTRY, code: 'exceeded_cpu', status: 504, detail: 'Too slow.' } as const;
    expect(plain.call('warn', AT_MS, failed)).to.equal(
      '03:04:05.006 WARN  call echo: 504 exceeded_cpu 2.346 ms  echoes 1.0.0  127.0.0.1  cpu 1 ms  0b1f6f0e-5f4e-4a53-9d4e-0f6a0a1b2c3d\n' +
        '             │ Too slow.\n',
    );
  });

  it('has the members of any other line, and the stack of an error', () => {
    const line = plain.line('warn', AT_MS, { pluginName: 'a', waitMs: 1.23456, text: 'one\ntwo' }, 'guest');
    expect(line).to.equal(
      '03:04:05.006 WARN  guest  pluginName=a waitMs=1.235\n             │ one\n             │ two\n',
    );
    expect(plain.line('error', AT_MS, { cause: new RangeError('full') }, 'failed')).to.match(
      /^\S+ ERROR failed\n {13}│ RangeError: full\n {13}│ {5}at /,
    );
  });

  it('has colour only if asked for', () => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the test looks for these
    const style = /\u001b\[/;
    expect(plain.call('info', AT_MS, ENTRY)).not.to.match(style);
    expect(createPrettyLines(true).call('info', AT_MS, ENTRY)).to.match(style);
  });

  const hostile = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '\u001b[2J',
      '\r03:04:05.006 ERROR forged',
      '\n03:04:05.006 ERROR forged',
      '\u202e',
      '\u2066',
      '\u2028x',
      '\ud800',
      '\u{e0041}',
      '\u009b1m',
      '\ufeff',
    ),
  );
  it('has only printable characters whatever it holds, and every line begins with text of the server', () => {
    const isSafe = (text: string): void => {
      expect(text.endsWith('\n')).to.equal(true);
      for (const line of text.slice(0, -1).split('\n')) {
        expect(line).to.match(/^(03:04:05\.006 | {13}│ )/);
        expect(line).not.to.match(/[\p{C}\p{Zl}\p{Zp}]/u);
      }
    };
    fc.assert(
      fc.property(hostile, hostile, hostile, (one, other, third) => {
        isSafe(plain.line('warn', AT_MS, { [one]: other, text: third, list: [one], detail: { [other]: one } }, third));
        isSafe(plain.call('info', AT_MS, { ...ENTRY, toolName: one, path: other, detail: third, caller: other }));
        const { toolName: _, ...unnamed } = ENTRY;
        isSafe(plain.call('info', AT_MS, { ...unnamed, method: one, path: other, detail: third }));
      }),
    );
  });
});
