// title: Error classes that are equal to everything and print nothing
// expects: tool_error
export function attack() {
  Reflect.defineProperty(Error, Symbol.hasInstance, { value: () => false });
  Reflect.defineProperty(TypeError, Symbol.hasInstance, { value: () => true });
  Reflect.set(Error.prototype, 'toString', () => '');
  Reflect.set(globalThis, 'Error', class {});
  Reflect.set(globalThis, 'String', () => {
    for (;;);
  });
  throw new TypeError('still seen');
}
