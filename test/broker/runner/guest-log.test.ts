// Tests that the log of a call stays within its limits, even if the runner sends more.

import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import { GuestLog } from '../../../src/broker/runner/guest-log.ts';
import { jsonLine } from '../../../src/server/log/json-lines.ts';
import type { Limits } from '../../../src/shared/protocol/limits.ts';
import { recordBytes } from '../../../src/shared/protocol/log-cost.ts';
import type { GuestLogLine } from '../../../src/shared/protocol/task.ts';

const NAMES = { pluginName: 'chatty', toolName: 'talk' };
const RECORD_BYTES = recordBytes(NAMES);

const logWith = (limits: Partial<Limits>): GuestLog =>
  new GuestLog({ logLines: 100, logBytes: 30_000, ...limits } as Limits, NAMES);
const line = (text: string): GuestLogLine => ({ level: 'info', text, atMs: 1 });
const endOf = (log: GuestLog): GuestLogLine | undefined => {
  log.end('chatty', 7);
  return log.take().at(-1);
};

describe('the log of a call, in the broker', () => {
  it('keeps lines in their order, and adds no line if none is missing', () => {
    const log = logWith({});
    log.write(line('a'));
    log.write(line('b'));
    log.end('chatty', 7);
    expect(log.take()).to.deep.equal([line('a'), line('b')]);
    expect(log.take()).to.deep.equal([]);
  });

  it('takes logLines lines, and ends with the number of dropped ones', () => {
    const log = logWith({ logLines: 2 });
    for (const text of ['a', 'b', 'c', 'd']) log.write(line(text));
    expect(endOf(log)).to.deep.equal({
      level: 'warn',
      atMs: 7,
      dropped: { limit: 'logLines', lines: 2 },
      text: 'The log of this call was cut off at 2 lines (limits.logLines). 2 further lines were dropped. To see more, raise plugins.overrides.chatty.limits.logLines in sandbox.config.json.',
    });
  });

  it('cuts a line that is too long between characters, with a mark, and takes no other', () => {
    const log = logWith({ logBytes: RECORD_BYTES + 10 });
    log.write(line('€€€€€'));
    log.write(line('x'));
    log.end('chatty', 7);
    const [cut, end] = log.take();
    expect(cut?.text).to.equal('€€…');
    expect(end?.dropped).to.deep.equal({ limit: 'logBytes', lines: 1 });
  });

  it('counts the bytes that are written: of empty lines, of characters that JSON escapes, of progress', () => {
    const origin = { callId: randomUUID(), ...NAMES };
    const writtenBytes = ({ level, ...rest }: GuestLogLine): number =>
      Buffer.byteLength(jsonLine('info', new Date().toISOString(), { ...origin, guestLevel: level, ...rest }, 'guest'));
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom('"', '\\', '\n', '\0', '€') }),
    );
    const amounts = fc.record({ done: fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }), message: texts });
    fc.assert(
      fc.property(fc.array(fc.oneof(texts, amounts)), fc.integer({ min: 256, max: 20_000 }), (said, logBytes) => {
        const log = logWith({ logBytes });
        for (const each of said)
          if (typeof each === 'string') log.write(line(each.toWellFormed()));
          else log.progress(JSON.stringify({ ...each, total: each.done }), 12_345);
        const total = log.take().reduce((sum, kept) => sum + writtenBytes(kept), 0);
        expect(total).to.be.at.most(logBytes);
      }),
    );
  });

  it('counts little more than what is written', () => {
    const log = logWith({ logBytes: 100 * (RECORD_BYTES + 20) });
    for (let i = 0; i < 200; i += 1) log.write(line('"x" is\n a line of 20'));
    expect(log.take()).to.have.lengthOf.at.least(85);
  });

  it('adds the lines that the isolate says it dropped, and takes no more', () => {
    const log = logWith({});
    log.noteFull('logLines', 0);
    log.noteFull('logLines', 41);
    log.write(line('late'));
    log.end('chatty', 7);
    const lines = log.take();
    expect(lines).to.have.lengthOf(1);
    expect(lines[0]?.dropped).to.deep.equal({ limit: 'logLines', lines: 42 });
  });

  it('reads progress from own members only, and refuses anything else', () => {
    const log = logWith({});
    expect(log.progress('{"done":3,"total":10,"message":"half","level":"error"}', 5)).to.equal(true);
    expect(log.take()).to.deep.equal([{ level: 'info', atMs: 5, text: 'half', progress: { done: 3, total: 10 } }]);
    const odd = [
      '',
      'null',
      '[]',
      '{"done":-1,"message":""}',
      '{"done":1}',
      '{"done":1,"message":{}}',
      '{"__proto__":{"done":1,"message":"x"}}',
    ];
    for (const text of odd) expect(log.progress(text, 5), text).to.equal(false);
    expect(log.progress(`{"done":1,"message":"${'x'.repeat(20_000)}"}`, 5)).to.equal(false);
    expect(log.take()).to.deep.equal([]);
  });
});
