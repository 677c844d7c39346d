// What the Web IDL standard asks of every interface, for the classes of the platform. Runs inside the isolate.

/** An exception's constructor, whichever group made it. */
export type ExceptionType = new (message: string, name: string) => Error;

/** Gives a class its tag, makes its members enumerable and its constants unchangeable, as interfaces have them. */
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

/** Gives classes of libraries, which the build may have renamed, the names of their globals. */
export const withNames = <Globals extends Readonly<Record<string, object>>>(globals: Globals): Globals => {
  for (const [name, type] of Object.entries(globals)) Object.defineProperty(type, 'name', { value: name });
  return globals;
};

/** Throws TypeError where fewer arguments were given than the standard needs. */
export const needArguments = (given: number, needed: number, what: string): void => {
  if (given < needed) throw new TypeError(`${what} needs ${needed} argument${needed === 1 ? '' : 's'}, not ${given}.`);
};

/** A dictionary of options: an empty one for none. Throws TypeError for what is no object. */
export const dictionaryOf = (value: unknown, what: string): Readonly<Record<string, unknown>> => {
  if (value === undefined || value === null) return Object.create(null) as Record<string, unknown>;
  if (typeof value !== 'object' && typeof value !== 'function') throw new TypeError(`${what} must be an object.`);
  return value as Record<string, unknown>;
};
