// title: A timer that writes into the next call
// expects: ok
// result: "fresh"
// calls: 3
export function attack() {
  const found = globalThis.left ?? 'fresh';
  for (const delay of [0, 1, 5, 20]) {
    setTimeout(() => {
      Reflect.set(globalThis, 'left', 'left behind');
      console.log('from the dead');
    }, delay);
  }
  return found;
}
