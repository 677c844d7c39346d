// title: Every property of every builtin is deleted
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

const count = () => INTRINSICS().reduce((sum, [, value]) => sum + Reflect.ownKeys(value).length, 0);
export const leave = () => {
  for (const [name, value] of INTRINSICS()) {
    if (name === 'RegExp.prototype' || name.startsWith('Reflect')) continue;
    for (const key of Reflect.ownKeys(value)) Reflect.deleteProperty(value, key);
  }
};
export const find = () => count();
