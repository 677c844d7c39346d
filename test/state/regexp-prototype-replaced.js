// title: RegExp.prototype.exec is replaced
export const leave = ({ secret }) => {
  const { exec } = RegExp.prototype;
  RegExp.prototype.exec = function (text) {
    RegExp.prototype.exec.left = secret;
    return exec.call(this, text);
  };
  RegExp.prototype.exec.left = secret;
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
