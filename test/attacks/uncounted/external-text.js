// title: Texts made from bytes over and over
// expects: exceeded_memory, exceeded_cpu, tool_error
export function attack() {
  const kept = [];
  const bytes = new Uint8Array(60_000).fill(97);
  for (;;) kept.push(String.fromCharCode(...bytes.subarray(0, 30_000)), bytes.toString(), bytes.toBase64?.());
}
