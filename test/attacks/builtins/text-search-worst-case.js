// title: A search in which every position almost matches
// expects: exceeded_cpu, exceeded_wall_time, exceeded_memory
export function attack() {
  const text = 'a'.repeat(12_000_000);
  const sought = `b${'a'.repeat(500_000)}`;
  for (;;) if (text.indexOf(sought) > 0 || text.lastIndexOf(sought) > 0) return 0;
}
