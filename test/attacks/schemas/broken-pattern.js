// title: A pattern that is not a regular expression
// expects: refused
// output: {"type": "string", "pattern": "("}
export function attack() {
  return '(';
}
