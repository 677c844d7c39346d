// title: A call with ten million arguments
// expects: tool_error, exceeded_memory, exceeded_cpu
export function attack() {
  return Math.max.apply(null, { length: 10_000_000 });
}
