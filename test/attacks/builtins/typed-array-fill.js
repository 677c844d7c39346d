// title: A large typed array filled and copied over and over
// expects: exceeded_cpu, exceeded_wall_time, exceeded_memory
export function attack() {
  const bytes = new Uint8Array(16_000_000);
  for (let i = 0; ; i += 1) bytes.fill(i & 255).copyWithin(1, 0);
}
