// title: An error thrown from a timer, where no caller stands above it
// expects: tool_error
export function attack() {
  setTimeout(() => {
    throw new Error('from a timer');
  }, 1);
  return new Promise(() => {});
}
