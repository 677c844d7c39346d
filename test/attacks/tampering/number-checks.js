// title: Number.isInteger and isFinite say yes, so that a text passes for a number
// expects: invalid_result
// output: {"type": "integer", "minimum": 0}
export function attack() {
  Reflect.set(Number, 'isInteger', () => true);
  Reflect.set(Number, 'isFinite', () => true);
  Reflect.set(globalThis, 'isFinite', () => true);
  Reflect.defineProperty(String.prototype, 'valueOf', { value: () => 1 });
  return 'one';
}
