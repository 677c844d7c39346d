// Security schemes become bound secrets: the table has placeholders, the manifest the places where each may stand.

import type { SecretWish } from '../../../../packages/plugin/src/manifest.ts';
import { compositeKey } from '../../../shared/text/composite-key.ts';
import { ImportRefused } from '../kind.ts';
import { secretNameFrom } from './names.ts';
import type { Operation } from './operations.ts';
import { resolved } from './references.ts';
import type { TableCredential } from './table.ts';
import { isMap, listIn, mapIn, memberOf, textIn, type Values } from './values.ts';
import { description } from './words.ts';

/** A scheme of the document, or of `--auth`, as the plugin uses it. */
export interface Credential {
  readonly name: string;
  readonly entry: TableCredential;
  /** The secrets, each for the origin that gets it. */
  secretsFor(origin: string): readonly SecretWish[];
  /** Composite keys of the places in a request that it fills: `header`, `authorization`. */
  readonly places: readonly string[];
}

export interface SecurityOptions {
  readonly pluginName: string;
  /** `--auth`: in place of what the document says. */
  readonly auth: string | undefined;
  /** `--user`: the user name of HTTP Basic, or the client's id. Without it both are secrets. */
  readonly user: string | undefined;
}

/** `suffix`: of the names of secrets of another server than the first, since a secret is bound to one origin. */
type Suffixed = SecurityOptions & { readonly suffix: string };

const placeholder = (name: string): string => `{{secret.${name}}}`;

interface Scheme {
  readonly name: string;
  readonly text: string | undefined;
}

const keyCredential = (
  { name, text }: Scheme,
  place: 'header' | 'query' | 'cookie',
  key: string,
  { pluginName, suffix }: Suffixed,
  prefix = '',
): Credential => {
  const secret = secretNameFrom(pluginName, name + suffix);
  const member =
    place === 'query' ? { parameters: [key] } : { headers: [place === 'cookie' ? 'cookie' : key.toLowerCase()] };
  return {
    name: name + suffix,
    entry: { kind: 'key', in: place, name: key, value: `${prefix}${placeholder(secret)}` },
    places: [
      place === 'query'
        ? compositeKey('query', key)
        : compositeKey('header', place === 'cookie' ? 'cookie' : key.toLowerCase()),
    ],
    secretsFor: (origin) => [{ name: secret, origin, ...member, description: text ?? 'A key of the API.' }],
  };
};

const bearer = (scheme: Scheme, options: Suffixed): Credential =>
  keyCredential(scheme, 'header', 'authorization', options, 'Bearer ');

/** User and password, or id and secret of a client. Each is a secret, unless `--user` says the first. */
const pair = ({ name, text }: Scheme, { pluginName, user, suffix }: Suffixed, words: readonly [string, string]) => {
  const [userSecret, passwordSecret] = words.map((word) => secretNameFrom(pluginName, name + suffix, word)) as [
    string,
    string,
  ];
  const names = user === undefined ? [userSecret, passwordSecret] : [passwordSecret];
  return {
    user: user ?? placeholder(userSecret),
    password: placeholder(passwordSecret),
    secrets: (origin: string): readonly SecretWish[] =>
      names.map((secret, index) => ({
        name: secret,
        origin,
        description:
          `${text ?? 'Credentials of the API'} (${words[index + 2 - names.length]?.toLowerCase().replace('_', ' ')})`.slice(
            0,
            900,
          ),
      })),
  };
};

const basic = (scheme: Scheme, options: Suffixed): Credential => {
  const { user, password, secrets } = pair(scheme, options, ['USER', 'PASSWORD']);
  return {
    name: scheme.name + options.suffix,
    entry: { kind: 'basic', user, password },
    places: [compositeKey('header', 'authorization')],
    secretsFor: secrets,
  };
};

