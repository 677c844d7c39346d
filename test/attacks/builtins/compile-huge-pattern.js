// title: A pattern of hundreds of thousands of parts, compiled anew each time
// expects: exceeded_cpu, exceeded_wall_time, exceeded_memory, tool_error, runner_lost
export function attack() {
  for (let i = 0; ; i += 1) new RegExp(`${'(?:a{1,50}|b)'.repeat(20_000)}${i}`).test('ab');
}
