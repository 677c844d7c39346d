// title: Static methods and values of Date are replaced
export const leave = ({ secret }) => {
  for (const [key, value] of [
    ['now', () => 1],
    ['parse', () => 2],
    ['left', secret],
  ])
    Reflect.set(Date, key, value);
  const date = new Date(0);
  date.setFullYear(1999);
  date.left = secret;
};
export const find = () => [
  Date.now() > 1e12,
  Date.parse('1970-01-01T00:00:00Z'),
  Date.left ?? null,
  new Date(0).toISOString(),
  new Date(0).left ?? null,
  Date.length,
  Date.name,
  typeof Date(),
  new Date() instanceof Date,
  Date.prototype.constructor === Date,
];
