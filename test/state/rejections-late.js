// title: A rejection is handled only after the call has answered
export const leave = ({ secret }) => {
  const failed = Promise.reject(new Error(secret));
  setTimeout(() => failed.catch(() => {}), 0);
  return null;
};
export const find = async () => {
  await null;
  return null;
};
