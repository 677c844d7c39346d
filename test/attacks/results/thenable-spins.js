// title: A thenable that never returns from then
// expects: exceeded_cpu
export function attack() {
  return {
    then() {
      for (;;);
    },
  };
}
