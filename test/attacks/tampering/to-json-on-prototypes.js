// title: A toJSON on every prototype, which may change only the result
// expects: ok
// result: "bent"
// or: {"honest": true}
export function attack() {
  Reflect.set(Object.prototype, 'toJSON', () => 'bent');
  Reflect.set(String.prototype, 'toJSON', () => 'bent');
  return { honest: true };
}
