// Reads values of a document that a stranger wrote: own members only, and of the expected type or nothing.

export type Values = Readonly<Record<string, unknown>>;

/** A schema of a tool, while it is written. */
export type Schema = { [keyword: string]: unknown };

const NONE: Values = Object.freeze(Object.create(null));

export const isMap = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The own member of that name; undefined if there is none. */
export const memberOf = (value: unknown, name: string): unknown =>
  isMap(value) && Object.hasOwn(value, name) ? value[name] : undefined;

export const mapIn = (value: unknown, name: string): Values => {
  const member = memberOf(value, name);
  return isMap(member) ? member : NONE;
};

export const listIn = (value: unknown, name: string): readonly unknown[] => {
  const member = memberOf(value, name);
  return Array.isArray(member) ? member : [];
};

/** The text; undefined if there is none, or an empty one. */
export const textIn = (value: unknown, name: string): string | undefined => {
  const member = memberOf(value, name);
  return typeof member === 'string' && member !== '' ? member : undefined;
};

export const textsIn = (value: unknown, name: string): readonly string[] =>
  listIn(value, name).filter((one) => typeof one === 'string');
