// title: A result that is a thenable, settles twice and goes on afterwards
export const leave = ({ secret }) => ({
  // biome-ignore lint/suspicious/noThenProperty: it is what the case is about.
  then: (resolve, reject) => {
    resolve(null);
    reject(new Error(secret));
    Promise.resolve()
      .then(() => null)
      .then(() => Promise.reject(new Error(secret)));
  },
});
export const find = async () => {
  const first = setTimeout(() => {}, 0);
  await null;
  return [first, globalThis.left ?? null];
};
