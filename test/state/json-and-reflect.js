// title: JSON, Reflect and Math are tampered with
const attempt = (act) => {
  try {
    act();
  } catch {}
};
export const leave = ({ secret }) => {
  attempt(() => {
    JSON.parse = () => secret;
  });
  attempt(() => {
    JSON.stringify = () => secret;
  });
  attempt(() => {
    Reflect.ownKeys = () => [secret];
  });
  attempt(() => {
    Math.max = () => secret;
  });
  attempt(() => {
    Object.prototype.toJSON = () => secret;
  });
  attempt(() => {
    String.prototype.toJSON = () => secret;
  });
  attempt(() => {
    BigInt.prototype.toJSON = () => secret;
  });
  attempt(() => Object.defineProperty(JSON, Symbol.toStringTag, { value: secret }));
  attempt(() => Object.defineProperty(Object.prototype, 'then', { value: () => {}, configurable: true }));
};
export const find = () => [
  JSON.parse('1'),
  JSON.stringify({ a: 1 }),
  Reflect.ownKeys({ a: 1 }),
  Math.max(1, 2),
  String(JSON),
  typeof {}.then,
];
