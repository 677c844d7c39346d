// title: A resizable buffer asked for by a subclass
// expects: ok
// result: false
class Elastic extends ArrayBuffer {
  constructor() {
    super(0, { maxByteLength: 2 ** 30 });
  }
}
export function attack() {
  const buffer = new Elastic();
  return Boolean(buffer.resizable) || typeof buffer.resize === 'function';
}
