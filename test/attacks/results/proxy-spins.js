// title: A result that is a proxy and never lists its keys
// expects: exceeded_cpu
export function attack() {
  return new Proxy(
    {},
    {
      ownKeys() {
        for (;;);
      },
    },
  );
}
