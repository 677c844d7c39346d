// title: A symbol thrown
// expects: tool_error
export function attack() {
  throw Symbol('thrown');
}
