// title: The length of texts forged, so that a long one looks short
// expects: invalid_result
// output: {"type": "string", "maxLength": 5}
export function attack() {
  Reflect.set(String.prototype, Symbol.iterator, function* () {});
  Reflect.set(String.prototype, 'charCodeAt', () => 0xd800);
  Reflect.defineProperty(String.prototype, 'length', { get: () => 0 });
  return 'much longer than five';
}
