// Finds the kind of a value by its internal slots, as the HTML standard clones it. A plugin can forge everything else. Runs inside the isolate.

/** How a value is cloned. `refused`: it has state that cannot be copied. */
export type Kind =
  | 'array'
  | 'bigint'
  | 'boolean'
  | 'buffer'
  | 'date'
  | 'error'
  | 'map'
  | 'number'
  | 'object'
  | 'refused'
  | 'regexp'
  | 'set'
  | 'string'
  | 'view';

const getterOf = (prototype: object, key: PropertyKey): (() => unknown) =>
  Object.getOwnPropertyDescriptor(prototype, key)?.get as () => unknown;

/** The classes of errors that a clone keeps. */
export const ERRORS: Readonly<Record<string, new () => Error>> = {
  Error,
  EvalError,
  RangeError,
  ReferenceError,
  SyntaxError,
  TypeError,
  URIError,
};

/** Each throws if its receiver is not of the kind. */
export const PROBES = {
  boolean: Boolean.prototype.valueOf,
  number: Number.prototype.valueOf,
  string: String.prototype.valueOf,
  bigint: BigInt.prototype.valueOf,
  date: Date.prototype.getTime,
  regexp: getterOf(RegExp.prototype, 'hasIndices'),
  map: getterOf(Map.prototype, 'size'),
  set: getterOf(Set.prototype, 'size'),
  buffer: getterOf(ArrayBuffer.prototype, 'byteLength'),
} as const satisfies Readonly<Partial<Record<Kind, unknown>>>;

/** The kind that the tag in `[object …]` claims. */
const TAGS: Readonly<Record<string, Kind>> = {
  Object: 'object',
  Arguments: 'object',
  Boolean: 'boolean',
  Number: 'number',
  String: 'string',
  BigInt: 'bigint',
  Date: 'date',
  RegExp: 'regexp',
  Map: 'map',
  Set: 'set',
  ArrayBuffer: 'buffer',
};

const { apply, getPrototypeOf } = Reflect;
const { toString: tagText, isPrototypeOf: isBefore } = Object.prototype;

const passes = (kind: Kind, value: object): boolean => {
  try {
    apply(PROBES[kind as keyof typeof PROBES] as () => unknown, value, []);
    return true;
  } catch {
    return false;
  }
};

/** Prototypes of objects with internal state that cannot be copied. */
const REFUSED: readonly object[] = [
  ...[Promise, WeakMap, WeakSet].map(({ prototype }) => prototype),
  getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())) as object,
  getPrototypeOf(Object.getPrototypeOf(async function* () {}).prototype) as object,
  ...Object.getOwnPropertyNames(Intl)
    .map((name) => (Intl as unknown as Record<string, { prototype?: object }>)[name]?.prototype)
    .filter((prototype) => prototype !== undefined),
];

/** The kind of an object. Reads no property of it but its tag. `more`: further prototypes whose objects are refused. */
export const kindOf = (value: object, more: readonly object[]): Kind => {
  if (typeof value === 'function') return 'refused';
  if (Array.isArray(value)) return 'array';
  if (ArrayBuffer.isView(value)) return 'view';
  if (isErrorObject(value)) return 'error';
  const tag = (apply(tagText, value, []) as string).slice('[object '.length, -1);
  const claimed = Object.hasOwn(TAGS, tag) ? (TAGS[tag] as Kind) : undefined;
  // Without a tag of its own, only a plain object or an arguments object gets here with this kind.
  if (claimed === 'object' && !(Symbol.toStringTag in value)) return 'object';
  if (claimed !== undefined && claimed !== 'object' && passes(claimed, value)) return claimed;
  if (tag.startsWith('Temporal.')) return 'refused';
  for (const kind of Object.keys(PROBES) as Kind[]) if (passes(kind, value)) return kind;
  for (const prototype of [...REFUSED, ...more]) if (apply(isBefore, prototype, [value])) return 'refused';
  return 'object';
};

const isErrorObject = (value: object): boolean =>
  (Error as unknown as { isError(value: unknown): boolean }).isError(value);
