// title: Functions made from text hold properties and caches
const make = () => [Function('return 1'), (0, eval)('(() => 1)'), (0, eval)('(function named() { return named; })')];
export const leave = ({ secret }) => {
  for (const each of make()) {
    each.left = secret;
  }
};
export const find = () => make().map((each) => each.left ?? null);
