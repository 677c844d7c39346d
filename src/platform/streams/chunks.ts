// Chunks of streams, copied: who reads one of two branches may write to what it was given. Runs inside the isolate.

type View = ArrayBufferView<ArrayBuffer>;
type ViewType = new (buffer: ArrayBuffer, byteOffset: number, length: number) => View;

const TYPES: readonly ViewType[] = [
  ...[Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array],
  ...[Float16Array, Float32Array, Float64Array, BigInt64Array, BigUint64Array],
];
const byName = new Map(TYPES.map((type) => [type.name, type]));
const TypedArray = Object.getPrototypeOf(Uint8Array) as { readonly prototype: Uint8Array };
/** The name of a typed array's kind, whatever it says of itself; undefined for a DataView. */
const kindOf = Object.getOwnPropertyDescriptor(TypedArray.prototype, Symbol.toStringTag)?.get as () => string;

/** A buffer or a view of one, with a buffer of its own; anything else as it is. */
export const copyOfChunk = (chunk: unknown): unknown => {
  if (chunk instanceof ArrayBuffer) return chunk.slice(0);
  if (!ArrayBuffer.isView(chunk)) return chunk;
  const { buffer, byteOffset, byteLength } = chunk as View;
  const type = byName.get(kindOf.call(chunk));
  const own = buffer.slice(0);
  return type ? new type(own, byteOffset, (chunk as Uint8Array).length) : new DataView(own, byteOffset, byteLength);
};
