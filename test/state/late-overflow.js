// title: A stack overflow, and rejections with getters at the edge of the stack
export const leave = ({ secret }) => {
  let left = 20;
  const late = {
    get message() {
      Promise.reject(new Error(secret));
      return secret;
    },
  };
  const dive = () => {
    try {
      dive();
    } finally {
      left -= 1;
      if (left > 0) Promise.reject(late);
    }
  };
  dive();
};
export const find = async () => {
  const first = setTimeout(() => {}, 0);
  await null;
  return [first, globalThis.left ?? null];
};
