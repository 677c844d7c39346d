// title: Locale comparison of two long texts that differ at their end
// expects: exceeded_cpu, exceeded_wall_time, exceeded_memory
export function attack() {
  const text = 'Å'.repeat(2_000_000);
  for (;;) if (`${text}a`.localeCompare(`${text}b`, 'sv', { sensitivity: 'base' }) > 0) return 0;
}
