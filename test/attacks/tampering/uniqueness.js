// title: Set, Map and Object.is replaced, so that equal things look different
// expects: invalid_result
// output: {"type": "array", "uniqueItems": true}
export function attack() {
  Object.is = () => false;
  Set.prototype.has = () => false;
  Map.prototype.has = () => false;
  globalThis.Set = class {};
  return [1, 1, { a: 1 }, { a: 1 }];
}
