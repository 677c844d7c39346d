// title: Microtasks that a getter on an unhandled rejection queues
export const leave = ({ secret }) => {
  const queue = (left) => {
    Promise.resolve().then(() => {
      console.log(secret);
      if (left > 0) queue(left - 1);
      Promise.reject(new Error(secret));
    });
    return secret;
  };
  Promise.reject({
    get message() {
      return queue(3);
    },
    get stack() {
      return queue(3);
    },
  });
  return null;
};
export const find = async () => {
  const first = setTimeout(() => {}, 0);
  await null;
  return [first, globalThis.left ?? null];
};
