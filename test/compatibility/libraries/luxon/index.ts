// Examples from the documentation of Luxon, as tools.

import { defineTool } from '@toolcell/plugin';
import { DateTime, Duration, Info, Interval } from 'luxon';

export const luxonZone = defineTool(
  {
    description: 'A moment in a time zone, and its offset in minutes.',
    inputSchema: {
      type: 'object',
      properties: { iso: { type: 'string' }, zone: { type: 'string' } },
      required: ['iso', 'zone'],
    },
    outputSchema: {},
    examples: [
      {
        arguments: { iso: '2017-05-15T09:10:23Z', zone: 'America/Los_Angeles' },
        result: ['2017-05-15T02:10:23.000-07:00', -420, 'PDT'],
      },
      {
        arguments: { iso: '2017-11-15T09:10:23Z', zone: 'Asia/Tokyo' },
        result: ['2017-11-15T18:10:23.000+09:00', 540, 'GMT+9'],
      },
      { arguments: { iso: '2017-05-15T09:10:23Z', zone: 'Mars/Olympus' }, result: 'unsupported zone' },
    ],
  },
  ({ iso, zone }) => {
    const date = DateTime.fromISO(iso, { zone, locale: 'en-US' });
    return date.isValid ? [date.toISO(), date.offset, date.offsetNameShort] : date.invalidReason;
  },
);

export const luxonFormat = defineTool(
  {
    description: 'A day by a pattern and by the habits of a locale.',
    inputSchema: {
      type: 'object',
      properties: { iso: { type: 'string' }, locale: { type: 'string' }, pattern: { type: 'string' } },
      required: ['iso', 'locale', 'pattern'],
    },
    outputSchema: { type: 'array' },
    examples: [
      {
        arguments: { iso: '2014-08-06', locale: 'en-US', pattern: 'yyyy LLL dd' },
        result: ['2014 Aug 06', 'August 6, 2014'],
      },
      {
        arguments: { iso: '2014-08-06', locale: 'fr', pattern: 'cccc d LLLL' },
        result: ['mercredi 6 août', '6 août 2014'],
      },
    ],
  },
  ({ iso, locale, pattern }) => {
    const date = DateTime.fromISO(iso, { zone: 'utc', locale });
    return [date.toFormat(pattern), date.toLocaleString(DateTime.DATE_FULL)];
  },
);

export const luxonMath = defineTool(
  {
    description: 'Months that end early, differences, intervals, relative words.',
    inputSchema: {
      type: 'object',
      properties: { from: { type: 'string' }, to: { type: 'string' } },
      required: ['from', 'to'],
    },
    outputSchema: {},
    examples: [
      {
        arguments: { from: '2017-01-31', to: '2017-03-13' },
        result: {
          later: '2017-02-28',
          apart: { months: 1, days: 13 },
          weeks: 6,
          words: 'in 1 month',
          human: '1 hour, 5 minutes',
        },
      },
    ],
  },
  ({ from, to }) => {
    const [start, end] = [DateTime.fromISO(from, { zone: 'utc' }), DateTime.fromISO(to, { zone: 'utc' })];
    return {
      later: start.plus({ months: 1 }).toISODate(),
      apart: end.diff(start, ['months', 'days']).toObject(),
      weeks: Interval.fromDateTimes(start, end).splitBy({ weeks: 1 }).length,
      words: end.toRelative({ base: start, locale: 'en' }),
      human: Duration.fromObject({ hours: 1, minutes: 5 }, { locale: 'en' }).toHuman(),
    };
  },
);

export const luxonInfo = defineTool(
  {
    description: 'Names of months in a locale.',
    inputSchema: { type: 'object', properties: { locale: { type: 'string' } }, required: ['locale'] },
    outputSchema: { type: 'array' },
    examples: [{ arguments: { locale: 'fr' }, result: ['janvier', 'février'] }],
  },
  ({ locale }) => Info.months('long', { locale }).slice(0, 2),
);
