// title: A species that hands slice a resizable buffer
// expects: ok, tool_error
// result: false
export function attack() {
  class Elastic extends ArrayBuffer {
    static get [Symbol.species]() {
      return function make(length) {
        return new ArrayBuffer(length, { maxByteLength: 2 ** 30 });
      };
    }
  }
  const buffer = new Elastic(16).slice(0, 8);
  return Boolean(buffer.resizable) || buffer.maxByteLength > 8;
}
