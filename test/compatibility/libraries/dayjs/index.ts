// Examples from the documentation of Day.js, as tools.

import { defineTool } from '@toolcell/plugin';
import dayjs from 'dayjs';
import 'dayjs/locale/de.js';
import duration from 'dayjs/plugin/duration.js';
import isoWeek from 'dayjs/plugin/isoWeek.js';
import relativeTime from 'dayjs/plugin/relativeTime.js';
import timezone from 'dayjs/plugin/timezone.js';
import utc from 'dayjs/plugin/utc.js';

for (const plugin of [utc, timezone, isoWeek, duration, relativeTime]) dayjs.extend(plugin);

export const dayjsFormat = defineTool(
  {
    description: 'A moment by a pattern, in UTC and in the words of a locale.',
    inputSchema: {
      type: 'object',
      properties: { iso: { type: 'string' }, pattern: { type: 'string' }, locale: { type: 'string' } },
      required: ['iso', 'pattern', 'locale'],
    },
    outputSchema: { type: 'string' },
    examples: [
      {
        arguments: { iso: '2019-01-25T12:30:00Z', pattern: '[Y]YYYY-MM-DD[T]HH:mm', locale: 'en' },
        result: 'Y2019-01-25T12:30',
      },
      {
        arguments: { iso: '2019-03-01T00:00:00Z', pattern: 'dddd, D. MMMM', locale: 'de' },
        result: 'Freitag, 1. März',
      },
    ],
  },
  ({ iso, pattern, locale }) => dayjs.utc(iso).locale(locale).format(pattern),
);

export const dayjsZone = defineTool(
  {
    description: 'A local time in one zone, read in another.',
    inputSchema: {
      type: 'object',
      properties: { local: { type: 'string' }, from: { type: 'string' }, to: { type: 'string' } },
      required: ['local', 'from', 'to'],
    },
    outputSchema: { type: 'array' },
    examples: [
      {
        arguments: { local: '2014-06-01 12:00', from: 'America/New_York', to: 'Europe/Paris' },
        result: ['2014-06-01T16:00:00.000Z', '2014-06-01T18:00:00+02:00', 120],
      },
    ],
  },
  ({ local, from, to }) => {
    const there = dayjs.tz(local, from);
    const here = there.tz(to);
    return [there.toISOString(), here.format(), here.utcOffset()];
  },
);

export const dayjsMath = defineTool(
  {
    description: 'Months that end early, differences, weeks, durations in words.',
    inputSchema: {
      type: 'object',
      properties: { from: { type: 'string' }, to: { type: 'string' } },
      required: ['from', 'to'],
    },
    outputSchema: { type: 'object' },
    examples: [
      {
        arguments: { from: '2019-01-31', to: '2020-02-29' },
        result: { later: '2019-02-28', months: 13, days: 394, week: 5, words: 'a year' },
      },
    ],
  },
  ({ from, to }) => {
    const begin = dayjs.utc(from);
    const end = dayjs.utc(to);
    return {
      later: begin.add(1, 'month').format('YYYY-MM-DD'),
      months: end.diff(begin, 'month'),
      days: end.diff(begin, 'day'),
      week: begin.isoWeek(),
      words: dayjs.duration(end.diff(begin)).humanize(),
    };
  },
);
