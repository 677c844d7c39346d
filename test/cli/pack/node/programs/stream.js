import { Buffer } from 'node:buffer';
import Stream, { Duplex, PassThrough, pipeline, Readable, Transform, Writable } from 'node:stream';
import consumers from 'node:stream/consumers';
import { finished, pipeline as piped } from 'node:stream/promises';
import { ReadableStream as WebStream } from 'node:stream/web';

const upper = () =>
  new Transform({
    transform(chunk, _encoding, done) {
      done(null, String(chunk).toUpperCase());
    },
  });
const collected = async (stream) => {
  const parts = [];
  for await (const part of stream) parts.push(part);
  return parts;
};

export const cases = {
  'is one class with parts': () => [
    Stream.Readable === Readable,
    typeof Stream,
    new Readable() instanceof Stream,
    new PassThrough() instanceof Duplex,
  ],
  'is read': async () => (await collected(Readable.from(['a', 'b']))).map(String),
  'is piped': async () => {
    const parts = [];
    await piped(
      Readable.from(['a', 'b']),
      upper(),
      new Writable({
        write(chunk, _encoding, done) {
          parts.push(String(chunk));
          done();
        },
      }),
    );
    return parts;
  },
  'is piped with a callback': () =>
    new Promise((resolve) => pipeline(Readable.from(['a']), upper(), (error) => resolve(error ?? 'done')).resume()),
  'fails as its parts fail': () =>
    piped(
      Readable.from(['a']),
      new Transform({
        transform(_chunk, _encoding, done) {
          done(new RangeError('mine'));
        },
      }),
      new PassThrough(),
    ),
  'tells when it is full': () => new PassThrough({ highWaterMark: 2 }).write('abc'),
  'carries objects': async () => collected(Readable.from([{ a: 1 }, 2], { objectMode: true })),
  'decodes text': async () => {
    const stream = new PassThrough();
    stream.setEncoding('utf8');
    stream.end(Buffer.from('ü'));
    return collected(stream);
  },
  'emits events in order': async () => {
    const seen = [];
    const stream = new PassThrough();
    for (const name of ['data', 'end', 'finish', 'close']) stream.on(name, () => seen.push(name));
    stream.end('a');
    await finished(stream);
    await new Promise((resolve) => setTimeout(resolve, 5));
    return seen;
  },
  'is destroyed': async () => {
    const stream = new PassThrough();
    stream.destroy(new Error('gone'));
    return finished(stream);
  },
  'is extended': async () => {
    class Counter extends Readable {
      #left = 3;
      _read() {
        this.push(this.#left === 0 ? null : String(this.#left--));
      }
    }
    return (await collected(new Counter())).map(String).join('');
  },
  'is consumed': async () => [
    await consumers.text(Readable.from(['a', 'b'])),
    await consumers.json(Readable.from(['{"a":', '1}'])),
    await consumers.buffer(Readable.from([Buffer.from('x')])),
  ],
  'becomes a stream of the web and back': async () => {
    const web = Readable.toWeb(Readable.from([Buffer.from('ab')]));
    return [web instanceof WebStream, (await collected(Readable.fromWeb(web))).map(String)];
  },
  'has helpers': async () =>
    Readable.from([1, 2, 3])
      .filter((x) => x > 1)
      .map((x) => x * 2)
      .toArray(),
};
