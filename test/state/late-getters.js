// title: Getters on an unhandled rejection, which reject again, set timers and log
const late = (secret, left) => {
  const tell = () => {
    console.log(secret);
    setTimeout(() => Promise.reject(new Error(secret)), 0);
    Promise.reject(left > 0 ? late(secret, left - 1) : new Error(secret));
    return secret;
  };
  return {
    get message() {
      return tell();
    },
    get stack() {
      return tell();
    },
    get name() {
      return tell();
    },
    get constructor() {
      return tell();
    },
  };
};
export const leave = ({ secret }) => {
  Promise.reject(late(secret, 3));
  return null;
};
export const find = async () => {
  const first = setTimeout(() => {}, 0);
  await null;
  return [first, globalThis.left ?? null];
};
