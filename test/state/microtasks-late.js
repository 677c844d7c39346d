// title: Microtasks continue after the answer
let told = null;
export const leave = ({ secret }) => {
  const again = (left) =>
    queueMicrotask(() => {
      told = secret;
      try {
        globalThis.left = secret;
      } catch {}
      console.log(secret);
      if (left > 0) again(left - 1);
    });
  again(200);
  return null;
};
export const find = async () => {
  await null;
  return [told, globalThis.left ?? null];
};
