// title: A sort of an array of four billion holes
// expects: exceeded_cpu, exceeded_wall_time, exceeded_memory
export function attack() {
  const holes = [];
  holes.length = 2 ** 32 - 1;
  holes[2 ** 32 - 2] = 1;
  return holes.sort().length;
}
