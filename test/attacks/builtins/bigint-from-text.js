// title: A big integer read from millions of digits
// expects: exceeded_cpu, exceeded_wall_time, exceeded_memory
export function attack() {
  const digits = '9'.repeat(15_000_000);
  for (;;) if (BigInt(digits) === 0n) return 0;
}
