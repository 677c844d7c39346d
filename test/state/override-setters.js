// title: The setters that replace inherited names, called on shared objects
const KEYS = ['toString', 'valueOf', 'constructor', 'hasOwnProperty', 'name', 'message', 'toJSON', 'toLocaleString'];
const shared = () => [
  Object.prototype,
  Function.prototype,
  Error.prototype,
  Array.prototype,
  Math,
  JSON,
  console,
  console.log,
  globalThis,
  Array,
  Math.max,
  setTimeout,
];
const setters = () =>
  [Object.prototype, Error.prototype, Date.prototype, Function.prototype].flatMap((prototype) =>
    KEYS.map((key) => Object.getOwnPropertyDescriptor(prototype, key)?.set).filter((set) => set),
  );
export const leave = ({ secret }) => {
  for (const value of shared())
    for (const key of KEYS) {
      try {
        value[key] = () => secret;
      } catch {}
    }
  for (const set of setters())
    for (const value of [...shared(), undefined, null, 1, 'text']) {
      try {
        set.call(value, secret);
      } catch {}
    }
};
export const find = () =>
  shared().map((value) =>
    KEYS.map((key) => (typeof value[key] === 'function' ? value[key].name : (value[key] ?? null))),
  );
