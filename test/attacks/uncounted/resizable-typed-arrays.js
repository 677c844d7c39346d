// title: Buffers that typed arrays make by themselves, asked to be resizable
// expects: ok
// result: []
export function attack() {
  const arrays = [Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array]
    .concat([Float32Array, Float64Array, BigInt64Array, BigUint64Array])
    .map((Typed) => new Typed(2, { maxByteLength: 2 ** 30 }));
  return arrays.filter(({ buffer }) => buffer.resizable || typeof buffer.resize === 'function').map(String);
}
