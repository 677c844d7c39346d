// title: console, timers and queueMicrotask are changed
const parts = () => [
  console,
  console.log,
  console.error,
  setTimeout,
  clearTimeout,
  queueMicrotask,
  Math.random,
  ArrayBuffer,
];
export const leave = ({ secret }) => {
  for (const part of parts()) {
    Reflect.set(part, 'left', secret);
    Reflect.setPrototypeOf(part, { secret });
    if (part.prototype) Reflect.set(part.prototype, 'left', secret);
  }
  for (const [owner, key] of [
    [console, 'log'],
    [globalThis, 'setTimeout'],
    [globalThis, 'queueMicrotask'],
    [Math, 'random'],
  ])
    Reflect.set(owner, key, () => secret);
};
export const find = () => [
  parts().map((part) => [part.left ?? null, part.secret ?? null, part.prototype?.left ?? null]),
  typeof Math.random(),
  typeof setTimeout(() => {}, 0),
];
