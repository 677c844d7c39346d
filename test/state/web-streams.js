// title: Streams: properties on them, and objects that their library passes to an object in the place of one of its parts
const assign = (target, key, value) => {
  try {
    return Reflect.set(target, key, value);
  } catch {
    return false;
  }
};
const types = () => [
  ...[ReadableStream, ReadableStreamDefaultReader, ReadableStreamBYOBReader, ReadableStreamDefaultController],
  ...[ReadableByteStreamController, ReadableStreamBYOBRequest, WritableStream, WritableStreamDefaultWriter],
  ...[WritableStreamDefaultController, TransformStream, TransformStreamDefaultController],
  ...[ByteLengthQueuingStrategy, CountQueuingStrategy],
];
/** A controller that shows every argument of every method, under any name. */
const spy = (real, met) => {
  let isAsked = false;
  return new Proxy(real, {
    get(target, key) {
      const value = Reflect.get(target, key, target);
      if (typeof value !== 'function') return value;
      return (...given) => {
        met.push(...given);
        if (!String(key).includes('Sync')) return Reflect.apply(value, target, given);
        // Reports once that a chunk is there at once, so that a request of another class reads it.
        const isFirst = !isAsked;
        isAsked = true;
        return isFirst;
      };
    },
  });
};
const spied = (source, met) => {
  const stream = new ReadableStream(source);
  assign(stream, '_readableStreamController', spy(stream._readableStreamController, met));
  return stream;
};
const filled = { start: (controller) => controller.enqueue(new Uint8Array([1])) };
const handed = () => {
  const met = [];
  const quiet = (promise) => void promise?.catch?.(() => {});
  const acts = [
    () => quiet(spied(filled, met).getReader().read()),
    () =>
      quiet(
        spied({ ...filled, type: 'bytes' }, met)
          .getReader({ mode: 'byob' })
          .read(new Uint8Array(1)),
      ),
    () => quiet(spied({}, met).values().next()),
    () => quiet(spied(filled, met).pipeTo(new WritableStream())),
    () =>
      quiet(
        spied({ ...filled, type: 'bytes' }, met)
          .tee()[0]
          .getReader()
          .read(),
      ),
    () => quiet(spied(filled, met).tee()[0].getReader().read()),
    () => quiet(new TransformStream().writable.close()),
  ];
  for (const act of acts)
    try {
      act();
    } catch {}
  const closing = new WritableStream({ write: () => new Promise(() => {}) });
  quiet(closing.close());
  met.push(
    closing._writableStreamController?._queue,
    closing._writableStreamController?._queue?._front?._elements[0]?.value,
  );
  return met.filter((value) => typeof value === 'object' && value !== null);
};
const parts = () => [
  ...types().flatMap((type) => [type, type.prototype]),
  ...[new ReadableStream().values(), new CountQueuingStrategy({ highWaterMark: 1 }).size].map(Object.getPrototypeOf),
  ...[new CountQueuingStrategy({ highWaterMark: 1 }).size, new ByteLengthQueuingStrategy({ highWaterMark: 1 }).size],
  ...handed().map((value) => Object.getPrototypeOf(value)),
];
export const leave = ({ secret }) => {
  for (const part of parts()) {
    assign(part, 'left', secret);
    Reflect.setPrototypeOf(part, { secret });
    for (const key of Reflect.ownKeys(part)) assign(part, key, () => secret);
  }
  // A buffer with its own versions of the members that the library reads once.
  const buffer = new ArrayBuffer(4);
  Object.defineProperty(buffer, 'transfer', { value: secret });
  Object.defineProperty(buffer, 'detached', { value: secret });
  try {
    new ReadableStream({ type: 'bytes', start: (controller) => controller.enqueue(new Uint8Array(buffer)) });
  } catch {}
  return null;
};
const read = async (stream) => {
  const found = [];
  for await (const chunk of stream) found.push([...chunk]);
  return found;
};
export const find = async () => {
  const given = new Uint8Array([1, 2]);
  const bytes = new ReadableStream({
    type: 'bytes',
    start(controller) {
      controller.enqueue(given);
      controller.close();
    },
  });
  const upper = new TransformStream({
    transform: (chunk, controller) => controller.enqueue(chunk.map((byte) => byte + 1)),
  });
  return [
    parts().map((part) => [part?.left ?? null, part?.secret ?? null]),
    given.buffer.detached,
    await read(bytes.pipeThrough(upper)),
    await read(ReadableStream.from([new Uint8Array([7])]).tee()[1]),
  ];
};
