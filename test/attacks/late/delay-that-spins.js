// title: A delay whose conversion to a number never ends
// expects: exceeded_cpu
export function attack() {
  setTimeout(() => {}, {
    valueOf() {
      for (;;);
    },
  });
  return 1;
}
