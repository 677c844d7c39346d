// title: JSON text of a million open brackets
// expects: tool_error, exceeded_memory, exceeded_cpu
export function attack() {
  return JSON.parse('['.repeat(1_000_000));
}
