// Bytes that a plugin hands over, copied before anything waits. Runs inside the isolate.

/** A copy of a buffer's or a view's bytes. Throws TypeError for anything else. */
export const bytesOf = (source: unknown): Uint8Array<ArrayBuffer> => {
  let view: Uint8Array;
  if (ArrayBuffer.isView(source)) view = new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
  else if (source instanceof ArrayBuffer) view = new Uint8Array(source);
  else throw new TypeError('The data must be a buffer or a view of one.');
  const copy = new Uint8Array(view.length);
  copy.set(view);
  return copy;
};
