// title: An array of four billion holes
// expects: exceeded_memory, exceeded_cpu, exceeded_wall_time, invalid_result, runner_lost
export function attack() {
  return new Array(2 ** 32 - 1);
}
