// title: A rejection with a proxy, which notices every access
export const leave = ({ secret }) => {
  const handler = new Proxy(
    {},
    {
      get:
        (_, trap) =>
        (...args) => {
          Promise.reject(new Error(secret));
          return Reflect[trap](...args);
        },
    },
  );
  Promise.reject(new Proxy(new Error(secret), handler));
  return null;
};
export const find = async () => {
  const first = setTimeout(() => {}, 0);
  await null;
  return [first, globalThis.left ?? null];
};
