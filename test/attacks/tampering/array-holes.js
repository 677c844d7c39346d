// title: Numbers as setters on Array.prototype, to catch values that are put into a list
// expects: ok
// result: 0
export function attack() {
  let caught = 0;
  for (const index of [0, 1, 2, 3]) {
    Reflect.defineProperty(Array.prototype, index, {
      set() {
        caught += 1;
      },
      configurable: true,
    });
  }
  console.log('one', 'two');
  setTimeout(() => {}, 1, 'three', 'four');
  return caught;
}
