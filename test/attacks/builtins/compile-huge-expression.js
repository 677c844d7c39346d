// title: An expression of a million terms, compiled anew each time
// expects: exceeded_cpu, exceeded_wall_time, exceeded_memory, tool_error, runner_lost
export function attack() {
  for (let i = 0; ; i += 1) new Function(`return ${`x${i}+`.repeat(300_000)}1`);
}
