// title: RegExp.prototype gets a property
export const leave = ({ secret }) => {
  RegExp.prototype.left = secret;
  return null;
};
const shown = (key) => {
  const { value, get, writable, configurable } = Object.getOwnPropertyDescriptor(RegExp.prototype, key);
  return [String(key), value?.left ?? null, String(value ?? get), writable ?? null, configurable];
};
export const find = () => [
  Reflect.ownKeys(RegExp.prototype).map(shown),
  RegExp.prototype.left ?? null,
  Object.isExtensible(RegExp.prototype),
  'abc'.replace(/b/g, 'x'),
];
