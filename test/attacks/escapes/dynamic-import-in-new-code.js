// title: A dynamic import in code made from a string, where no compiler has seen it
// expects: tool_error
export function attack() {
  return new Function('return import("node:fs")')();
}
