// title: A hash of ever more bytes
// expects: exceeded_cpu, exceeded_wall_time, exceeded_memory
export async function attack() {
  let bytes = new Uint8Array(1_000_000);
  for (;;) bytes = new Uint8Array([...new Uint8Array(await crypto.subtle.digest('SHA-512', bytes)), ...bytes]);
}
