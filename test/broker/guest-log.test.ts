// What the broker keeps of a call's log, whatever the runner sends.

import { expect } from 'chai';
import { GuestLog } from '../../src/broker/guest-log.ts';
import type { Limits } from '../../src/protocol/limits.ts';
import type { GuestLogLine } from '../../src/protocol/task.ts';

const logWith = (limits: Partial<Limits>): GuestLog =>
  new GuestLog({ logLines: 100, logBytes: 10_000, ...limits } as Limits);
const line = (text: string): GuestLogLine => ({ level: 'info', text, atMs: 1 });
const endOf = (log: GuestLog): GuestLogLine | undefined => {
  log.end('chatty', 7);
  return log.take().at(-1);
};

describe('the log of a call, in the broker', () => {
  it('keeps lines in their order, and says nothing of its own where none is missing', () => {
    const log = logWith({});
    log.write(line('a'));
    log.write(line('b'));
    log.end('chatty', 7);
    expect(log.take()).to.deep.equal([line('a'), line('b')]);
    expect(log.take()).to.deep.equal([]);
  });

  it('takes logLines lines, and ends with how many more there were', () => {
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
    const log = logWith({ logBytes: 10 });
    log.write(line('€€€€€'));
    log.write(line('x'));
    log.end('chatty', 7);
    const [cut, end] = log.take();
    expect(cut?.text).to.equal('€€…');
    expect(end?.dropped).to.deep.equal({ limit: 'logBytes', lines: 1 });
  });

  it('counts a line of its own for each, so that empty ones end too', () => {
    const log = logWith({ logBytes: 4 });
    for (let i = 0; i < 10; i += 1) log.write(line(''));
    expect(endOf(log)?.dropped?.limit).to.equal('logBytes');
  });

  it('adds what the isolate says it has dropped, and stays closed from then on', () => {
    const log = logWith({});
    log.noteFull('logLines', 0);
    log.noteFull('logLines', 41);
    log.write(line('late'));
    log.end('chatty', 7);
    const lines = log.take();
    expect(lines).to.have.lengthOf(1);
    expect(lines[0]?.dropped).to.deep.equal({ limit: 'logLines', lines: 42 });
  });

  it('reads how far a call is from its own members only, and takes nothing else for it', () => {
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
