// What a format tells of the schemas that it changed, and of the tools that it cannot carry. Any thread; pure.

import type { JsonObject } from '../../../shared/protocol/json.ts';

export interface Change {
  /** JSON pointer inside the input schema as its author wrote it. */
  readonly path: string;
  readonly change: string;
}

/** Why something is not possible. */
export interface Obstacle {
  /** JSON pointer inside the input schema; empty for the whole. */
  readonly path: string;
  readonly reason: string;
  /** What the author of the tool can do. */
  readonly hint: string;
}

/** A schema that an API takes. */
export interface Carried {
  readonly schema: JsonObject;
  readonly changes: readonly Change[];
}

/** Thrown inside this folder alone, where a schema turns out not to fit. */
export class Unfit extends Error {
  readonly obstacle: Obstacle;

  constructor(path: string, reason: string, hint: string) {
    super(reason);
    this.obstacle = { path, reason, hint };
  }
}

/** The result of `make`, or the obstacle if it throws {@link Unfit}. */
export const orObstacle = <Made>(make: () => Made): Made | Obstacle => {
  try {
    return make();
  } catch (error) {
    if (error instanceof Unfit) return error.obstacle;
    throw error;
  }
};

/** True for what {@link orObstacle} gives instead of a result. */
export const isObstacle = (made: object): made is Obstacle => Object.hasOwn(made, 'reason');

/** Longest part of a name or value in a text for people. */
const MOST_SHOWN = 60;

/** A name or value from a schema, for a text: as JSON, cut if it is long. */
export const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'undefined';
  return text.length <= MOST_SHOWN ? text : `${text.slice(0, MOST_SHOWN)}…`;
};
