// title: A global is assigned, defined or deleted through self
const attempt = (act) => {
  try {
    act();
  } catch {}
};
export const leave = ({ secret }) => {
  attempt(() => {
    self.left = secret;
  });
  attempt(() => Object.defineProperty(self, 'left2', { value: secret, configurable: true }));
  attempt(() => {
    self = { secret };
  });
  attempt(() => Reflect.deleteProperty(self, 'self'));
  attempt(() => Reflect.setPrototypeOf(self, { left: secret }));
};
export const find = () => [self === globalThis, typeof left, typeof left2, self.left ?? null, self.secret ?? null];
