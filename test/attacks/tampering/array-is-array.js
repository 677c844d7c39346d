// title: Array.isArray says yes, so that a text passes for a list
// expects: invalid_result
// output: {"type": "array", "items": {"type": "number"}}
export function attack() {
  Reflect.set(Array, 'isArray', () => true);
  return { length: 1, 0: 'not a number' };
}
