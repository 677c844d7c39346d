// title: Texts of an unhandled rejection that getters make when they are read
export const leave = ({ secret }) => {
  const tell = () => {
    Promise.reject(new Error(secret));
    return secret;
  };
  Promise.reject({
    message: { toString: tell },
    stack: { [Symbol.toPrimitive]: tell },
    name: { valueOf: tell, toString: undefined },
  });
  return null;
};
export const find = async () => {
  const first = setTimeout(() => {}, 0);
  await null;
  return [first, globalThis.left ?? null];
};
