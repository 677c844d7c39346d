// title: A Map that grows until the engine cannot grow it
// expects: exceeded_memory, exceeded_cpu, runner_lost, tool_error
export function attack() {
  const map = new Map();
  for (let i = 0; ; i += 1) map.set(i, i);
}
