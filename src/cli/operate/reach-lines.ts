// What plugins ask to reach and what of it is granted, as lines for people.

import { shown } from '../../catalog/refusal.ts';
import type { WishState } from '../../protocol/admin.ts';
import type { Paint } from '../command.ts';

/** Without colour, for the start-up text. */
export const PLAIN: Pick<Paint, 'good' | 'warning'> = { good: (text) => text, warning: (text) => text };

/** A line for each thing that is asked for, and where it is not granted, one with what grants it: once for those that the same line grants. */
export const wishLines = (
  states: readonly WishState[],
  paint: Pick<Paint, 'good' | 'warning'> = PLAIN,
): readonly string[] =>
  states.flatMap(({ wish, state, line }, index) => [
    `    ${state === 'granted' ? paint.good('+') : paint.warning('-')} ${shown(wish, 400)}: ${state}`,
    ...(line === undefined || states[index + 1]?.line === line
      ? []
      : [`        → in sandbox.config.json: ${shown(line, 2_000)}`]),
  ]);
