// title: A function that calls itself without end
// expects: tool_error
export function attack(depth) {
  return attack(depth) + 1;
}
