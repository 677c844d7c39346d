// title: Every builtin gets another prototype
const INTRINSICS = () =>
  Reflect.ownKeys(globalThis)
    .map((key) => [String(key), globalThis[key]])
    .filter(
      ([name, value]) =>
        name !== 'globalThis' && (typeof value === 'function' || (typeof value === 'object' && value !== null)),
    )
    .flatMap(([name, value]) => [
      [name, value],
      [`${name}.prototype`, value.prototype],
    ])
    .filter(([, value]) => value !== undefined && value !== null);

export const leave = ({ secret }) => {
  for (const [name, value] of INTRINSICS()) if (name !== 'RegExp.prototype') Reflect.setPrototypeOf(value, { secret });
};
export const find = () =>
  INTRINSICS()
    .filter(([, value]) => value.secret !== undefined)
    .map(([name]) => name);
