// title: Holes of arrays are filled from prototypes
const attempt = (act) => {
  try {
    act();
  } catch {}
};
export const leave = ({ secret }) => {
  attempt(() => {
    Array.prototype[0] = secret;
  });
  attempt(() => {
    Object.prototype[1] = secret;
  });
  attempt(() => Object.defineProperty(Array.prototype, 2, { get: () => secret }));
  attempt(() => Array.prototype.push.call(Array.prototype, secret));
  attempt(() => {
    Array.prototype.length = 5;
  });
};
export const find = () => [
  [, , ,][0] ?? null,
  [, , ,][1] ?? null,
  [, , ,][2] ?? null,
  Array.prototype.length,
  [].concat([,]).length,
];
