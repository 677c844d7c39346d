// title: null thrown
// expects: tool_error
export function attack() {
  throw null;
}
