// Prepares the values of a log line for both formats: rounds times and unfolds errors. Front process.

import { rounded } from '../../shared/text/milliseconds.ts';

const MAX_STACK_CHARACTERS = 8_000;

const errorFields = ({ name, message, stack, cause }: Error): object => ({
  name,
  message,
  ...(stack !== undefined && { stack: stack.slice(0, MAX_STACK_CHARACTERS) }),
  // Only one step, because a chain of causes could be a circle.
  ...(cause instanceof Error && { cause: { name: cause.name, message: cause.message } }),
});

/** The value of a member. Numbers whose names end in `Ms` are times. */
export const fieldValue = (name: string, value: unknown): unknown => {
  if (typeof value === 'number' && name.endsWith('Ms')) return rounded(value);
  return value instanceof Error ? errorFields(value) : value;
};

/** The members of a line that are not undefined, as they are written. */
export const fieldsOf = (fields: object): readonly (readonly [name: string, value: unknown])[] =>
  Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, fieldValue(name, value)]]));
