// Formats the arguments of console: strings unchanged, errors with their stacks, everything else as JSON. Runs inside the isolate.

import { functionText } from './function-text.ts';

const STACK_CHARACTERS = 4_000;
const DEEPEST_CAUSE = 4;
const UNREADABLE = '[cannot be shown]';

/** A replacer for JSON.stringify: writes a description of values that JSON cannot hold. */
const makeReplacer = () => {
  const above: unknown[] = [];
  return function replacer(this: unknown, _key: string, value: unknown): unknown {
    while (above.length > 0 && above[above.length - 1] !== this) above.pop();
    const plain = plainOf(value);
    if (typeof plain !== 'object' || plain === null) return plain;
    if (above.includes(plain)) return '[circular]';
    above.push(plain);
    return plain;
  };
};

const plainOf = (value: unknown): unknown => {
  switch (typeof value) {
    case 'bigint':
      return `${value}n`;
    case 'symbol':
      return String(value);
    case 'function':
      return functionText(value);
    case 'object':
      if (value instanceof Error) return `[${headOf(value)}]`;
      if (value instanceof Map) return { Map: [...value] };
      return value instanceof Set ? { Set: [...value] } : value;
    default:
      return value;
  }
};

const headOf = ({ name, message }: Error): string => (message === '' ? `${name}` : `${name}: ${message}`);

/** An error's stack and the stacks of its causes. */
const errorText = (error: Error, depth = 0): string => {
  const { stack, cause } = error;
  const text = typeof stack === 'string' && stack !== '' ? stack.slice(0, STACK_CHARACTERS) : headOf(error);
  if (!(cause instanceof Error) || depth === DEEPEST_CAUSE) return text;
  return `${text}\n[cause] ${errorText(cause, depth + 1)}`;
};

/** A value as text, at most `room` characters. Reading it may run the plugin's code, which spends the call's own time. */
export const shown = (value: unknown, room: number): string => {
  if (typeof value === 'string') return value.slice(0, room);
  try {
    if (value instanceof Error) return errorText(value).slice(0, room);
    const plain = plainOf(value);
    if (typeof plain !== 'object' || plain === null) return String(plain).slice(0, room);
    return (JSON.stringify(value, makeReplacer()) ?? 'undefined').slice(0, room);
  } catch {
    return UNREADABLE;
  }
};

const numberText = (value: unknown, read: (text: string) => number): string =>
  typeof value === 'symbol' ? 'NaN' : typeof value === 'bigint' ? `${value}n` : String(read(String(value)));

/** The text for a placeholder; undefined if the letter is not a placeholder's. */
const placeholderText = (letter: string, value: unknown, room: number): string | undefined => {
  try {
    switch (letter) {
      case 's':
      case 'o':
      case 'O':
        return shown(value, room);
      case 'j':
        return JSON.stringify(value, makeReplacer())?.slice(0, room) ?? 'undefined';
      case 'd':
      case 'i':
        return numberText(value, (text) => Number.parseInt(text, 10));
      case 'f':
        return numberText(value, Number.parseFloat);
      // CSS, which only a page can show.
      case 'c':
        return '';
      default:
        return undefined;
    }
  } catch {
    return UNREADABLE;
  }
};

/** Replaces `%s`, `%d`, `%i`, `%f`, `%j`, `%o` and `%O` in the first value by the values that follow; `%c` takes one and shows nothing. */
const fillPlaceholders = (
  values: readonly unknown[],
  room: number,
): { readonly text: string; readonly used: number } => {
  const pattern = values[0] as string;
  let text = '';
  let used = 1;
  let from = 0;
  for (let at = pattern.indexOf('%'); at !== -1 && text.length < room; at = pattern.indexOf('%', at)) {
    const letter = pattern[at + 1] ?? '';
    const filling =
      letter === '%' ? '%' : used < values.length ? placeholderText(letter, values[used], room) : undefined;
    if (filling === undefined) {
      at += 1;
      continue;
    }
    text += pattern.slice(from, at) + filling;
    if (letter !== '%') used += 1;
    at += 2;
    from = at;
  }
  return { text: text + pattern.slice(from), used };
};

/** The values as one text. Stops soon after `room` characters: the caller only needs to see that the text is too long. */
export const formatted = (values: readonly unknown[], room: number): string => {
  const most = room + 1;
  const hasPattern = values.length > 1 && typeof values[0] === 'string';
  let { text, used } = hasPattern ? fillPlaceholders(values, most) : { text: '', used: 0 };
  for (; used < values.length && text.length < most; used += 1)
    text += used === 0 ? shown(values[used], most) : ` ${shown(values[used], most)}`;
  return text;
};
