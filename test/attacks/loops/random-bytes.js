// title: Random bytes without end
// expects: exceeded_cpu, exceeded_wall_time
export function attack() {
  const bytes = new Uint8Array(65536);
  for (;;) crypto.getRandomValues(bytes);
}
