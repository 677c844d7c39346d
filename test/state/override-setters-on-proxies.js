// title: An inherited setter shows a proxy its descriptor, which is tried as a carrier
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
