// title: Object.hasOwn and hasOwnProperty say yes, so that nothing is missing
// expects: invalid_result
// output: {"type": "object", "required": ["verified"], "additionalProperties": false}
export function attack() {
  Reflect.set(Object, 'hasOwn', () => true);
  Reflect.defineProperty(Object.prototype, 'hasOwnProperty', { value: () => true });
  Reflect.set(Object.prototype, 'verified', true);
  Reflect.set(Object, 'keys', () => []);
  return {};
}
