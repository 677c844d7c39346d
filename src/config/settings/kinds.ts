// How a line of the table of settings is written down. Any process may read it.

import type { NamedSettings, Switch, SwitchOrList, Text, TextForm, TextList, WholeNumber } from '../setting.ts';

type Range = Pick<WholeNumber, 'default' | 'min' | 'max'>;

/** A whole number in a range. */
export const whole = (range: Range, meaning: string, reason: string): WholeNumber => ({
  type: 'integer',
  ...range,
  meaning,
  reason,
});

/** A list of texts, empty where nothing is said. */
export const list = (form: TextForm, meaning: string, reason: string): TextList => ({
  type: 'list',
  default: [],
  form,
  maxItems: 256,
  meaning,
  reason,
});

/** A text, empty where nothing is said. */
export const text = (form: TextForm, meaning: string, reason: string): Text => ({
  type: 'string',
  default: '',
  form,
  meaning,
  reason,
});

/** A switch that is off where nothing is said. */
export const off = (meaning: string, reason: string): Switch => ({ type: 'boolean', default: false, meaning, reason });

/** A switch that is off where nothing is said, or the names of what is on. */
export const offOrList = <Value extends string>(
  values: readonly Value[],
  meaning: string,
  reason: string,
): SwitchOrList<Value> => ({ type: 'switches', default: false, values, meaning, reason });

/** Settings under names that the operator gives. */
export const named = <Value>(
  parts: Omit<NamedSettings<Value>, 'type' | 'default' | 'maxEntries'>,
): NamedSettings<Value> => ({
  type: 'map',
  // Without a prototype, so that a plugin named `constructor` finds nothing.
  default: Object.freeze(Object.create(null)),
  maxEntries: 1_000,
  ...parts,
});
