// title: An error thrown from a timer, with no caller above it on the stack
// expects: tool_error
export function attack() {
  setTimeout(() => {
    throw new Error('from a timer');
  }, 1);
  return new Promise(() => {});
}
