// title: A promise that nothing will ever settle
// expects: tool_error
export function attack() {
  return new Promise(() => {});
}
