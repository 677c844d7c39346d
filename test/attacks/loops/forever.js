// title: An empty loop that never ends
// expects: exceeded_cpu
export function attack() {
  for (;;);
}
