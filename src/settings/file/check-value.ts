// Checks one value of one setting, for the file, the environment and the flags. Front process and command line.

import { excerpt } from '../../shared/text/excerpt.ts';
import { nearest } from '../../shared/text/nearest.ts';
import type { Choice, Setting, TextForm, WholeNumber } from '../table/setting.ts';
import { rangeOf } from '../table/setting.ts';

/** The value to use, or what is wrong and what to do. */
export type Verdict<Value = unknown> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly wrong: string; readonly fix: string };

/** Checks the value of a setting that is not a list or map. `asWritten` is the operator's text, for messages. */
export function checkValue(
  setting: Exclude<Setting, { type: 'list' | 'map' }>,
  value: unknown,
  asWritten: string,
): Verdict {
  switch (setting.type) {
    case 'integer':
      return checkWhole(setting, value, asWritten);
    case 'string':
      return checkText(setting.form, value, asWritten);
    case 'choice':
      return checkChoice(setting, value, asWritten);
    case 'switches':
    case 'boolean':
      return typeof value === 'boolean'
        ? { ok: true, value }
        : refused(`${excerpt(asWritten)} is not true or false`, 'write true or false, without quotes');
  }
}

/** Checks the text of a flag or an environment variable. */
export function checkWord(setting: Exclude<Setting, { type: 'list' | 'map' }>, word: string): Verdict {
  const isNumber = setting.type === 'integer' && /^-?\d+$/.test(word);
  return checkValue(setting, isNumber ? Number(word) : word, isNumber ? word : JSON.stringify(word));
}

export function checkText(form: TextForm, value: unknown, asWritten: string): Verdict<string> {
  if (typeof value !== 'string')
    return refused(`${excerpt(asWritten)} is not a text`, `write ${form.words}, in quotes`);
  const shown = form.isHidden ? 'the value' : excerpt(asWritten);
  if (!new RegExp(form.pattern, 'u').test(value))
    return refused(`${shown} does not have the right form`, `write ${form.words}`);
  const fault = form.faultOf?.(value);
  return fault === undefined ? { ok: true, value } : refused(`${shown} ${fault.wrong}`, fault.fix);
}

function checkWhole(setting: WholeNumber, value: unknown, asWritten: string): Verdict<number> {
  const { min, max } = setting;
  if (typeof value === 'string' && /^\d{1,15}$/.test(value)) {
    return refused(`${excerpt(asWritten)} is a text, not a number`, `write ${value} without quotes`);
  }
  if (typeof value === 'number' && value < min)
    return refused(`${excerpt(asWritten)} is below ${min}`, tooLow(setting, value));
  if (typeof value === 'number' && value > max) {
    return refused(`${excerpt(asWritten)} is above ${max}`, `set it to ${max} or less`);
  }
  if (!Number.isInteger(value) || typeof value !== 'number') {
    return refused(`${excerpt(asWritten)} is not a whole number`, `set it to a whole number, ${rangeOf(setting)}`);
  }
  // JSON allows -0, which would be printed as an odd port.
  return { ok: true, value: value + 0 };
}

const tooLow = ({ min }: WholeNumber, value: number): string =>
  value <= 0 && min > 0 ? `set it to ${min} or more; no value turns it off` : `set it to ${min} or more`;

export function checkChoice(setting: Pick<Choice, 'values'>, value: unknown, asWritten: string): Verdict<string> {
  const found = setting.values.find((known) => known === value);
  if (found !== undefined) return { ok: true, value: found };
  const [meant] = typeof value === 'string' ? nearest(value, setting.values) : [];
  const fix = meant === undefined ? `set it to ${choicesOf(setting)}` : `did you mean ${JSON.stringify(meant)}?`;
  return refused(`${excerpt(asWritten)} is not one of its values`, fix);
}

const choicesOf = ({ values }: Pick<Choice, 'values'>): string =>
  values.map((value) => JSON.stringify(value)).join(' or ');

const refused = (wrong: string, fix: string) => ({ ok: false, wrong, fix }) as const;
