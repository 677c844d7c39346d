// The settings of a request other than its URL, method, headers, body and signal. Only `redirect` and `integrity` have an effect: the
// others concern pages. Runs inside the isolate.

import { wellFormed, wordOf } from '../standard/convert.ts';

const WORDS = {
  cache: ['default', 'no-store', 'reload', 'no-cache', 'force-cache', 'only-if-cached'],
  credentials: ['same-origin', 'include', 'omit'],
  mode: ['cors', 'same-origin', 'no-cors', 'navigate'],
  redirect: ['follow', 'error', 'manual'],
  referrerPolicy: [
    ...['', 'no-referrer', 'no-referrer-when-downgrade', 'same-origin', 'origin', 'strict-origin'],
    ...['origin-when-cross-origin', 'strict-origin-when-cross-origin', 'unsafe-url'],
  ],
} as const;

export const DEFAULT_SETTINGS = {
  cache: 'default',
  credentials: 'same-origin',
  destination: '',
  integrity: '',
  keepalive: false,
  mode: 'cors',
  redirect: 'follow' as (typeof WORDS.redirect)[number],
  referrer: 'about:client',
  referrerPolicy: '',
};

export type RequestSettings = Readonly<typeof DEFAULT_SETTINGS>;

const referrerOf = (value: unknown, before: string, urlOf: (text: string) => string): string => {
  if (value === undefined) return before;
  const text = wellFormed(value);
  return text === '' || text === 'about:client' ? text : urlOf(text);
};

/** The settings in `init`, and those of `before` if it has none. Throws TypeError for values that the standard does not have. */
export const readSettings = (
  init: Readonly<Record<string, unknown>>,
  before: RequestSettings,
  urlOf: (text: string) => string,
): RequestSettings => {
  const { cache, credentials, integrity, keepalive, mode, priority, redirect, referrer, referrerPolicy, window } = init;
  wordOf(priority, ['high', 'low', 'auto'], 'auto', 'priority');
  if (window !== undefined && window !== null)
    throw new TypeError('There is no window: the member window must be null.');
  if (mode === 'navigate') throw new TypeError('A request cannot have the mode "navigate".');
  const settings = {
    cache: wordOf(cache, WORDS.cache, before.cache as 'default', 'cache'),
    credentials: wordOf(credentials, WORDS.credentials, before.credentials as 'omit', 'credentials'),
    destination: '',
    integrity: integrity === undefined ? before.integrity : `${integrity as string}`,
    keepalive: keepalive === undefined ? before.keepalive : Boolean(keepalive),
    mode: wordOf(mode, WORDS.mode, before.mode as 'cors', 'mode'),
    redirect: wordOf(redirect, WORDS.redirect, before.redirect, 'redirect'),
    referrer: referrerOf(referrer, before.referrer, urlOf),
    referrerPolicy: wordOf(referrerPolicy, WORDS.referrerPolicy, before.referrerPolicy as '', 'referrerPolicy'),
  };
  if (settings.cache === 'only-if-cached' && settings.mode !== 'same-origin')
    throw new TypeError('"only-if-cached" needs the mode "same-origin".');
  return settings;
};
