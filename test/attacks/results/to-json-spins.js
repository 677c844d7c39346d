// title: A toJSON that never returns
// expects: exceeded_cpu
export function attack() {
  return {
    toJSON() {
      for (;;);
    },
  };
}
