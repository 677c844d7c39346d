// title: Object.keys of a very long text
// expects: exceeded_cpu, exceeded_wall_time, exceeded_memory, runner_lost
export function attack() {
  return Object.keys('x'.repeat(2 ** 28)).length;
}
