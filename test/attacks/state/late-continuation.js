// title: A promise that goes on after its call has been answered
// expects: ok
// result: "fresh"
// calls: 3
export function attack() {
  const found = globalThis.left ?? 'fresh';
  (async () => {
    for (let i = 0; i < 100; i += 1) await undefined;
    Reflect.set(globalThis, 'left', 'left behind');
    await new Promise((resolve) => setTimeout(resolve, 1));
    Reflect.set(globalThis, 'left', 'left much later');
  })();
  return found;
}
