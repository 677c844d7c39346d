// title: RegExp.prototype.test says yes, so that any text fits a pattern
// expects: invalid_result
// output: {"type": "string", "pattern": "^[a-z]+$"}
export function attack() {
  Reflect.set(RegExp.prototype, 'test', () => true);
  Reflect.set(RegExp.prototype, 'exec', () => ['a']);
  Reflect.defineProperty(RegExp.prototype, Symbol.match, { value: () => ['a'] });
  return 'NOT A WORD!';
}
