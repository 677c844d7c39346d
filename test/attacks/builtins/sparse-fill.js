// title: fill over an array of four billion holes
// expects: exceeded_cpu, exceeded_wall_time, exceeded_memory, runner_lost
export function attack() {
  return new Array(2 ** 32 - 1).fill(0).length;
}
