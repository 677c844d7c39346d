// title: An unhandled rejection whose message never ends
// expects: exceeded_cpu, exceeded_wall_time, tool_error, ok
// result: 1
export function attack() {
  const error = new Error('soon');
  for (const name of ['message', 'name', 'stack']) {
    Object.defineProperty(error, name, {
      get() {
        for (;;);
      },
    });
  }
  Promise.reject(error);
  return 1;
}
