// title: Errors with stacks as long as they get
// expects: exceeded_memory, exceeded_cpu
export function attack() {
  Error.stackTraceLimit = 10_000;
  const kept = [];
  const dive = (depth) => (depth === 0 ? new Error('deep') : dive(depth - 1));
  for (;;) kept.push(dive(2000));
}
