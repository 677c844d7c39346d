// title: A big integer, which JSON does not have
// expects: invalid_result
export function attack() {
  return 1n;
}
