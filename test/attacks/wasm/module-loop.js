// title: A WebAssembly module with a loop in it
// expects: tool_error
export function attack() {
  const bytes = [
    0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 5, 1, 1, 102, 0, 0, 10, 9, 1, 7, 0, 3, 64,
  ];
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array([...bytes, 12, 0, 11, 11])));
  exports.f();
}
