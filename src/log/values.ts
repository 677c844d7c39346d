// What the values of a line of the log look like, in either format: times rounded, errors with what they say.

const MAX_STACK_CHARACTERS = 8_000;

/** To the microsecond: what lies below is noise. */
export const rounded = (ms: number): number => Math.round(ms * 1000) / 1000;

const errorFields = ({ name, message, stack, cause }: Error): object => ({
  name,
  message,
  ...(stack !== undefined && { stack: stack.slice(0, MAX_STACK_CHARACTERS) }),
  // One step: a chain of causes could be a circle.
  ...(cause instanceof Error && { cause: { name: cause.name, message: cause.message } }),
});

/** A member of a line: names that end in `Ms` are times. */
export const fieldValue = (name: string, value: unknown): unknown => {
  if (typeof value === 'number' && name.endsWith('Ms')) return rounded(value);
  return value instanceof Error ? errorFields(value) : value;
};

/** The members of a line that say something, as they are written. */
export const fieldsOf = (fields: object): readonly (readonly [name: string, value: unknown])[] =>
  Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, fieldValue(name, value)]]));
