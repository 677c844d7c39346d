// title: Symbol.for keeps registered symbols
export const leave = ({ secret }) => {
  for (let i = 0; i < 50; i += 1) Symbol.for(`${secret}${i}`);
  Symbol.for('shared');
  try {
    Symbol.for('shared').left = secret;
  } catch {}
  return Symbol.keyFor(Symbol.for(secret));
};
export const find = () => [
  Symbol.keyFor(Symbol.for('shared')),
  Symbol.for('shared') === Symbol.for('shared'),
  Symbol.for('shared').left ?? null,
  Symbol.keyFor(Symbol('x')) ?? null,
  String(Symbol.for('shared')),
];
