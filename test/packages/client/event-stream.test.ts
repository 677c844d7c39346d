// The client's parser of events: the same events however the stream is cut, and a bound on what it keeps.

import { expect } from 'chai';
import fc from 'fast-check';
import { EventParser, type StreamEvent } from '../../../packages/client/src/core/event-stream.ts';

const FAR = 1_000_000;
const parsed = (text: string, most = FAR): readonly StreamEvent[] | undefined => new EventParser(most).push(text);

describe("the client's parser of events", () => {
  // The examples of the HTML standard, and its special cases.
  const streams: Readonly<Record<string, readonly [name: string, data: string][]>> = {
    'data: YHOO\ndata: +2\ndata: 10\n\n': [['message', 'YHOO\n+2\n10']],
    ': test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n': [
      ['message', 'first event'],
      ['message', 'second event'],
    ],
    'data\n\ndata\ndata\n\ndata:': [
      ['message', ''],
      ['message', '\n'],
    ],
    'data:test\n\ndata: test\n\n': [
      ['message', 'test'],
      ['message', 'test'],
    ],
    'event: a\rdata: 1\r\revent: b\r\ndata: 2\r\n\r\n': [
      ['a', '1'],
      ['b', '2'],
    ],
    'event: a\n\ndata: no name\n\n': [['message', 'no name']],
    'event: a\nevent: b\ndata: x: y\n\n': [['b', 'x: y']],
    'eventx: a\ndata x: 1\n data: 2\nDATA: 3\nretry: 10\n:data: 4\n\n': [],
    'data: \u2028\u0085\u0000\ufeff\n\n': [['message', '\u2028\u0085\u0000\ufeff']],
    '\n\n\r\r\n': [],
    'data: not ended\n': [],
  };
  for (const [text, events] of Object.entries(streams))
    it(`reads ${JSON.stringify(text)}`, () => {
      expect(parsed(text)).to.deep.equal(events.map(([name, data]) => ({ name, data })));
    });

  const line = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc.constantFrom('', 'data', 'event', ':', 'data: 🎈é', 'event: progress', 'data:  {"a":1}', 'id: 3'),
  );
  const stream = fc
    .array(fc.tuple(line, fc.constantFrom('\n', '\r', '\r\n')), { maxLength: 30 })
    .map((lines) => lines.map((parts) => parts.join('')).join(''));

  it('reads the same events from parts of any size, cut inside of characters and line breaks too', () => {
    fc.assert(
      fc.property(stream, fc.array(fc.nat({ max: 7 }), { minLength: 1, maxLength: 20 }), (text, sizes) => {
        const bytes = new TextEncoder().encode(text);
        const parser = new EventParser(FAR);
        const decoder = new TextDecoder();
        const events: StreamEvent[] = [];
        for (let at = 0, part = 0; at < bytes.length; part += 1) {
          const size = (sizes[part % sizes.length] as number) + (part % 2);
          const decoded = decoder.decode(bytes.subarray(at, at + size), { stream: true });
          events.push(...(parser.push(decoded) as readonly StreamEvent[]));
          at += size;
        }
        const whole = new TextDecoder().decode(bytes);
        expect(events).to.deep.equal(parsed(whole));
      }),
      { numRuns: 2_000 },
    );
  });

  it('reads what was written, whatever the texts are', () => {
    const written = fc.array(fc.tuple(fc.stringMatching(/^[a-z]{1,8}$/), fc.json()), { maxLength: 10 });
    fc.assert(
      fc.property(written, fc.constantFrom('\n', '\r', '\r\n'), (events, end) => {
        const text = events.map(([name, data]) => `event: ${name}${end}data: ${data}${end}${end}`).join(`:${end}`);
        expect(parsed(text)).to.deep.equal(events.map(([name, data]) => ({ name, data })));
      }),
    );
  });

  describe('keeps no more of an event than it may', () => {
    for (const [what, start, more] of [
      ['a line without an end', '', 'x'.repeat(10)],
      ['a comment without an end', ':', 'x'.repeat(10)],
      ['many lines of data', '', 'data: x\n'],
      ['many empty lines of data', '', 'data\n'],
      ['many names', '', 'event: x\n'],
    ] as const)
      it(`if it is ${what}`, () => {
        const parser = new EventParser(1_000);
        let pushed = start.length;
        let events = parser.push(start);
        while (events !== undefined && pushed < 5_000) {
          expect(events).to.deep.equal([]);
          events = parser.push(more);
          pushed += more.length;
        }
        expect(events).to.equal(undefined);
        expect(pushed).to.be.within(1_000, 2_100);
      });

    it('but any number of events, and of comments', () => {
      const parser = new EventParser(100);
      let count = 0;
      for (let pushed = 0; pushed < 1_000; pushed += 1)
        count += parser.push(':\n\ndata: 12345678901234567890\n\n:x\n')?.length ?? Number.NaN;
      expect(count).to.equal(1_000);
    });
  });

  it('reads one long line in many parts in time that grows with its length', () => {
    const part = 'x'.repeat(1_000);
    const parser = new EventParser(100_000_000);
    const startMs = performance.now();
    parser.push('data: ');
    for (let count = 0; count < 20_000; count += 1) parser.push(part);
    const [event] = parser.push('\n\n') ?? [];
    expect(event?.data).to.have.lengthOf(20_000_000);
    // Looking at the whole line again for each part takes minutes.
    expect(performance.now() - startMs).to.be.below(5_000);
  });
});
