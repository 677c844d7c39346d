// title: The words of a timeout in an unhandled rejection, which reaches the host around the tool
// expects: tool_error, ok
// result: 1
export function attack() {
  Promise.reject(new Error('Script execution timed out.'));
  return 1;
}
