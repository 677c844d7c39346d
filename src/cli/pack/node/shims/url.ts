// `url` of Node: the npm package `url` for the old functions, and those for the URL of the standard. Runs inside the isolate, as part of the packed entry.

import punycode from 'punycode/punycode.js';
import library from 'url/';
import { Buffer } from './buffer.ts';
import { coded, wrongType } from './errors.ts';

const isUrl = (value: unknown): value is URL => value instanceof URL;

const fileURLToPath = (value: unknown): string => {
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

const pathToFileURL = (path: string): URL =>
  new URL(`file://${absolute(path).replace(/[%\\\n\r\t?#]/g, (one) => ESCAPED[one] ?? one)}`);

const domain = (host: string): string => {
  try {
    return new URL(`ws://${host}`).hostname;
  } catch {
    return '';
  }
};

interface FormatOptions {
  readonly auth?: boolean;
  readonly fragment?: boolean;
  readonly search?: boolean;
}

const format = (value: unknown, { auth = true, fragment = true, search = true }: FormatOptions = {}): string => {
  if (!isUrl(value)) return library.format(value);
  const copy = new URL(value.href);
  if (!auth) [copy.username, copy.password] = ['', ''];
  if (!fragment) copy.hash = '';
  if (!search) copy.search = '';
  return copy.href;
};

const urlToHttpOptions = (url: URL): object => ({
  protocol: url.protocol,
  hostname: url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname,
  hash: url.hash,
  search: url.search,
  pathname: url.pathname,
  path: `${url.pathname}${url.search}`,
  href: url.href,
  ...(url.port !== '' && { port: Number(url.port) }),
  ...((url.username !== '' || url.password !== '') && {
    auth: `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`,
  }),
});

export default {
  URL,
  URLSearchParams,
  Url: library.Url,
  domainToASCII: domain,
  domainToUnicode: (host: string) => {
    const ascii = domain(host);
    return ascii.includes('xn--') ? punycode.toUnicode(ascii) : ascii;
  },
  fileURLToPath,
  fileURLToPathBuffer: (value: unknown) => Buffer.from(fileURLToPath(value)),
  format,
  parse: library.parse,
  pathToFileURL,
  resolve: library.resolve,
  resolveObject: library.resolveObject,
  urlToHttpOptions,
};
