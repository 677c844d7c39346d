// title: A split at a separator that almost matches everywhere
// expects: exceeded_cpu, exceeded_wall_time, exceeded_memory
export function attack() {
  const text = 'a'.repeat(12_000_000);
  const separator = `${'a'.repeat(400_000)}b${'a'.repeat(400_000)}`;
  for (;;) if (text.split(separator).length > 1) return 0;
}
