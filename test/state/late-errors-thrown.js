// title: Errors thrown by the tool, its timers and its microtasks, with getters that reject
export const leave = async ({ secret }) => {
  const tell = () => {
    Promise.reject(new Error(secret));
    Promise.resolve().then(() => Promise.reject(new Error(secret)));
    return secret;
  };
  const thrown = {
    get message() {
      return tell();
    },
    get stack() {
      return tell();
    },
  };
  setTimeout(() => {
    throw thrown;
  }, 0);
  queueMicrotask(() => {
    throw thrown;
  });
  await null;
  throw thrown;
};
export const find = async () => {
  const first = setTimeout(() => {}, 0);
  await null;
  return [first, globalThis.left ?? null];
};
