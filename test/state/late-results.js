// title: A result that rejects, queues and sets timers while it is written as JSON
export const leave = ({ secret }) => {
  const tell = () => {
    setTimeout(() => Promise.reject(new Error(secret)), 0);
    Promise.resolve().then(() => Promise.reject(new Error(secret)));
    return secret;
  };
  return {
    get first() {
      return tell();
    },
    second: { toJSON: tell },
    third: new Proxy(
      {},
      { ownKeys: () => [tell()], getOwnPropertyDescriptor: () => ({ value: 1, enumerable: true, configurable: true }) },
    ),
  };
};
export const find = async () => {
  const first = setTimeout(() => {}, 0);
  await null;
  return [first, globalThis.left ?? null];
};
