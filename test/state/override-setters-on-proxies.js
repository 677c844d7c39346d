// title: An inherited setter passes a descriptor to a proxy, which tries to keep values on it
let seen;
const spy = new Proxy(
  {},
  {
    defineProperty: (target, key, descriptor) => {
      seen ??= descriptor;
      seen.left = descriptor;
      return Reflect.defineProperty(target, key, descriptor);
    },
  },
);
export const leave = ({ secret }) => {
  spy.toString = () => secret;
  return seen === undefined ? null : Object.keys(seen);
};
export const find = () => [
  seen ?? null,
  Object.keys(Object.getOwnPropertyDescriptor(Object.prototype, 'toString')).sort().length,
];
