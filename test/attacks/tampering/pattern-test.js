// title: RegExp.prototype.test says yes, so that any text fits a pattern
// expects: invalid_result
// output: {"type": "string", "pattern": "^[a-z]+$"}
export function attack() {
  RegExp.prototype.test = () => true;
  RegExp.prototype.exec = () => ['a'];
  Object.defineProperty(RegExp.prototype, Symbol.match, { value: () => ['a'] });
  return 'NOT A WORD!';
}
