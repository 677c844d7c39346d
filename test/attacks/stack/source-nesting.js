// title: Source text nested a hundred thousand levels deep
// expects: tool_error, exceeded_memory
export function attack() {
  return new Function(`return ${'['.repeat(100_000)}${']'.repeat(100_000)}`)();
}
