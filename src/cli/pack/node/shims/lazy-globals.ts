// Puts names of Node on the bundle's global object. Packing then writes `globalThis.Buffer` for `Buffer`. Runs inside the isolate, as part of the packed entry.

/**
 * Takes what a name stands for when it is first read, so that a call that does not need it does not pay for it. A function declaration, because the bundler
 * lets every module depend on those that use it, this one, too.
 */
export function addGlobal(name: string, read: () => unknown): void {
  const define = (value: unknown): unknown => {
    Object.defineProperty(globalThis, name, { value, writable: true, enumerable: false, configurable: true });
    return value;
  };
  Object.defineProperty(globalThis, name, {
    get: () => define(read()),
    set: define,
    enumerable: false,
    configurable: true,
  });
}
