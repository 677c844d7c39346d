// title: A pattern that is none
// expects: refused
// output: {"type": "string", "pattern": "("}
export function attack() {
  return '(';
}
