// title: Promises are left pending, settled later or rejected with a handler
let resolve = null;
let told = null;
const gate = new Promise((settle) => {
  resolve = settle;
});
gate.then((value) => {
  told = value;
  console.log(value);
});
export const leave = ({ secret }) => {
  void (async () => {
    await null;
    await null;
    resolve(secret);
  })();
  Promise.reject(new Error(secret)).catch(() => {});
  return null;
};
export const find = async () => {
  for (let i = 0; i < 20; i += 1) await null;
  return told;
};
