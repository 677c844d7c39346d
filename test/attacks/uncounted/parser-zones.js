// title: Source text whose syntax tree is far larger than itself
// expects: exceeded_memory, exceeded_cpu, exceeded_wall_time, tool_error, runner_lost
export function attack() {
  const source = `return [${'{a:[{}]},'.repeat(700_000)}0]`;
  for (;;) new Function(source);
}
