// title: An error whose stack never ends
// expects: exceeded_cpu
export function attack() {
  throw {
    name: 'Error',
    message: 'fine so far',
    get stack() {
      for (;;);
    },
  };
}
