// title: Buffers, shared memory and their constructors
export const leave = ({ secret }) => {
  const buffer = new ArrayBuffer(8);
  buffer.left = secret;
  Reflect.set(ArrayBuffer, 'left', secret);
  Reflect.set(ArrayBuffer.prototype, 'left', secret);
  Reflect.set(Reflect.getPrototypeOf(Uint8Array), 'left', secret);
  new Uint8Array(64).fill(7);
  return null;
};
export const find = () => [
  ArrayBuffer.left ?? null,
  ArrayBuffer.prototype.left ?? null,
  Reflect.getPrototypeOf(Uint8Array).left ?? null,
  new Uint8Array(64).join(''),
  new Uint8Array(new ArrayBuffer(64)).join(''),
];
