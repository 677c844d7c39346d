// What the bootstrap needs of the realm. Runs first in an isolate: a plugin may replace any builtin afterwards, so nothing else of the
// bootstrap looks one up. Functions of prototypes are called by `apply`.

export const { parse, stringify } = JSON;
export const { apply, construct, ownKeys, getOwnPropertyDescriptor, defineProperty } = Reflect;
export const { freeze, hasOwn } = Object;
export const { floor, min, max } = Math;
export const { slice, charCodeAt, includes } = String.prototype;
export const { captureStackTrace } = Error as unknown as { captureStackTrace(target: object, above?: unknown): void };
export const { get: mapGet, set: mapSet, delete: mapDelete } = Map.prototype;

export const NativeError = Error;
export const NativeMap = Map;
export const NativeNumber = Number;
export const NativeString = String;
export const NativeTypeError = TypeError;

/** The milliseconds of every clock. */
export const nativeNow = Date.now;
