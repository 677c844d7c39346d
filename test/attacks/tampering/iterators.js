// title: Array iteration replaced by one that ends at once
// expects: invalid_result
// output: {"type": "array", "items": {"type": "number"}}
export function attack() {
  Array.prototype[Symbol.iterator] = () => ({ next: () => ({ done: true }) });
  Array.prototype.every = () => true;
  Array.prototype.push = () => 0;
  Object.getPrototypeOf([][Symbol.iterator]).next = () => ({ done: true });
  return ['not', 'numbers'];
}
