// What a value is inside, whatever it says of itself: the HTML standard clones by internal slots. Runs inside the isolate.

/** Kinds that are cloned each in its own way; `refused` for what has state that cannot be copied. */
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

/** Each throws where its receiver is not of the kind. */
const PROBES: Readonly<Partial<Record<Kind, (this: unknown) => unknown>>> = {
  boolean: Boolean.prototype.valueOf,
  number: Number.prototype.valueOf,
  string: String.prototype.valueOf,
  bigint: BigInt.prototype.valueOf,
  date: Date.prototype.getTime,
  regexp: getterOf(RegExp.prototype, 'hasIndices'),
  map: getterOf(Map.prototype, 'size'),
  set: getterOf(Set.prototype, 'size'),
  buffer: getterOf(ArrayBuffer.prototype, 'byteLength'),
};

/** The kind that `[object …]` stands for, if it is true. */
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
    apply(PROBES[kind] as () => unknown, value, []);
    return true;
  } catch {
    return false;
  }
};

/** Prototypes of what has state of its own that nothing copies. */
const REFUSED: readonly object[] = [
  ...[Promise, WeakMap, WeakSet].map(({ prototype }) => prototype),
  getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())) as object,
  getPrototypeOf(Object.getPrototypeOf(async function* () {}).prototype) as object,
  ...Object.getOwnPropertyNames(Intl)
    .map((name) => (Intl as unknown as Record<string, { prototype?: object }>)[name]?.prototype)
    .filter((prototype) => prototype !== undefined),
];

/** The kind of an object. Reads no property of it but its tag. */
export const kindOf = (value: object, more: readonly object[]): Kind => {
  if (typeof value === 'function') return 'refused';
  if (Array.isArray(value)) return 'array';
  if (ArrayBuffer.isView(value)) return 'view';
  if (isErrorObject(value)) return 'error';
  const tag = (apply(tagText, value, []) as string).slice('[object '.length, -1);
  const told = Object.hasOwn(TAGS, tag) ? (TAGS[tag] as Kind) : undefined;
  // A plain object says so, and nothing that has a tag of its own does.
  if (told === 'object' && !(Symbol.toStringTag in value)) return 'object';
  if (told !== undefined && told !== 'object' && passes(told, value)) return told;
  if (tag.startsWith('Temporal.')) return 'refused';
  for (const kind of Object.keys(PROBES) as Kind[]) if (passes(kind, value)) return kind;
  for (const prototype of [...REFUSED, ...more]) if (apply(isBefore, prototype, [value])) return 'refused';
  return 'object';
};

const isErrorObject = (value: object): boolean =>
  (Error as unknown as { isError(value: unknown): boolean }).isError(value);
