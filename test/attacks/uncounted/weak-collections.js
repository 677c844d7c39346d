// title: Weak references and finalizers by the million
// expects: exceeded_memory, exceeded_cpu, runner_lost, tool_error
export function attack() {
  const registry = new FinalizationRegistry(() => {
    for (;;);
  });
  const kept = new WeakMap();
  const refs = [];
  for (;;) {
    const key = {};
    kept.set(key, [key]);
    registry.register(key, 'gone');
    refs.push(new WeakRef(key));
  }
}
