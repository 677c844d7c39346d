// title: Properties on every function of a builtin, getters and setters included
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

const functions = () =>
  INTRINSICS().flatMap(([name, value]) =>
    Reflect.ownKeys(value).flatMap((key) => {
      const { value: own, get, set } = Reflect.getOwnPropertyDescriptor(value, key);
      let seen;
      try {
        seen = value[key];
      } catch {}
      return [own, get, set, seen]
        .filter((each) => typeof each === 'function')
        .map((each) => [`${name}.${String(key)}`, each]);
    }),
  );
export const leave = ({ secret }) => {
  for (const [, each] of functions())
    Reflect.defineProperty(each, 'leftBehind', { value: secret, configurable: true, writable: true });
};
export const find = () =>
  functions()
    .filter(([, each]) => Object.hasOwn(each, 'leftBehind'))
    .map(([name]) => name);
