// A runner turns lines from an isolate into messages, and the broker takes no others.

import { expect } from 'chai';
import { isLogLetter, logMessage } from '../../../../src/cell/runner/guest-wire/log-lines.ts';
import {
  ERROR_LINE,
  INFO_LINE,
  LOG_FULL,
  PROGRESS,
  RESULT,
  SET_TIMER,
  WARN_LINE,
} from '../../../../src/shared/protocol/guest-wire.ts';
import { parseRunnerMessage } from '../../../../src/shared/protocol/messages.ts';

describe('lines from an isolate', () => {
  it('become messages that the broker reads', () => {
    expect(logMessage(7, WARN_LINE, '12 a line')).to.deep.equal({
      message: { t: 'log', id: 7, level: 'warn', atMs: 12 },
      body: 'a line',
    });
    expect(logMessage(7, PROGRESS, '3 {"done":1}')?.message).to.deep.equal({ t: 'progress', id: 7, atMs: 3 });
    expect(logMessage(7, LOG_FULL, '40 logBytes')?.message).to.deep.equal({
      t: 'logFull',
      id: 7,
      limit: 'logBytes',
      lines: 40,
    });
    for (const [letter, text] of [
      [ERROR_LINE, '0 '],
      [PROGRESS, '0 {}'],
      [LOG_FULL, '0 logLines'],
    ] as const) {
      const message = logMessage(1, letter, text)?.message;
      expect(parseRunnerMessage(Buffer.from(JSON.stringify(message)))).to.deep.equal(message);
    }
  });

  it('become no message if the bootstrap does not write such lines', () => {
    const odd = ['', 'text', ' text', '-1 text', '1.5 text', 'NaN text', '1e400 text', '99999999999999999999 text'];
    for (const text of odd) expect(logMessage(1, INFO_LINE, text), text).to.equal(undefined);
    for (const letter of ['constructor', '__proto__', 'toString', '', SET_TIMER, RESULT]) {
      expect(isLogLetter(letter), letter).to.equal(false);
      expect(logMessage(1, letter, '1 x'), letter).to.equal(undefined);
    }
    for (const limit of ['cpuMs', '__proto__', '']) expect(logMessage(1, LOG_FULL, `1 ${limit}`)).to.equal(undefined);
  });

  it('are refused by the broker with any other member, level or limit', () => {
    for (const head of [
      '{"t":"log","id":1,"level":"fatal","atMs":1}',
      '{"t":"log","id":1,"level":"info"}',
      '{"t":"log","id":1,"level":"info","atMs":-1}',
      '{"t":"log","id":1,"level":"info","atMs":1,"callId":"x"}',
      '{"t":"logFull","id":1,"limit":"cpuMs","lines":1}',
      '{"t":"logFull","id":1,"limit":"logLines","lines":"1"}',
      '{"t":"progress","id":1}',
    ])
      expect(parseRunnerMessage(Buffer.from(head)), head).to.equal(undefined);
  });
});
