// title: A thenable result that settles twice and continues afterwards
export const leave = ({ secret }) => ({
  // biome-ignore lint/suspicious/noThenProperty: the case is about a property of this name.
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
