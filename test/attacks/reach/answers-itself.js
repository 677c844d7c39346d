// title: Builtins bent so that a request's answer passes through the plugin's own hands
// expects: ok, tool_error, exceeded_cpu
export async function attack() {
  const seen = [];
  const tap = (target, name) => {
    const native = target[name];
    Reflect.defineProperty(target, name, {
      value(...values) {
        seen.push(values.filter((value) => typeof value === 'function').length);
        return Reflect.apply(native, this, values);
      },
    });
  };
  for (const [target, name] of [
    [Map.prototype, 'get'],
    [Map.prototype, 'set'],
    [Map.prototype, 'delete'],
    [Promise.prototype, 'then'],
    [JSON, 'parse'],
    [JSON, 'stringify'],
    [Reflect, 'apply'],
  ])
    tap(target, name);
  const response = await fetch(`${FAR_END}/ok`);
  const { fine } = await response.json();
  return { fine, functions: seen.filter((count) => count > 2).length };
}
