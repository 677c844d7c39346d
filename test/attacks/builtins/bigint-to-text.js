// title: The decimal digits of a big integer
// expects: exceeded_cpu, exceeded_wall_time, exceeded_memory
export function attack() {
  const n = (1n << 60_000_000n) - 1n;
  for (;;) if (n.toString().length === 0) return 0;
}
