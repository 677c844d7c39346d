// Copies, joins and compares bytes. Runs inside the isolate.

export type Bytes = Uint8Array<ArrayBuffer>;

/** A copy of a buffer's or a view's bytes, made before anything is awaited: the plugin could change them. Throws TypeError for anything else. */
export const bytesOf = (source: unknown): Bytes => {
  let view: Uint8Array;
  if (ArrayBuffer.isView(source)) view = new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
  else if (source instanceof ArrayBuffer) view = new Uint8Array(source);
  else throw new TypeError('The data must be a buffer or a view of one.');
  const copy = new Uint8Array(view.length);
  copy.set(view);
  return copy;
};

/** The first `bits` bits of `bytes`. The rest of the last byte is 0. */
export const firstBits = (bytes: Uint8Array, bits: number): Bytes => {
  const first = new Uint8Array(Math.ceil(bits / 8));
  first.set(bytes.subarray(0, first.length));
  if (bits % 8 !== 0) first[first.length - 1] = (first[first.length - 1] as number) & (0xff << (8 - (bits % 8)));
  return first;
};

/** One array with the bytes of all parts, in their order. */
export const joined = (parts: readonly Uint8Array[]): Bytes => {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
};

/** True for equal bytes. The time depends on the length of `one` only, so nobody can guess the bytes one by one. */
export const timingSafeEqual = (one: Uint8Array, other: Uint8Array): boolean => {
  let difference = one.length ^ other.length;
  for (const [index, byte] of one.entries()) difference |= byte ^ (other[index] ?? 0);
  return difference === 0;
};
