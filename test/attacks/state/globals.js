// title: A global variable left for the next call
// expects: ok
// result: "fresh"
// calls: 3
export function attack() {
  const found = globalThis.left === undefined ? 'fresh' : globalThis.left;
  Reflect.set(globalThis, 'left', 'left behind');
  return found;
}
