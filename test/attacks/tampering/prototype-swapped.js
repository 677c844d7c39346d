// title: The prototypes of prototypes swapped for proxies that spin
// expects: exceeded_cpu, ok, tool_error
// result: {"plain": 1}
export function attack() {
  const spin = new Proxy(Object.create(null), {
    get() {
      for (;;);
    },
  });
  for (const { prototype } of [Array, Function, String, Promise, Map]) Reflect.setPrototypeOf(prototype, spin);
  return { plain: 1 };
}
