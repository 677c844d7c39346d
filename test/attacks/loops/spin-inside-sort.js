// title: A comparator that never returns to the sort that called it
// expects: exceeded_cpu
export function attack() {
  return [3, 1, 2].sort(() => {
    for (;;);
  });
}
