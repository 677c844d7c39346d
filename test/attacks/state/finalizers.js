// title: A finalizer that runs when the next call is there
// expects: ok, exceeded_memory
// result: "fresh"
// calls: 3
export function attack() {
  const found = globalThis.left ?? 'fresh';
  if (typeof FinalizationRegistry === 'undefined') return found;
  const registry = new FinalizationRegistry(() => {
    Reflect.set(globalThis, 'left', 'left behind');
  });
  Reflect.set(globalThis, 'registry', registry);
  for (let i = 0; i < 10_000; i += 1) registry.register({}, i);
  return found;
}
