// title: A microtask that queues itself again
// expects: exceeded_cpu
export function attack() {
  const again = () => queueMicrotask(again);
  again();
  return new Promise(() => {});
}
