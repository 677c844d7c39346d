// The rules of the Web IDL standard that hold for every class of the web APIs. Runs inside the isolate.

/** The constructor DOMException, as groups that did not make it see it. */
export type ExceptionType = new (message: string, name: string) => Error;

/** The first argument of constructors that only the host may call. No plugin gets it. */
export const CONSTRUCTOR_TOKEN = Symbol('host');

/** Gives a class its tag and its read-only constants, and makes its members enumerable, as Web IDL asks. */
export const asInterface = (
  type: { readonly name: string; readonly prototype: object },
  constants: Readonly<Record<string, number>> = {},
): void => {
  const { name, prototype } = type;
  for (const key of Reflect.ownKeys(prototype))
    if (key !== 'constructor' && typeof key === 'string') Object.defineProperty(prototype, key, { enumerable: true });
  Object.defineProperty(prototype, Symbol.toStringTag, { value: name, configurable: true });
  for (const [constant, value] of Object.entries(constants))
    for (const owner of [type, prototype]) Object.defineProperty(owner, constant, { value, enumerable: true });
};

/** Adds getters for members of an object's state. `stateOf` throws TypeError for an object of another class. */
export const addGetters = <State extends object>(
  { prototype }: { readonly prototype: object },
  stateOf: (owner: object) => State,
  keys: readonly (keyof State & string)[],
): void => {
  for (const key of keys) {
    const members = {
      get [key](): unknown {
        return stateOf(this)[key];
      },
    };
    Object.defineProperties(prototype, Object.getOwnPropertyDescriptors(members));
  }
};

/** Gives classes of libraries the names of their globals: the build may have renamed them. */
export const withNames = <Globals extends Readonly<Record<string, object>>>(globals: Globals): Globals => {
  for (const [name, type] of Object.entries(globals)) Object.defineProperty(type, 'name', { value: name });
  return globals;
};

/** Throws TypeError if fewer arguments were given than the standard requires. */
export const needArguments = (given: number, needed: number, what: string): void => {
  if (given < needed) throw new TypeError(`${what} needs ${needed} argument${needed === 1 ? '' : 's'}, not ${given}.`);
};

/** A dictionary of options, empty for undefined and null. Throws TypeError for any other value that is not an object. */
export const dictionaryOf = (value: unknown, what: string): Readonly<Record<string, unknown>> => {
  if (value === undefined || value === null) return Object.create(null) as Record<string, unknown>;
  if (typeof value !== 'object' && typeof value !== 'function') throw new TypeError(`${what} must be an object.`);
  return value as Record<string, unknown>;
};
