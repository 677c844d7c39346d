// title: Properties on well-known symbols and their wrapper objects
const all = () =>
  Reflect.ownKeys(Symbol)
    .map((key) => Symbol[key])
    .filter((value) => typeof value === 'symbol');
export const leave = ({ secret }) => {
  for (const symbol of all()) {
    Object(symbol).left = secret;
    try {
      symbol.left = secret;
    } catch {}
  }
};
export const find = () => all().map((symbol) => [symbol.left ?? null, Object(symbol).left ?? null]);
