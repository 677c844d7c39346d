// Checks and compares origins and patterns of origins as text. Pure; any zone may call it.

/** What is wrong with a text that should be an origin, and what to do. */
export interface OriginFault {
  readonly wrong: string;
  readonly fix: string;
}

/** Longer than any honest origin: a host name has at most 253 characters. */
const MAX_LENGTH = 300;
const ANY_HOST = /^https?:\/\/\*$/;
/** Takes the place of `*` while the rest is checked. */
const STAND_IN = 'stand-in';

const fault = (wrong: string, fix: string): OriginFault => ({ wrong, fix });

/** Why a text is not exactly one origin, such as `https://api.example.com` or `http://127.0.0.1:8080`; undefined if it is one. */
export const originFault = (text: string): OriginFault | undefined =>
  text.includes('*')
    ? fault('has a "*" in it', 'write exactly one origin such as https://api.example.com')
    : faultOf(text, text);

/** The same for a pattern: an origin, `https://*.example.com` for every name below one, or `https://*` for every host. */
export const originPatternFault = (text: string): OriginFault | undefined => {
  if (ANY_HOST.test(text)) return undefined;
  if (!text.includes('*')) return faultOf(text, text);
  const exact = text.replace('://*.', `://${STAND_IN}.`);
  if (!exact.includes('*') && exact !== text) return faultOf(exact, text);
  return fault(
    'has "*" in the wrong place',
    'write it in place of the first names of the host, as in https://*.example.com, or of the whole host: https://*',
  );
};

/** `exact` is `text` without its wildcard. */
const faultOf = (exact: string, text: string): OriginFault | undefined => {
  if (text.length > MAX_LENGTH) return fault(`is longer than ${MAX_LENGTH} characters`, 'write scheme and host alone');
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(exact))
    return fault('has no scheme', 'write it with https:// (or http://) in front');
  if (!/^https?:\/\//i.test(exact)) return fault('has a scheme that is not for fetch', 'write https:// or http://');
  if (/[\s\\]/.test(exact)) return fault('has a blank or a backslash in it', 'remove it');
  const url = URL.canParse(exact) ? new URL(exact) : undefined;
  if (!url) return fault('is not an origin', 'write scheme and host such as https://api.example.com');
  const { origin } = url;
  if (origin === exact) return url.hostname.endsWith('.') ? fault('ends in a dot', 'remove the dot') : undefined;
  if (url.username !== '' || url.password !== '' || exact.includes('@'))
    return fault('has a user name or password in it', 'remove it; a secret belongs under "secrets"');
  const meant = origin.replace(`://${STAND_IN}.`, text.includes('*') ? '://*.' : `://${STAND_IN}.`);
  if (/^[^/]*\/\/[^/?#]*[/?#]/.test(exact)) return fault('has a path, query or fragment', `write ${meant}`);
  return fault('is not in the form in which origins are compared', `write ${meant}`);
};

interface Parts {
  readonly scheme: string;
  readonly host: string;
  readonly port: string;
}

const partsOf = (pattern: string): Parts | undefined => {
  const [, scheme, host, port = ''] =
    /^(https?):\/\/(\[[0-9a-f:.]+\]|[^:/?#\s[\]]+)(?::(\d{1,5}))?$/.exec(pattern) ?? [];
  return scheme === undefined || host === undefined ? undefined : { scheme, host, port };
};

const hostCovers = (wide: string, narrow: string): boolean => {
  if (wide === '*' || wide === narrow) return true;
  return wide.startsWith('*.') && narrow.endsWith(wide.slice(1)) && narrow.length >= wide.length;
};

/**
 * True if `wide` stands for every origin that `narrow` stands for. Both are well-formed patterns; an origin is a pattern too.
 * Scheme and port must be the same: `https://*` is every host at port 443.
 */
export const originCovers = (wide: string, narrow: string): boolean => {
  const [outer, inner] = [partsOf(wide), partsOf(narrow)];
  if (!outer || !inner) return false;
  return outer.scheme === inner.scheme && outer.port === inner.port && hostCovers(outer.host, inner.host);
};

/** Origins whose host is private by its name or address; a tool reaches these only through `privateFetch`. */
const PLAINLY_PRIVATE =
  /^https?:\/\/(?:(?:[^:/]+\.)?(?:localhost|local|internal|home\.arpa)(?::\d+)?$|127\.\d|10\.\d|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|\[(?:::1\]|f[cde]))/;

/** True if an origin's name or address alone shows that it is not on the public internet. */
export const isPlainlyPrivate = (origin: string): boolean => PLAINLY_PRIVATE.test(origin);
