// title: Array iteration replaced by one that ends at once
// expects: invalid_result
// output: {"type": "array", "items": {"type": "number"}}
export function attack() {
  Reflect.set(Array.prototype, Symbol.iterator, () => ({ next: () => ({ done: true }) }));
  Reflect.set(Array.prototype, 'every', () => true);
  Reflect.set(Array.prototype, 'push', () => 0);
  Reflect.set(Object.getPrototypeOf([].values()), 'next', () => ({ done: true }));
  return ['not', 'numbers'];
}
