// What a runner makes of the lines an isolate sends, and that the broker takes no more than that.

import { expect } from 'chai';
import { parseRunnerMessage } from '../../src/protocol/messages.ts';
import { isLogKind, logMessage } from '../../src/runner/guest-wire/log-lines.ts';

describe('lines from an isolate', () => {
  it('become messages that the broker reads', () => {
    expect(logMessage(7, 'w', '12 a line')).to.deep.equal({
      message: { t: 'log', id: 7, level: 'warn', atMs: 12 },
      body: 'a line',
    });
    expect(logMessage(7, 'g', '3 {"done":1}')?.message).to.deep.equal({ t: 'progress', id: 7, atMs: 3 });
    expect(logMessage(7, 'z', '40 logBytes')?.message).to.deep.equal({
      t: 'logFull',
      id: 7,
      limit: 'logBytes',
      lines: 40,
    });
    for (const [kind, text] of [
      ['x', '0 '],
      ['g', '0 {}'],
      ['z', '0 logLines'],
    ] as const) {
      const message = logMessage(1, kind, text)?.message;
      expect(parseRunnerMessage(Buffer.from(JSON.stringify(message)))).to.deep.equal(message);
    }
  });

  it('are nothing where they are not as the bootstrap writes them', () => {
    const odd = ['', 'text', ' text', '-1 text', '1.5 text', 'NaN text', '1e400 text', '99999999999999999999 text'];
    for (const text of odd) expect(logMessage(1, 'i', text), text).to.equal(undefined);
    for (const kind of ['constructor', '__proto__', 'toString', '', 't']) {
      expect(isLogKind(kind), kind).to.equal(false);
      expect(logMessage(1, kind, '1 x'), kind).to.equal(undefined);
    }
    for (const limit of ['cpuMs', '__proto__', '']) expect(logMessage(1, 'z', `1 ${limit}`)).to.equal(undefined);
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
