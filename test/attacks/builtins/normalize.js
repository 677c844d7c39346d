// title: Unicode normalisation of a text made of combining marks alone
// expects: exceeded_cpu, exceeded_wall_time, exceeded_memory
export function attack() {
  const marks = '\u0300\u0323'.repeat(1_000_000);
  for (;;) if (marks.normalize('NFC').length === 0) return 0;
}
