// title: multipleOf with the smallest number there is
// expects: ok, invalid_result, refused
// result: 1
// output: {"type": "number", "multipleOf": 5e-324}
export function attack() {
  return 1;
}
