// title: A Set that grows until the engine cannot grow it
// expects: exceeded_memory, exceeded_cpu, runner_lost, tool_error
export function attack() {
  const set = new Set();
  for (let i = 0; ; i += 1) set.add(i);
}
