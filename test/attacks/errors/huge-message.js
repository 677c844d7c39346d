// title: A message of many megabytes
// expects: tool_error
export function attack() {
  throw new Error('x'.repeat(8_000_000));
}
