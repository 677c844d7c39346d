// title: An error with the very words in which the engine reports a timeout
// expects: tool_error
export function attack() {
  throw new Error('Script execution timed out.');
}
