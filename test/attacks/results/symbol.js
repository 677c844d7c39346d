// title: A symbol
// expects: invalid_result
export function attack() {
  return Symbol('result');
}
