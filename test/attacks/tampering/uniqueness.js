// title: Set, Map and Object.is replaced, so that equal things look different
// expects: invalid_result
// output: {"type": "array", "uniqueItems": true}
export function attack() {
  Reflect.set(Object, 'is', () => false);
  Reflect.set(Set.prototype, 'has', () => false);
  Reflect.set(Map.prototype, 'has', () => false);
  Reflect.set(globalThis, 'Set', class {});
  return [1, 1, { a: 1 }, { a: 1 }];
}
