// Whether a request may leave: it must fit a rule of the manifest and a grant of the operator. Checked for every hop. Control thread.

import type { Grants } from '../../../shared/protocol/capabilities.ts';
import { isPlainlyPrivate, originCovers } from '../../../shared/protocol/origins.ts';
import { notGranted } from '../refusal.ts';
import { type EgressRefusal, notAllowed } from './refusal.ts';

/** Throws an {@link EgressRefusal} that names the missing line, unless `method` may be sent to `url`. */
export const checkRules = (
  url: URL,
  method: string,
  { grants, pluginName }: { readonly grants: Grants; readonly pluginName: string },
): void => {
  const { origin } = url;
  const forOrigin = grants.fetch.requested.filter((rule) => covers(rule.origin, origin));
  if (forOrigin.length === 0)
    throw notRequested(
      `The plugin does not ask for requests to ${origin}.`,
      `add {"origin": "${origin}"} to capabilities.fetch in plugin.json`,
    );
  const forMethod = forOrigin.filter((rule) => rule.methods.includes(method));
  if (forMethod.length === 0)
    throw notRequested(
      `The plugin does not ask for ${method} requests to ${origin}.`,
      `add "${method}" to the methods of that origin under capabilities.fetch in plugin.json`,
    );
  if (!forMethod.some((rule) => pathFits(url.pathname, rule.path)))
    throw notRequested(
      `The plugin does not ask for ${method} requests to this path of ${origin}.`,
      'widen its path under capabilities.fetch in plugin.json; a path that a server could read as another one is always refused',
    );
  if (![...grants.fetch.granted, ...grants.fetch.grantedPrivate].some((pattern) => covers(pattern, origin)))
    throw ungranted(origin, pluginName);
};

/** The author has to ask for it first; an operator cannot grant it alone. */
const notRequested = (message: string, hint: string): EgressRefusal =>
  notAllowed(message, { denied: { rule: 'manifest', hint } });

const ungranted = (origin: string, pluginName: string): EgressRefusal => {
  const message = `The operator has not granted ${origin} to ${pluginName}.`;
  // A grant under `fetch` would be refused next, for its address.
  const setting = `grants.${pluginName}.${isPlainlyPrivate(origin) ? 'privateFetch' : 'fetch'}`;
  return notAllowed(message, {
    denied: { rule: 'grant', hint: `add "${origin}" to ${setting} in sandbox.config.json` },
    failure: notGranted(message, setting),
  });
};

/** True if the operator lets `origin` have addresses that are not public. */
export const mayBePrivate = (origin: string, { fetch }: Grants): boolean =>
  fetch.grantedPrivate.some((pattern) => covers(pattern, origin));

const covers = (pattern: string, origin: string): boolean => pattern === origin || originCovers(pattern, origin);

/** A path that is still encoded after this many decodings is meant to be read in two ways, so it is refused. */
const MAX_DECODINGS = 4;

/** True if a path, as the URL standard writes it, fits `pattern`, and also fits after any decoding by a server. */
export const pathFits = (pathname: string, pattern: string): boolean => {
  if (pattern === '/*') return true;
  if (!globFits(pathname, pattern)) return false;
  if (!/[%;]|\/\//.test(pathname)) return true;
  const meant = plainPath(pathname);
  return meant !== undefined && globFits(meant, plainPattern(pattern));
};

/** A path decoded to the end, with `\` as `/`, without parameters such as `;x`, and with `.` and `..` resolved. Undefined if it cannot be decoded. */
const plainPath = (pathname: string): string | undefined => {
  let path = pathname;
  for (let turn = 0; path.includes('%'); turn += 1) {
    const decoded = decode(path);
    if (decoded === undefined || turn === MAX_DECODINGS) return undefined;
    if (decoded === path) break;
    path = decoded;
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these end a path early in servers written in C.
  return /[\0-\x1f]/.test(path) ? undefined : walked(path);
};

/** A `%` that begins no escape stays, as in servers. Undefined if the bytes are not UTF-8. */
const decode = (text: string): string | undefined => {
  try {
    return text.replace(/(?:%[0-9a-f]{2})+/gi, decodeURIComponent);
  } catch {
    return undefined;
  }
};

const walked = (path: string): string => {
  const segments = path
    .replaceAll('\\', '/')
    .split('/')
    .map((segment) => segment.replace(/;.*$/, ''));
  const kept: string[] = [];
  for (const segment of segments.slice(1)) {
    if (segment === '..') kept.pop();
    else if (segment !== '.' && segment !== '') kept.push(segment);
  }
  const last = segments.at(-1);
  const isFolder = last === '' || last === '.' || last === '..';
  return `/${kept.join('/')}${isFolder && kept.length > 0 ? '/' : ''}`;
};

const plainPattern = (pattern: string): string =>
  pattern
    .split('*')
    .map((piece) => decode(piece) ?? piece)
    .join('*');

/** `*` stands for any characters. The time is linear in the path for each `*`; a regular expression could backtrack. */
const globFits = (text: string, pattern: string): boolean => {
  const pieces = pattern.split('*');
  const first = pieces[0] ?? '';
  const last = pieces.at(-1) ?? '';
  if (pieces.length === 1) return text === pattern;
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false;
  const end = text.length - last.length;
  let at = first.length;
  for (const piece of pieces.slice(1, -1)) {
    const found = text.indexOf(piece, at);
    if (found === -1 || found + piece.length > end) return false;
    at = found + piece.length;
  }
  return true;
};
