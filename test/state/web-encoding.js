// title: TextEncoder, TextDecoder, atob and btoa: properties on them, and a decoder left in the middle of a character
const assign = (target, key, value) => {
  try {
    return Reflect.set(target, key, value);
  } catch {
    return false;
  }
};
const parts = () => [
  TextEncoder,
  TextDecoder,
  TextEncoder.prototype,
  TextDecoder.prototype,
  Object.getPrototypeOf(TextDecoder.prototype),
  Object.getPrototypeOf(TextDecoder),
  new TextEncoder().encode,
  atob,
  btoa,
  DOMException,
  DOMException.prototype,
  new DOMException('', 'AbortError').constructor,
];
const bytes = [0xe9, 0xff, 0x80, 0xe2, 0x82];
export const leave = ({ secret }) => {
  for (const part of parts()) {
    assign(part, 'left', secret);
    Reflect.setPrototypeOf(part, { secret });
    for (const key of Reflect.ownKeys(part)) assign(part, key, secret);
  }
  for (const label of ['utf-8', 'utf-16le', 'koi8-u'])
    new TextDecoder(label).decode(new Uint8Array(bytes), { stream: true });
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array(bytes));
  } catch (error) {
    assign(Object.getPrototypeOf(error), 'left', secret);
  }
  return null;
};
export const find = () => [
  parts().map((part) => [part.left ?? null, part.secret ?? null]),
  ['utf-8', 'utf-16le', 'koi8-u', 'l2'].map((label) => new TextDecoder(label).decode(new Uint8Array(bytes))),
  [...new TextEncoder().encode('é')],
  atob(btoa('abc')),
  String(new DOMException('a', 'AbortError')),
];
