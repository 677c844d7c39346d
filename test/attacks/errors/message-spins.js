// title: An error whose message never ends
// expects: exceeded_cpu
export function attack() {
  throw {
    get message() {
      for (;;);
    },
  };
}
