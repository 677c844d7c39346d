// title: Weak maps whose keys are objects that all calls share
const map = new WeakMap();
const set = new WeakSet();
export const leave = ({ secret }) => {
  for (const key of [Object.prototype, Array, Math, console, globalThis, Symbol.iterator]) {
    map.set(key, secret);
    set.add(key);
  }
};
export const find = () =>
  [Object.prototype, Array, Math, console, globalThis, Symbol.iterator].map((key) => [
    map.get(key) ?? null,
    set.has(key),
  ]);
