// title: The name of a rejected object's class, which the host reads first
export const leave = ({ secret }) => {
  const tell = () => {
    Promise.reject(new Error(secret));
    return secret;
  };
  class Told extends Error {
    static get name() {
      return tell();
    }
    get [Symbol.toStringTag]() {
      return tell();
    }
  }
  Object.defineProperty(Told.prototype, 'constructor', { get: tell });
  Promise.reject(new Told(secret));
  return null;
};
export const find = async () => {
  const first = setTimeout(() => {}, 0);
  await null;
  return [first, globalThis.left ?? null];
};
