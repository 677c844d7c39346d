// title: Four gigabytes of WebAssembly memory
// expects: tool_error
export function attack() {
  const kept = [];
  for (;;) kept.push(new WebAssembly.Memory({ initial: 16_384 }));
}
