// title: Logged values that cannot be shown
// expects: ok
// result: "logged"
export function attack() {
  const loop = {};
  loop.loop = loop;
  const closed = new Proxy(
    {},
    {
      get() {
        throw new Error('closed');
      },
    },
  );
  console.log(loop, 1n, Symbol('s'), closed, undefined, () => {}, Object.create(null));
  return 'logged';
}
