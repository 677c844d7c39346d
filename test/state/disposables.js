// title: Resources are left undisposed
let told = null;
export const leave = ({ secret }) => {
  if (typeof DisposableStack !== 'function') return null;
  const stack = new DisposableStack();
  stack.defer(() => {
    told = secret;
  });
  Reflect.set(DisposableStack.prototype, 'left', secret);
  return null;
};
export const find = () => [told, globalThis.DisposableStack?.prototype.left ?? null];
