// title: A dynamic import in code made from a string, which no compiler has seen
// expects: tool_error
export function attack() {
  return new Function('return import("node:fs")')();
}
