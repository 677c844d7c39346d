// title: Getters and setters on Object.prototype see values that pass
const attempt = (act) => {
  try {
    act();
  } catch {}
};
export const leave = ({ secret }) => {
  attempt(() =>
    Object.defineProperty(Object.prototype, 'answer', {
      set() {
        globalThis.left = secret;
      },
      configurable: true,
    }),
  );
  attempt(() => Object.prototype.__defineGetter__('input', () => secret));
  attempt(() => Object.prototype.__defineSetter__('state', () => secret));
  attempt(() => {
    Object.prototype.__proto__ = { secret };
  });
};
export const find = () => [
  {}.answer ?? null,
  {}.input ?? null,
  Object.getOwnPropertyDescriptor(Object.prototype, 'state')?.set?.name ?? null,
  {}.secret ?? null,
];
