// title: Host functions are called at the edge of the stack, again and again
const edge = (acts) => {
  let left = 40;
  const down = () => {
    try {
      down();
    } catch {}
    if (left <= 0) return;
    left -= 1;
    try {
      acts[left % acts.length]();
    } catch {}
  };
  down();
};
export const leave = ({ secret }) => {
  edge([
    () => console.log(secret),
    () => setTimeout(() => console.log(secret), 1),
    () => queueMicrotask(() => console.log(secret)),
    () => Symbol.for(secret),
    () => Math.random(),
    () => new Date(),
  ]);
  return null;
};
export const find = async () => {
  console.log('mine');
  await new Promise((resolve) => setTimeout(resolve, 5));
  return [setTimeout(() => {}, 0), Symbol.keyFor(Symbol.for('mine')), typeof Math.random()];
};
