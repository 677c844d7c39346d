// title: Temporal: its namespace, its values and its clock
const T = globalThis.Temporal;
const value = () => T?.PlainDate.from('2020-01-02');
export const leave = ({ secret }) => {
  if (!T) return null;
  for (const each of [T, T.Now, T.Now.instant, T.PlainDate, T.PlainDate.prototype, T.Duration.prototype])
    Reflect.set(each, 'left', secret);
  value().left = secret;
  return null;
};
export const find = () =>
  T
    ? [
        [T, T.Now, T.Now.instant, T.PlainDate, T.PlainDate.prototype, T.Duration.prototype].map(
          (each) => each.left ?? null,
        ),
        value().left ?? null,
        String(value()),
        T.Now.instant().epochNanoseconds % 1_000_000n === 0n,
      ]
    : null;
