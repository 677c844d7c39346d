// `util/types` of Node: what a value is, by its internal slots as far as a script can see them. Runs inside the isolate, as part of the packed entry.

const works = (use: () => unknown): boolean => {
  try {
    use();
    return true;
  } catch {
    return false;
  }
};

const getterOf = (prototype: object, key: PropertyKey): ((this: unknown) => unknown) =>
  Object.getOwnPropertyDescriptor(prototype, key)?.get ?? (() => undefined);

const tagOfTyped = getterOf(Object.getPrototypeOf(Uint8Array.prototype) as object, Symbol.toStringTag);
const mapSize = getterOf(Map.prototype, 'size');
const setSize = getterOf(Set.prototype, 'size');
const byteLength = getterOf(ArrayBuffer.prototype, 'byteLength');
const tagOf = (value: unknown): string => Object.prototype.toString.call(value).slice(8, -1);
const typed = (name: string) => (value: unknown) => tagOfTyped.call(value) === name;
const isBoxed = (read: (this: never) => unknown) => (value: unknown) =>
  typeof value === 'object' && value !== null && works(() => read.call(value as never));

const isArrayBuffer = (value: unknown): boolean => works(() => byteLength.call(value));
const isMap = (value: unknown): boolean => works(() => mapSize.call(value));
const isSet = (value: unknown): boolean => works(() => setSize.call(value));
const isNumberObject = isBoxed(Number.prototype.valueOf);
const isStringObject = isBoxed(String.prototype.valueOf);
const isBooleanObject = isBoxed(Boolean.prototype.valueOf);
const isSymbolObject = isBoxed(Symbol.prototype.valueOf);
const isBigIntObject = isBoxed(BigInt.prototype.valueOf);

export default {
  isAnyArrayBuffer: isArrayBuffer,
  isArgumentsObject: (value: unknown) => tagOf(value) === 'Arguments',
  isArrayBuffer,
  isArrayBufferView: (value: unknown) => ArrayBuffer.isView(value),
  isAsyncFunction: (value: unknown) => typeof value === 'function' && tagOf(value).startsWith('Async'),
  isBigInt64Array: typed('BigInt64Array'),
  isBigIntObject,
  isBigUint64Array: typed('BigUint64Array'),
  isBooleanObject,
  isBoxedPrimitive: (value: unknown) =>
    isNumberObject(value) ||
    isStringObject(value) ||
    isBooleanObject(value) ||
    isSymbolObject(value) ||
    isBigIntObject(value),
  isCryptoKey: (value: unknown) => tagOf(value) === 'CryptoKey',
  isDataView: (value: unknown) => ArrayBuffer.isView(value) && tagOfTyped.call(value) === undefined,
  isDate: (value: unknown) => works(() => Date.prototype.getTime.call(value as Date)),
  isExternal: () => false,
  isFloat16Array: typed('Float16Array'),
  isFloat32Array: typed('Float32Array'),
  isFloat64Array: typed('Float64Array'),
  isGeneratorFunction: (value: unknown) => typeof value === 'function' && tagOf(value).endsWith('GeneratorFunction'),
  isGeneratorObject: (value: unknown) => /^(?:Async)?Generator$/.test(tagOf(value)),
  isInt16Array: typed('Int16Array'),
  isInt32Array: typed('Int32Array'),
  isInt8Array: typed('Int8Array'),
  isKeyObject: () => false,
  isMap,
  isMapIterator: (value: unknown) => tagOf(value) === 'Map Iterator',
  isModuleNamespaceObject: (value: unknown) => tagOf(value) === 'Module',
  isNativeError: (value: unknown) =>
    typeof Error.isError === 'function' ? Error.isError(value) : value instanceof Error,
  isNumberObject,
  isPromise: (value: unknown) => value instanceof Promise,
  /** No script can tell. */
  isProxy: () => false,
  isRegExp: (value: unknown) =>
    typeof value === 'object' &&
    value !== RegExp.prototype &&
    works(() => getterOf(RegExp.prototype, 'global').call(value)),
  isSet,
  isSetIterator: (value: unknown) => tagOf(value) === 'Set Iterator',
  isSharedArrayBuffer: () => false,
  isStringObject,
  isSymbolObject,
  isTypedArray: (value: unknown) => tagOfTyped.call(value) !== undefined,
  isUint16Array: typed('Uint16Array'),
  isUint32Array: typed('Uint32Array'),
  isUint8Array: typed('Uint8Array'),
  isUint8ClampedArray: typed('Uint8ClampedArray'),
  isWeakMap: (value: unknown) => works(() => WeakMap.prototype.has.call(value as WeakMap<object, unknown>, {})),
  isWeakSet: (value: unknown) => works(() => WeakSet.prototype.has.call(value as WeakSet<object>, {})),
};
