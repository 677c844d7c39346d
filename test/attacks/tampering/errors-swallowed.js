// title: Error classes that are equal to everything and print nothing
// expects: tool_error
export function attack() {
  Object.defineProperty(Error, Symbol.hasInstance, { value: () => false });
  Object.defineProperty(TypeError, Symbol.hasInstance, { value: () => true });
  Error.prototype.toString = () => '';
  globalThis.Error = class {};
  globalThis.String = () => {
    for (;;);
  };
  throw new TypeError('still seen');
}
