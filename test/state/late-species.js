// title: Promises of the plugin's own class, whose constructor and species the engine reads
export const leave = ({ secret }) => {
  class Own extends Promise {
    static get [Symbol.species]() {
      Promise.reject(new Error(secret));
      return Promise;
    }
  }
  Object.defineProperty(Own.prototype, 'constructor', {
    get() {
      Promise.reject(new Error(secret));
      return Own;
    },
  });
  Own.resolve(null).then(() => {});
  return Own.reject(new Error(secret));
};
export const find = async () => {
  const first = setTimeout(() => {}, 0);
  await null;
  return [first, globalThis.left ?? null];
};
