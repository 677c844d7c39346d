// title: Products of big integers
// expects: exceeded_cpu, exceeded_wall_time, exceeded_memory
export function attack() {
  const n = (1n << 20_000_000n) - 1n;
  for (;;) if (n * (n - 2n) === 0n) return 0;
}
