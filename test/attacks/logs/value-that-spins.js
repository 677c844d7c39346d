// title: A logged value whose toJSON never returns
// expects: exceeded_cpu
export function attack() {
  console.log({
    toJSON() {
      for (;;);
    },
  });
  return 'logged';
}