const client = (scheme: Scheme, flow: Values, base: string, options: Suffixed): Credential | undefined => {
  const url = URL.parse(textIn(flow, 'tokenUrl') ?? '', base);
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  const { user, password, secrets } = pair(scheme, options, ['CLIENT_ID', 'CLIENT_SECRET']);
  const scope = Object.keys(mapIn(flow, 'scopes')).join(' ');
  return {
    name: scheme.name + options.suffix,
    entry: { kind: 'client', tokenUrl: url.href, scope, user, password },
    places: [compositeKey('header', 'authorization')],
    secretsFor: () => secrets(url.origin),
  };
};

/** The credential that a scheme needs; undefined if nothing can be made of it. `base`: address of the operation's server. */
const credentialOf = (name: string, scheme: Values, base: string, options: Suffixed): Credential | undefined => {
  const own = { name, text: description([textIn(scheme, 'description')], 40) || undefined };
  const kind = textIn(scheme, 'type');
  if (kind === 'apiKey') {
    const [place, key] = [textIn(scheme, 'in'), textIn(scheme, 'name')];
    const isPlace = place === 'header' || place === 'query' || place === 'cookie';
    return isPlace && key !== undefined ? keyCredential(own, place, key, options) : undefined;
  }
  if (kind === 'http' && /^basic$/i.test(String(scheme.scheme))) return basic(own, options);
  if (kind === 'http' && /^bearer$/i.test(String(scheme.scheme))) return bearer(own, options);
  if (kind === 'openIdConnect') return bearer(own, options);
  if (kind !== 'oauth2') return undefined;
  const flow = memberOf(mapIn(scheme, 'flows'), 'clientCredentials');
  return (isMap(flow) ? client(own, flow, base, options) : undefined) ?? bearer(own, options);
};

const AUTH = /^(?:(bearer|basic|none)|(header|query|cookie):([\w.$~-]{1,100}))$/;

/** What `--auth` says. Throws ImportRefused. */
const named = (auth: string, options: Suffixed): readonly Credential[] => {
  const [, kind, place, key] = AUTH.exec(auth) ?? [];
  if (kind === 'none') return [];
  if (kind === 'bearer') return [bearer({ name: 'token', text: undefined }, options)];
  if (kind === 'basic') return [basic({ name: 'login', text: undefined }, options)];
  if (place === undefined || key === undefined)
    throw new ImportRefused(
      `--auth: ${JSON.stringify(auth)} is none of the ways`,
      'bearer, basic, header:NAME, query:NAME, cookie:NAME or none',
    );
  return [keyCredential({ name: 'key', text: undefined }, place as 'header' | 'query' | 'cookie', key, options)];
};

export type Secured =
  | { readonly ok: true; readonly credentials: readonly Credential[] }
  /** The operation needs a scheme of a kind that nothing can be made of. */
  | { readonly ok: false; readonly needs: string };

/** The credentials of an operation: of its first alternative that can be had. Throws ImportRefused. */
export const credentialsOf = (document: Values, { own }: Operation, base: string, options: Suffixed): Secured => {
  if (options.auth !== undefined) return { ok: true, credentials: named(options.auth, options) };
  const listed = memberOf(own, 'security') === undefined ? listIn(document, 'security') : listIn(own, 'security');
  const alternatives = listed.filter(isMap).map((one) => Object.keys(one));
  // An empty one says that the others may be left out; a key lets the caller see more.
  const full = alternatives.filter(({ length }) => length > 0);
  const schemes = mapIn(mapIn(document, 'components'), 'securitySchemes');
  for (const names of full) {
    const found = names.map((name) => credentialOf(name, resolved(document, memberOf(schemes, name)), base, options));
    if (found.every((one) => one !== undefined)) return { ok: true, credentials: found };
  }
  return full.length === 0 || full.length < alternatives.length
    ? { ok: true, credentials: [] }
    : { ok: false, needs: full.map((names) => names.join(' and ')).join(' or ') };
};
