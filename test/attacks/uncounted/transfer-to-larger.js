// title: Buffers moved to ever larger ones
// expects: exceeded_memory, tool_error, exceeded_cpu
export function attack() {
  const kept = [];
  for (;;) kept.push(new Uint8Array(new ArrayBuffer(1).transfer(4_000_000)).fill(1));
}
