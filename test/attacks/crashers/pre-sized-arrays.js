// title: Arrays allocated at their full size
// expects: exceeded_memory, exceeded_cpu, runner_lost, tool_error
export function attack() {
  const kept = [];
  for (;;) kept.push(new Array(30_000_000).fill(1.5));
}
