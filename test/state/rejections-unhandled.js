// title: A rejection that nobody handles
export const leave = ({ secret }) => {
  void Promise.reject(new Error(secret));
  return null;
};
export const find = async () => {
  await null;
  return null;
};
