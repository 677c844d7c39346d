// title: A result whose only property never has a value
// expects: exceeded_cpu
export function attack() {
  return {
    get answer() {
      for (;;);
    },
  };
}
