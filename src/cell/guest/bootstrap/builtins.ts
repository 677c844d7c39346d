// The builtins that the bootstrap needs. Captured first in an isolate: a plugin may replace any builtin afterwards, so no other module of the
// bootstrap looks one up. Methods of prototypes are called by `apply`.

export const { parse, stringify } = JSON;
export const { apply, construct, ownKeys, getOwnPropertyDescriptor, defineProperty } = Reflect;
export const { freeze, hasOwn, keys: objectKeys } = Object;
export const { isArray } = Array;
export const { isView } = ArrayBuffer;
export const { floor, min, max } = Math;
export const { slice, charCodeAt, includes, indexOf } = String.prototype;
export const { captureStackTrace } = Error as unknown as { captureStackTrace(target: object, above?: unknown): void };
export const { get: mapGet, set: mapSet, delete: mapDelete } = Map.prototype;

export const NativeArrayBuffer = ArrayBuffer;
export const NativeError = Error;
export const NativeMap = Map;
export const NativeNumber = Number;
export const NativeSet = Set;
export const NativeString = String;
export const NativeTypeError = TypeError;

/** Milliseconds since 1970; every clock of the realm uses it. */
export const nativeNow = Date.now;
