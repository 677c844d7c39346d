// title: A proxy that has another one behind every property
// expects: exceeded_cpu, exceeded_memory, invalid_result
export function attack() {
  const deeper = () =>
    new Proxy([], {
      get: (_target, name) => (name === 'length' ? 2 : name === 'toJSON' ? undefined : deeper()),
    });
  return deeper();
}
