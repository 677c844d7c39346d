// title: A wait on shared memory that nobody will notify
// expects: tool_error
export function attack() {
  return Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}
