// title: A delay that cannot be a number
// expects: tool_error
export function attack() {
  setTimeout(() => {}, Symbol('soon'));
  return 1;
}
