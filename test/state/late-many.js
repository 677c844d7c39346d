// title: Many rejections at once, although the host reads only one
export const leave = ({ secret }) => {
  for (let i = 0; i < 100; i += 1)
    Promise.reject({
      get message() {
        for (let j = 0; j < 100; j += 1) Promise.reject(new Error(secret));
        return secret;
      },
    });
  return null;
};
export const find = async () => {
  const first = setTimeout(() => {}, 0);
  await null;
  return [first, globalThis.left ?? null];
};
