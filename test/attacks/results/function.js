// title: A function
// expects: invalid_result
export function attack() {
  return attack;
}
