// title: A module that sometimes rejects while it is evaluated, perhaps ahead of a call
const told = (reason) => {
  try {
    console.log(reason);
    setTimeout(() => {}, 0);
  } catch {}
  return reason;
};
let mine = 'nobody';
export const leave = ({ secret }) => {
  mine = secret;
  return null;
};
if (Math.random() < 0.02) {
  const again = {
    get message() {
      return told(mine);
    },
  };
  void (async () => {
    await null;
    const kept = Promise.reject(again);
    kept.catch(() => {});
  })();
}
export const find = async () => {
  const first = setTimeout(() => {}, 0);
  await null;
  return [first, globalThis.left ?? null];
};
