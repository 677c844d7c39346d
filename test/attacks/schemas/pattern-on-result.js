// title: An output pattern that backtracks on the result
// expects: exceeded_cpu
// output: {"type": "string", "pattern": "^(a+)+$"}
export function attack() {
  return `${'a'.repeat(60)}!`;
}
