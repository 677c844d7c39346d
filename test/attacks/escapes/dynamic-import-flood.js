// title: Ten thousand dynamic imports that nobody waits for
// expects: ok, exceeded_cpu, exceeded_memory
// result: "done"
export function attack() {
  const load = new Function('name', 'return import(name)');
  for (let i = 0; i < 10_000; i += 1) load(`node:fs?${i}`).catch(() => {});
  return 'done';
}
