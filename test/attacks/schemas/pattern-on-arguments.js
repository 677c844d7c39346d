// title: An input pattern that backtracks on the arguments
// expects: exceeded_cpu
// input: {"type": "object", "properties": {"text": {"type": "string", "pattern": "^(a+)+$"}}}
// arguments: {"text": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!"}
export function attack() {
  return 'checked';
}
