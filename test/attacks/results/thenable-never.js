// title: A thenable that forgets its callbacks
// expects: tool_error
export function attack() {
  return {
    then() {},
  };
}
