// title: Number.isInteger and isFinite say yes, so that a text passes for a number
// expects: invalid_result
// output: {"type": "integer", "minimum": 0}
export function attack() {
  Number.isInteger = () => true;
  Number.isFinite = () => true;
  globalThis.isFinite = () => true;
  String.prototype.valueOf = () => 1;
  return 'one';
}
