// title: Proxies replace shared objects
export const leave = ({ secret }) => {
  const wrap = (value) =>
    new Proxy(value, {
      get: (target, key) => (key === 'left' ? secret : Reflect.get(target, key)),
      apply: () => secret,
      getPrototypeOf: () => ({ secret }),
    });
  for (const key of ['Object', 'Array', 'JSON', 'Math', 'console', 'Promise', 'Map']) {
    Reflect.set(globalThis, key, wrap(globalThis[key]));
    Reflect.defineProperty(globalThis, key, { value: wrap(globalThis[key]) });
  }
  Reflect.setPrototypeOf(Object.prototype, wrap({}));
  Reflect.setPrototypeOf(Array.prototype, wrap({}));
};
export const find = () =>
  ['Object', 'Array', 'JSON', 'Math', 'console', 'Promise', 'Map'].map((key) => globalThis[key].left ?? null);
