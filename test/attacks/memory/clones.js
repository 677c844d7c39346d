// title: Clones of clones
// expects: exceeded_memory, exceeded_cpu, exceeded_wall_time, tool_error
export function attack() {
  let value = { bytes: new Uint8Array(1_000_000).fill(1) };
  for (;;) value = { one: structuredClone(value), other: structuredClone(value) };
}
