// title: Symbol.species, Symbol.unscopables, Symbol.hasInstance and similar symbols
const attempt = (act) => {
  try {
    act();
  } catch {}
};
export const leave = ({ secret }) => {
  attempt(() =>
    Object.defineProperty(Array, Symbol.species, {
      value: function () {
        return { secret };
      },
    }),
  );
  attempt(() => {
    Array.prototype[Symbol.unscopables].left = secret;
  });
  attempt(() => Object.defineProperty(Object, Symbol.hasInstance, { value: () => secret }));
  attempt(() => Object.defineProperty(Array.prototype, Symbol.isConcatSpreadable, { value: false }));
  attempt(() => Object.defineProperty(Promise, Symbol.species, { value: null }));
  attempt(() => Object.defineProperty(String.prototype, Symbol.iterator, { value: null }));
  attempt(() => Object.defineProperty(Date.prototype, Symbol.toPrimitive, { value: () => secret }));
};
export const find = () => [
  [1].map((x) => x).secret ?? null,
  Array.prototype[Symbol.unscopables].left ?? null,
  {} instanceof Object,
  [].concat([1]).length,
  [...'ab'].length,
  typeof `${new Date(0)}`,
  Promise[Symbol.species] === Promise,
];
