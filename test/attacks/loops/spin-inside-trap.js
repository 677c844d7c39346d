// title: A proxy whose trap never answers
// expects: exceeded_cpu
export function attack() {
  const bottomless = new Proxy(
    {},
    {
      has() {
        for (;;);
      },
    },
  );
  return 'anything' in bottomless;
}
