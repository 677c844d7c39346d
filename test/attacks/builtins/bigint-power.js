// title: A power of a big integer
// expects: exceeded_cpu, exceeded_wall_time, exceeded_memory
export function attack() {
  for (let n = 3n; ; n += 2n) if (n ** 40_000_000n === 0n) return 0;
}
