import { expect } from 'chai';
import fc from 'fast-check';
import { encodeFrame, FrameBatch, FrameReader, FrameViolation } from '../../../src/shared/protocol/frames.ts';

describe('frames', () => {
  const caps = { headBytes: 1_000, bodyBytes: 10_000 };

  it('come out as they went in, wherever the stream is cut, also if the memory of a chunk is used again', () => {
    const frames = fc.array(
      fc.tuple(fc.string({ unit: 'grapheme', maxLength: 50 }), fc.string({ unit: 'grapheme', maxLength: 500 })),
      { maxLength: 8 },
    );
    const cutLists = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(frames, cutLists, fc.boolean(), (sent, cuts, isReused) => {
        const stream = Buffer.concat(sent.map(([head, body]) => encodeFrame(head, body)));
        const received: [string, string][] = [];
        const reader = new FrameReader(caps, (head, body) => received.push([head.toString(), body.toString()]), {
          isReused,
        });
        for (let at = 0, turn = 0; at < stream.length; turn += 1) {
          const bytes = cuts[turn % cuts.length] ?? 1;
          const chunk = Buffer.from(stream.subarray(at, at + bytes));
          reader.push(chunk);
          if (isReused) chunk.fill(0xff);
          at += bytes;
        }
        expect(received).to.deep.equal(sent);
      }),
    );
  });

  it('of one batch are the same bytes as single frames, and leave nothing for the next batch', () => {
    const batch = new FrameBatch();
    for (let turn = 0; turn < 2; turn += 1) {
      const isFirst = ['', 'plain', 'grüße 👋'].map((body) => batch.add('{"t":"call"}', body));
      expect(isFirst).to.deep.equal([true, false, false]);
      const one = ['', 'plain', 'grüße 👋'].map((body) => encodeFrame('{"t":"call"}', body));
      expect(Buffer.concat(batch.take()).equals(Buffer.concat(one))).to.equal(true);
    }
  });

  it('of one batch are the same bytes if some bodies are long, which are not copied', () => {
    const bodies = fc.array(fc.tuple(fc.constantFrom(0, 10, 16_383, 16_384, 40_000), fc.boolean()), { maxLength: 6 });
    fc.assert(
      fc.property(bodies, (sent) => {
        const batch = new FrameBatch();
        const one = sent.map(([length, isText], index) => {
          const bytes = Buffer.alloc(length, 97 + index);
          const body = isText ? bytes.toString() : bytes;
          batch.add(`{"n":${index}}`, body);
          return { bytes, frame: encodeFrame(`{"n":${index}}`, body) };
        });
        const pieces = batch.take();
        expect(Buffer.concat(pieces).equals(Buffer.concat(one.map(({ frame }) => frame)))).to.equal(true);
        const long = sent.filter(([length, isText]) => length >= 16_384 && !isText).length;
        expect(pieces.filter((piece) => one.some(({ bytes }) => bytes === piece)).length).to.equal(long);
        expect(batch.take()).to.deep.equal([]);
      }),
    );
  });

  it('over a cap are refused by their length, before their first byte has come', () => {
    const reader = new FrameReader(caps, () => expect.fail('no frame is complete'));
    const prefix = encodeFrame('{}', 'x'.repeat(10_001)).subarray(0, 8);
    expect(() => reader.push(prefix)).to.throw(FrameViolation);
  });

  it('of random bytes are incomplete, read, or refused', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const reader = new FrameReader(caps, () => {});
        try {
          reader.push(Buffer.from(bytes));
        } catch (error) {
          expect(error).to.be.instanceOf(FrameViolation);
        }
      }),
    );
  });
});
