// title: A listener that dispatches events without end
// expects: exceeded_cpu, exceeded_wall_time
export function attack() {
  const target = new EventTarget();
  for (const type of ['a', 'b']) target.addEventListener(type, () => {});
  for (;;) target.dispatchEvent(new Event('a'));
}
