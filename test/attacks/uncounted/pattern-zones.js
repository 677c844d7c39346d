// title: Patterns whose compilation takes gigabytes outside the heap
// expects: exceeded_memory, exceeded_cpu, exceeded_wall_time, tool_error, runner_lost
export function attack() {
  const kept = [];
  for (let i = 0; ; i += 1) {
    const pattern = new RegExp(`(?:${`[a-z${i}]{1,200}|`.repeat(5000)}z)`, 'iu');
    pattern.test('abc');
    kept.push(pattern);
  }
}
