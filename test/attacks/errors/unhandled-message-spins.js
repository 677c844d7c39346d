// title: A rejection nobody handles, whose message never ends for whoever reads it
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
