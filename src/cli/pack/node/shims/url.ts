// `url` of Node: the npm package `url` for the old functions, and those for the URL of the standard. Runs inside the isolate, as part of the packed entry.

import punycode from 'punycode/punycode.js';
import library from 'url/';
import { Buffer } from './buffer.ts';
import { fileURLToPath, isUrl, pathToFileURL } from './url-paths.ts';

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
