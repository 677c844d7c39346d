// title: Garbage collection provoked, to see whether the host lets go of something
// expects: ok, exceeded_memory, exceeded_cpu
// result: 0
export async function attack() {
  let finalized = 0;
  if (typeof FinalizationRegistry === 'undefined') return finalized;
  const registry = new FinalizationRegistry(() => {
    finalized += 1;
  });
  for (const value of [console, console.log, setTimeout, clearTimeout, queueMicrotask, ArrayBuffer]) {
    registry.register(value, 'of the host');
  }
  for (let i = 0; i < 50; i += 1) new Array(10_000).fill({});
  await new Promise((resolve) => setTimeout(resolve, 1));
  return finalized;
}
