// URL and URLSearchParams. Runs inside the isolate, as a group of web APIs.

import { URL, URLSearchParams } from 'whatwg-url';
import type { WebGroup } from '../scripts/parts.ts';
import { withNames } from './standard/interface.ts';

/**
 * A URL that makes the library build what it otherwise builds on first use, so that no call can be interrupted while it does. Its
 * iterator leads to the library's inner classes, to which no global leads.
 */
const samples = (): readonly unknown[] => {
  const url = new URL('https://user:word@example.com:8080/a b/../c?d=é#f');
  url.searchParams.append('g', 'h i');
  url.hash = 'j k';
  return [url, url.searchParams, url.searchParams.entries(), new URL('data:a b?c#d')];
};

export const install: WebGroup = () => ({ globals: withNames({ URL, URLSearchParams }), samples });
