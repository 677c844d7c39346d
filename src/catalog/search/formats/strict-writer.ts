// What the parts of the writer of strict schemas share. Types, and the words for what is not possible. Any thread; pure.

import type { Targets } from './references.ts';
import type { Schema, Writing, Written } from './strict-values.ts';
import { Unfit } from './telling.ts';

export interface Writer extends Writing {
  readonly targets: Targets;
  /** True if null surely fits the schema. */
  readonly acceptsNull: (schema: unknown) => boolean;
  /** Writes any schema. Throws {@link Unfit}. */
  write(schema: unknown, path: string): Written;
  /** Notes that the schema being written refers to a definition of the root, or to the root (an empty name). */
  refer(name: string): void;
}

/** The error for what an API does not take. `what` follows its name: `takes no …`. */
export const unfit = (
  { title }: Writing,
  path: string,
  [what, hint = 'describe the argument in a simpler way']: readonly [what: string, hint?: string],
): Unfit => new Unfit(path, `${title} ${what}`, hint);

export const typesIn = ({ type }: Schema): readonly string[] => [type].flat().filter((one) => typeof one === 'string');

/** Beside a reference or a choice, these keywords constrain nothing. */
export const ANNOTATIONS: readonly string[] = [
  ...['title', 'description', 'default', 'examples', 'deprecated', 'readOnly', 'writeOnly', '$comment', '$defs'],
];

/** A schema in two parts: what describes a value, and what constrains it. */
export const divided = (schema: Schema): { readonly annotations: Schema; readonly constraints: Schema } => {
  const isAnnotation = ([keyword]: readonly [string, unknown]): boolean => ANNOTATIONS.includes(keyword);
  const entries = Object.entries(schema);
  return {
    annotations: Object.fromEntries(entries.filter(isAnnotation)),
    constraints: Object.fromEntries(entries.filter((entry) => !isAnnotation(entry))),
  };
};
