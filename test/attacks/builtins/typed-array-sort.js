// title: Sorts of a large typed array
// expects: exceeded_cpu, exceeded_wall_time, exceeded_memory
export function attack() {
  const numbers = new Float64Array(2_000_000);
  for (;;) {
    for (let i = 0; i < numbers.length; i += 1) numbers[i] = Math.random();
    numbers.sort();
  }
}
