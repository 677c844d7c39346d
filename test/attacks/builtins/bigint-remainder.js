// title: Remainders of big integers
// expects: exceeded_cpu, exceeded_wall_time, exceeded_memory
export function attack() {
  const n = (1n << 40_000_000n) - 1n;
  const d = (1n << 20_000_000n) - 3n;
  for (;;) if (n % d === 0n) return 0;
}
