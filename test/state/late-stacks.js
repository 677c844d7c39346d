// title: A stack that the plugin prepares when the error is read
export const leave = ({ secret }) => {
  try {
    Error.prepareStackTrace = () => {
      Promise.reject(new Error(secret));
      return secret;
    };
  } catch {}
  Promise.reject(new TypeError(secret));
  return null;
};
export const find = async () => {
  const first = setTimeout(() => {}, 0);
  await null;
  return [first, globalThis.left ?? null];
};
