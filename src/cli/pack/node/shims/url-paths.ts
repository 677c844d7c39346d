// Paths and URLs of files, for `url` and `fs`. Runs inside the isolate, as part of the packed entry.

import { coded, wrongType } from './errors.ts';

export const isUrl = (value: unknown): value is URL => value instanceof URL;

/** The path of a URL. Throws as Node does for one that is of no file. */
export const fileURLToPath = (value: unknown): string => {
  const url = typeof value === 'string' ? new URL(value) : value;
  if (!isUrl(url)) throw wrongType('path', 'of type string or an instance of URL', value);
  if (url.protocol !== 'file:') throw coded(TypeError, 'ERR_INVALID_URL_SCHEME', 'The URL must be of scheme file');
  if (url.hostname !== '')
    throw coded(TypeError, 'ERR_INVALID_FILE_URL_HOST', 'File URL host must be "localhost" or empty on linux');
  if (/%2f/i.test(url.pathname))
    throw coded(TypeError, 'ERR_INVALID_FILE_URL_PATH', 'File URL path must not include encoded / characters');
  return decodeURIComponent(url.pathname);
};

const ESCAPED: Readonly<Record<string, string>> = {
  '%': '%25',
  '\\': '%5C',
  '\n': '%0A',
  '\r': '%0D',
  '\t': '%09',
  '?': '%3F',
  '#': '%23',
};

const absolute = (path: string): string => {
  const parts: string[] = [];
  for (const part of (path.startsWith('/') ? path : `/plugin/${path}`).split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}${/.\/$/.test(path) ? '/' : ''}`;
};

/** The URL of a path; a relative one is below `/plugin`. */
export const pathToFileURL = (path: string): URL =>
  new URL(`file://${absolute(path).replace(/[%\\\n\r\t?#]/g, (one) => ESCAPED[one] ?? one)}`);
