// title: An async generator waits for a promise that never settles
let left = null;
async function* wait(secret) {
  try {
    yield 1;
    await new Promise(() => {});
  } finally {
    left = secret;
    globalThis.left = secret;
  }
}
export const leave = async ({ secret }) => {
  const each = wait(secret);
  await each.next();
  void each.next();
  void each.return();
  return null;
};
export const find = async () => {
  await null;
  return [left, globalThis.left ?? null];
};
