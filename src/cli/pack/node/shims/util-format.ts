// `util.format` of Node. Runs inside the isolate, as part of the packed entry.

import { type InspectOptions, inspect } from './util-inspect.ts';

const hasOwnText = (value: object): boolean => {
  if (value instanceof Error) return true;
  const { toString: own } = value as { toString?: unknown };
  return (
    typeof own === 'function' &&
    own !== Object.prototype.toString &&
    own !== Array.prototype.toString &&
    !(value instanceof Date)
  );
};

const asString = (value: unknown, options: InspectOptions): string => {
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value !== 'object' || value === null) return String(value);
  return hasOwnText(value) ? String(value) : inspect(value, { ...options, depth: 0, colors: false, compact: 3 });
};

const asNumber = (value: unknown, read: (text: string) => number): string => {
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'symbol') return 'NaN';
  const number = read(value as string);
  return Object.is(number, -0) ? '-0' : String(number);
};

const asJson = (value: unknown): string => {
  try {
    return JSON.stringify(value) ?? 'undefined';
  } catch (error) {
    if (error instanceof TypeError && /circular/i.test(error.message)) return '[Circular]';
    throw error;
  }
};

const filled = (letter: string, value: unknown, options: InspectOptions): string | undefined => {
  switch (letter) {
    case 's':
      return asString(value, options);
    case 'd':
      return typeof value === 'object' && value !== null ? 'NaN' : asNumber(value, Number);
    case 'i':
      return typeof value === 'object' && value !== null ? 'NaN' : asNumber(value, (text) => Number.parseInt(text, 10));
    case 'f':
      return typeof value === 'symbol'
        ? 'NaN'
        : asNumber(typeof value === 'bigint' ? Number(value) : value, Number.parseFloat);
    case 'j':
      return asJson(value);
    case 'o':
      return inspect(value, { ...options, showHidden: true, showProxy: true, depth: 4 });
    case 'O':
      return inspect(value, options);
    case 'c':
      return '';
    default:
      return undefined;
  }
};

/** Fills the placeholders of the first text, and appends the other values. */
export const formatWithOptions = (options: InspectOptions, ...values: readonly unknown[]): string => {
  const [first, ...rest] = values;
  if (values.length === 1) return typeof first === 'string' ? first : inspect(first, options);
  let used = 0;
  let text = '';
  if (typeof first === 'string')
    text = first.replace(/%([sdifjoOc%])/g, (whole, letter: string) => {
      if (letter === '%') return '%';
      if (used >= rest.length) return whole;
      const filling = filled(letter, rest[used], options);
      if (filling === undefined) return whole;
      used += 1;
      return filling;
    });
  const others = typeof first === 'string' ? rest.slice(used) : values;
  const shown = others.map((value) => (typeof value === 'string' ? value : inspect(value, options)));
  return [...(typeof first === 'string' ? [text] : []), ...shown].join(' ');
};

/** As {@link formatWithOptions}, with the usual options. */
export const format = (...values: readonly unknown[]): string => formatWithOptions({}, ...values);
