// title: Array buffers that are never let go
// expects: exceeded_memory, tool_error
export function attack() {
  const kept = [];
  for (;;) {
    const bytes = new Uint8Array(1_000_000);
    bytes.fill(kept.length & 255);
    kept.push(bytes);
  }
}
