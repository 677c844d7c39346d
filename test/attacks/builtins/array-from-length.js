// title: Array.from an object that only has a length
// expects: exceeded_cpu, exceeded_wall_time, exceeded_memory, runner_lost
export function attack() {
  return Array.from({ length: 2 ** 32 - 1 }).length;
}
