// Examples from the documentation of date-fns, as tools. Dates are given as parts, as the documentation does, so no time zone matters.

import { defineTool } from '@toolcell/plugin';
import {
  addBusinessDays,
  addMonths,
  compareAsc,
  differenceInBusinessDays,
  eachDayOfInterval,
  endOfMonth,
  format,
  formatDistance,
  formatDuration,
  intervalToDuration,
  isValid,
  parse,
} from 'date-fns';
import { de, eo } from 'date-fns/locale';

const DAY = { type: 'array', items: { type: 'integer' }, minItems: 3, maxItems: 6 } as const;
const dateOf = ([year = 0, month = 1, ...rest]: readonly number[]): Date =>
  new Date(year, month - 1, ...(rest as [number]));

export const dateFnsFormat = defineTool(
  {
    description: 'A date by a pattern, in a locale.',
    inputSchema: {
      type: 'object',
      properties: { day: DAY, pattern: { type: 'string' }, locale: { enum: ['eo', 'de'] } },
      required: ['day', 'pattern'],
    },
    outputSchema: { type: 'string' },
    examples: [
      { arguments: { day: [2014, 2, 11], pattern: 'MM/dd/yyyy' }, result: '02/11/2014' },
      { arguments: { day: [2014, 7, 2], pattern: "do 'de' MMMM yyyy", locale: 'eo' }, result: '2-a de julio 2014' },
      { arguments: { day: [2014, 7, 2, 15], pattern: "h 'o''clock'" }, result: "3 o'clock" },
      { arguments: { day: [2026, 3, 1], pattern: 'EEEE, d. MMMM', locale: 'de' }, result: 'Sonntag, 1. März' },
    ],
  },
  ({ day, pattern, locale }) => format(dateOf(day), pattern, { ...(locale && { locale: { eo, de }[locale] }) }),
);

export const dateFnsDistance = defineTool(
  {
    description: 'How far two dates lie apart, in words.',
    inputSchema: {
      type: 'object',
      properties: { from: DAY, to: DAY, withSuffix: { type: 'boolean' } },
      required: ['from', 'to'],
    },
    outputSchema: { type: 'string' },
    examples: [
      { arguments: { from: [2014, 7, 2], to: [2015, 1, 1] }, result: '6 months' },
      { arguments: { from: [2015, 1, 1], to: [2016, 1, 1], withSuffix: true }, result: 'about 1 year ago' },
    ],
  },
  ({ from, to, withSuffix = false }) => formatDistance(dateOf(from), dateOf(to), { addSuffix: withSuffix }),
);

export const dateFnsCalendar = defineTool(
  {
    description: 'Business days, months, intervals.',
    inputSchema: { type: 'object', properties: { from: DAY, to: DAY }, required: ['from', 'to'] },
    outputSchema: {},
    examples: [
      {
        arguments: { from: [2014, 1, 10], to: [2014, 7, 20] },
        result: {
          business: 136,
          tenLater: '2014-01-24',
          monthLater: '2014-02-10',
          end: '2014-01-31',
          days: 192,
          order: -1,
        },
      },
    ],
  },
  ({ from, to }) => {
    const [start, end] = [dateOf(from), dateOf(to)];
    return {
      business: differenceInBusinessDays(end, start),
      tenLater: format(addBusinessDays(start, 10), 'yyyy-MM-dd'),
      monthLater: format(addMonths(start, 1), 'yyyy-MM-dd'),
      end: format(endOfMonth(start), 'yyyy-MM-dd'),
      days: eachDayOfInterval({ start, end }).length,
      order: compareAsc(start, end),
    };
  },
);

export const dateFnsDuration = defineTool(
  {
    description: 'A duration in words.',
    inputSchema: { type: 'object', properties: { from: DAY, to: DAY }, required: ['from', 'to'] },
    outputSchema: { type: 'string' },
    examples: [
      { arguments: { from: [1929, 1, 15, 12], to: [1968, 4, 4, 19] }, result: '39 years 2 months 20 days 7 hours' },
    ],
  },
  ({ from, to }) => formatDuration(intervalToDuration({ start: dateOf(from), end: dateOf(to) })),
);

export const dateFnsParse = defineTool(
  {
    description: 'A text by a pattern; null where it is none.',
    inputSchema: {
      type: 'object',
      properties: { text: { type: 'string' }, pattern: { type: 'string' } },
      required: ['text', 'pattern'],
    },
    outputSchema: { type: ['array', 'null'] },
    examples: [
      { arguments: { text: '02/11/2014', pattern: 'MM/dd/yyyy' }, result: [2014, 2, 11] },
      { arguments: { text: '02/31/2014', pattern: 'MM/dd/yyyy' }, result: null },
    ],
  },
  ({ text, pattern }) => {
    const date = parse(text, pattern, new Date(2000, 0, 1));
    return isValid(date) ? [date.getFullYear(), date.getMonth() + 1, date.getDate()] : null;
  },
);
