// URL and URLSearchParams. Runs inside the isolate, as a group of the platform.

import { URL, URLSearchParams } from 'whatwg-url';
import type { PlatformGroup } from '../guest/parts.ts';
import { withNames } from './standard/interface.ts';

/**
 * A URL that makes the library build what it builds on first use, so that no call can be interrupted while it does; with an
 * iterator, which leads to the library's inner classes as no global does.
 */
const samples = (): readonly unknown[] => {
  const url = new URL('https://user:word@example.com:8080/a b/../c?d=é#f');
  url.searchParams.append('g', 'h i');
  url.hash = 'j k';
  return [url, url.searchParams, url.searchParams.entries(), new URL('data:a b?c#d')];
};

/** Makes the group. */
export const install: PlatformGroup = () => ({ globals: withNames({ URL, URLSearchParams }), samples });
