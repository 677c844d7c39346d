// title: The engine's own debugging syntax
// expects: tool_error
export function attack() {
  return new Function('return %DebugPrint(globalThis)')();
}
