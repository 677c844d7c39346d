// title: Indirect eval declares var, function, let, const and class
const attempt = (act) => {
  try {
    act();
  } catch {}
};
export const leave = ({ secret }) => {
  attempt(() => (0, eval)(`var leftVar = ${JSON.stringify(secret)}`));
  attempt(() => (0, eval)(`function leftFunction() { return ${JSON.stringify(secret)}; }`));
  attempt(() => (0, eval)(`let leftLet = ${JSON.stringify(secret)}`));
  attempt(() => (0, eval)(`const leftConst = ${JSON.stringify(secret)}`));
  attempt(() => (0, eval)(`class LeftClass { static secret = ${JSON.stringify(secret)} }`));
  attempt(() => (0, eval)(`leftImplicit = ${JSON.stringify(secret)}`));
  attempt(() => Function(`leftMade = ${JSON.stringify(secret)}`)());
};
export const find = () =>
  ['leftVar', 'leftFunction', 'leftLet', 'leftConst', 'LeftClass', 'leftImplicit', 'leftMade'].map((name) =>
    (0, eval)(`typeof ${name}`),
  );
