// title: A resizable buffer asked of every constructor that can be reached from another buffer
// expects: ok
// result: []
export function attack() {
  const constructors = [
    ArrayBuffer.prototype.constructor,
    new Uint8Array(1).buffer.constructor,
    new DataView(new ArrayBuffer(1)).buffer.constructor,
    new ArrayBuffer(1).slice(0).constructor,
    new ArrayBuffer(1).transfer?.(1).constructor,
    ArrayBuffer[Symbol.species],
    Object.getPrototypeOf(new Float64Array(1).buffer).constructor,
  ];
  return constructors
    .filter((Constructor) => typeof Constructor === 'function')
    .flatMap((Constructor, index) => {
      const buffer = new Constructor(8, { maxByteLength: 2 ** 30 });
      return buffer.resizable || buffer.maxByteLength > 8 ? [index] : [];
    });
}
