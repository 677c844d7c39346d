// title: A timer that rejects ends an entry while its microtasks run
export const leave = async ({ secret }) => {
  const late = () => Promise.reject(new Error(secret));
  setTimeout(() => {
    void late();
    void Promise.resolve().then(late).then(late);
  }, 0);
  setTimeout(() => void late(), 0);
  await new Promise((resolve) => setTimeout(resolve, 3));
  return null;
};
export const find = async () => {
  const first = setTimeout(() => {}, 0);
  await null;
  return [first, globalThis.left ?? null];
};
