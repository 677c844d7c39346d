// title: A property of RegExp.prototype is deleted and put back
export const leave = ({ secret }) => {
  const test = Object.getOwnPropertyDescriptor(RegExp.prototype, 'test');
  delete RegExp.prototype.test;
  Object.defineProperty(RegExp.prototype, 'test', test);
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
