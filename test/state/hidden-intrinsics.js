// title: Intrinsics that only syntax reaches: iterators, generators, error stacks, arguments
const hidden = () => {
  const error = new Error('x');
  const traced = {};
  Error.captureStackTrace?.(traced);
  const own = (value) =>
    Reflect.ownKeys(value).flatMap((key) => Object.values(Reflect.getOwnPropertyDescriptor(value, key)));
  const chain = (value) => (value === null ? [] : [value, ...chain(Reflect.getPrototypeOf(value))]);
  const sloppy = Function('return arguments')();
  const strict = (function () {
    return arguments;
  })();
  const segments = new Intl.Segmenter().segment('a b');
  return [
    ...own(error),
    ...own(traced),
    ...own(sloppy),
    ...own(strict),
    ...own(Function('')),
    ...[
      [].values(),
      new Map().keys(),
      new Set().keys(),
      ''[Symbol.iterator](),
      'a'.matchAll(/a/g),
      segments,
      segments[Symbol.iterator](),
      (function* () {})(),
      (async function* () {})(),
      async () => {},
      function* () {},
      async function* () {},
      [].values().map((x) => x),
      Iterator.from({ next() {} }),
      new Uint8Array(),
      new Proxy(() => {}, {}),
      (() => {}).bind(),
      Promise.withResolvers().resolve,
      class {
        static #x;
      },
      sloppy,
      strict,
    ].flatMap((value) => chain(Reflect.getPrototypeOf(value))),
  ].filter((value) => (typeof value === 'object' && value !== null) || typeof value === 'function');
};

export const leave = ({ secret }) => {
  for (const value of hidden()) {
    Reflect.defineProperty(value, 'leftBehind', { value: secret, configurable: true });
    Reflect.setPrototypeOf(value, { secret });
  }
};
export const find = () =>
  hidden()
    .map((value) => value.leftBehind ?? value.secret ?? null)
    .filter((value) => value !== null);
