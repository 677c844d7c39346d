// title: An endless loop inside a timer's own callback
// expects: exceeded_cpu
export function attack() {
  setTimeout(() => {
    for (;;);
  }, 10);
  return new Promise(() => {});
}
