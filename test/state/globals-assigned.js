// title: A global is assigned, defined, replaced or deleted
const attempt = (act) => {
  try {
    act();
  } catch {}
};
export const leave = ({ secret }) => {
  attempt(() => {
    globalThis.left = secret;
  });
  attempt(() => Object.defineProperty(globalThis, 'left', { value: secret, configurable: true }));
  attempt(() => {
    globalThis.Array = { secret };
  });
  attempt(() => Reflect.deleteProperty(globalThis, 'escape'));
  attempt(() => Reflect.setPrototypeOf(globalThis, { left: secret }));
  attempt(() => {
    console = { secret };
  });
  attempt(() => {
    undefined = secret;
  });
};
export const find = () =>
  [globalThis.left, globalThis.Array.secret, typeof escape, console.secret, undefined].map((value) => value ?? null);
