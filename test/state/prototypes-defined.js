// title: A defined property, and a symbol, on every builtin
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

const KEY = Symbol.for('left');
export const leave = ({ secret }) => {
  for (const [name, value] of INTRINSICS()) {
    if (name === 'RegExp.prototype') continue;
    Reflect.defineProperty(value, 'leftBehind', { get: () => secret, configurable: true });
    Reflect.defineProperty(value, KEY, { value: secret, configurable: true });
  }
};
export const find = () =>
  INTRINSICS()
    .filter(([, value]) =>
      Reflect.ownKeys(value).some(
        (key) => key === 'leftBehind' || (typeof key === 'symbol' && key.description === 'left'),
      ),
    )
    .map(([name]) => name);
