// `{{secret.NAME}}` in a request: where its manifest lets it stand, and what takes its place. Values are put in for one hop and never kept.
// Control thread.

import type { AskedSecret, Grants, Secret } from '../../../protocol/capabilities.ts';
import { notGranted } from '../refusal.ts';
import type { Header, Request } from './fetch-ask.ts';
import { type EgressRefusal, notAllowed } from './refusal.ts';

/** The braces may be percent-encoded, as `URLSearchParams` does it. */
const PLACEHOLDER = /(?:\{|%7b){2}secret\.([A-Za-z0-9_.-]{1,100})(?:\}|%7d){2}/gi;

/** Whoever has a server send guesses back sees which one is taken out: what is this long cannot be guessed so. */
const MIN_LENGTH = 16;
const MAX_LENGTH = 8_192;
/** What every header can carry, without blanks at the ends, which would be lost. */
const HEADER_SAFE = /^[!-~](?:[ -~]*[!-~])?$/;

/** Whose request it is, and which secrets its manifest asks for. */
export interface SecretPlugin {
  readonly pluginName: string;
  readonly grants: Pick<Grants, 'secrets'>;
}

/** A part of a request that a secret may stand in. */
interface Place {
  readonly kind: 'header' | 'query parameter';
  /** A header in small letters, a parameter decoded. */
  readonly name: string;
}

/** The secrets that one request may use: those of its plugin, and of its caller. */
export class KeyRing {
  readonly #plugin: SecretPlugin;
  readonly #secrets: readonly Secret[];
  readonly #callerSecrets: Readonly<Record<string, string>>;

  /** `secrets` are those that are bound to this plugin. */
  constructor(plugin: SecretPlugin, secrets: readonly Secret[], callerSecrets: Readonly<Record<string, string>>) {
    this.#plugin = plugin;
    this.#secrets = secrets;
    this.#callerSecrets = callerSecrets;
  }

  /** The value of `name` for a place of a request to `origin`. Throws an {@link EgressRefusal} that says which line is missing. */
  valueFor(name: string, origin: string, place: Place): string {
    const asked = this.#plugin.grants.secrets.asked.find((each) => each.name === name && each.origin === origin);
    if (asked && !mayStandIn(asked, place)) throw misplaced(asked, place);
    const secret = this.#secrets.find((each) => each.name === name && each.origin === origin);
    if (!asked || !secret) throw unbound(name, origin, this.#plugin);
    const value = this.#valueOf(secret);
    if (value === undefined) throw missingHeader(secret);
    if (!isUsable(value)) throw unusable(secret);
    return value;
  }

  /** The values that a response of one of these origins could hold, since they are sent there; those of all origins if none are given. By the names of the secrets. */
  values(origins?: ReadonlySet<string>): readonly (readonly [name: string, value: string])[] {
    return this.#secrets.flatMap((secret) => {
      if (origins && !origins.has(secret.origin)) return [];
      const value = this.#valueOf(secret);
      return value !== undefined && isUsable(value) ? [[secret.name, value] as const] : [];
    });
  }

  #valueOf({ from }: Secret): string | undefined {
    if ('value' in from) return from.value;
    return Object.hasOwn(this.#callerSecrets, from.callerHeader) ? this.#callerSecrets[from.callerHeader] : undefined;
  }
}

const isUsable = (value: string): boolean =>
  value.length >= MIN_LENGTH && value.length <= MAX_LENGTH && HEADER_SAFE.test(value);

const mayStandIn = ({ headers, parameters }: AskedSecret, { kind, name }: Place): boolean =>
  (kind === 'header' ? headers : parameters).includes(name);

/** What a caller sent may hold a placeholder, and the tool may put it anywhere. */
const misplaced = ({ name }: AskedSecret, place: Place): EgressRefusal => {
  const member = place.kind === 'header' ? 'headers' : 'parameters';
  const hint = `if the plugin itself puts it there: add "${place.name}" to the ${member} of ${name} under capabilities.secrets in plugin.json`;
  return notAllowed(
    `The secret ${name} may not stand in the ${place.kind} "${place.name}": the manifest does not say so.`,
    {
      denied: { rule: 'secretPlace', hint },
    },
  );
};

/** A secret that the manifest does not name is the author's to ask for; one that it names is the operator's to bind. */
const unbound = (name: string, origin: string, { pluginName, grants }: SecretPlugin): EgressRefusal => {
  const message = `No secret ${name} is bound to ${pluginName} and ${origin}.`;
  const isAsked = grants.secrets.asked.some((asked) => asked.name === name && asked.origin === origin);
  if (!isAsked) {
    const hint = `name ${name} with the origin ${origin} under capabilities.secrets in plugin.json; the operator then adds it to secrets in sandbox.config.json`;
    return notAllowed(message, { denied: { rule: 'secret', hint } });
  }
  const hint = `add "${name}": {"plugin": "${pluginName}", "origin": "${origin}", "env": "${name}"} to secrets in sandbox.config.json`;
  return notAllowed(message, {
    denied: { rule: 'secret', hint },
    failure: notGranted(`The operator has not given ${pluginName} the secret ${name}.`, `secrets.${name}`),
  });
};

const missingHeader = ({ name, from }: Secret): EgressRefusal => {
  const header = 'callerHeader' in from ? from.callerHeader : '';
  const message = `Each caller brings its own secret ${name}, and this one has not: it has to send it in the header ${header}.`;
  const detail = `The tool needs your own secret ${name}: send it with the request, in the header ${header}. Never write it into the arguments.`;
  return notAllowed(message, { denied: { rule: 'callerSecret' }, failure: { code: 'missing_secret', detail } });
};

const unusable = ({ name, from }: Secret): EgressRefusal => {
  const form = `it must be ${MIN_LENGTH} to ${MAX_LENGTH} visible characters of ASCII`;
  const message = `The value of the secret ${name} cannot be used: ${form}.`;
  if ('callerHeader' in from) {
    const detail = `The secret ${name} that came in the header ${from.callerHeader} cannot be used: ${form}. Send the right value there.`;
    return notAllowed(`${message} It came in the caller's header ${from.callerHeader}.`, {
      denied: { rule: 'callerSecret' },
      failure: { code: 'missing_secret', detail },
    });
  }
  const setting = `secrets.${name}`;
  return notAllowed(message, {
    denied: { rule: 'secret', hint: `see ${setting} in sandbox.config.json` },
    failure: notGranted(message, setting),
  });
};

/** True where a placeholder stands in `text`. */
export const hasPlaceholder = (text: string): boolean => /secret\./i.test(text) && text.search(PLACEHOLDER) !== -1;

/** Throws where a placeholder stands where no secret is ever put: path, names of parameters or headers, body. */
export const checkPlaces = ({ url, headers, body }: Request): void => {
  const forbidden = (place: string): EgressRefusal =>
    notAllowed(
      `A secret cannot stand in the ${place} of a request: put its placeholder into the value of a header or of a query parameter that plugin.json names.`,
      { denied: { rule: 'secretPlace' } },
    );
  if (hasPlaceholder(url.pathname)) throw forbidden('path');
  if (parametersOf(url).some(({ name }) => hasPlaceholder(name))) throw forbidden('name of a query parameter');
  if (headers.some(([name]) => hasPlaceholder(name))) throw forbidden('name of a header');
  // Bytes first: most bodies hold nothing like it.
  if (body?.includes('secret.') && hasPlaceholder(body.toString('latin1'))) throw forbidden('body');
};

interface Parameter {
  readonly name: string;
  readonly value: string | undefined;
}

const parametersOf = ({ search }: URL): readonly Parameter[] =>
  search
    .slice(1)
    .split('&')
    .map((pair) => {
      const at = pair.indexOf('=');
      return at === -1 ? { name: pair, value: undefined } : { name: pair.slice(0, at), value: pair.slice(at + 1) };
    });

const filled = (text: string, put: (name: string) => string): string =>
  text.replaceAll(PLACEHOLDER, (_all, name: string) => put(name));

/** Path and query of a request with the secrets in place. */
export const filledPath = (url: URL, ring: KeyRing): string => {
  if (!hasPlaceholder(url.search)) return url.pathname + url.search;
  const query = parametersOf(url).map(({ name, value }) =>
    value === undefined
      ? name
      : `${name}=${filled(value, (secret) => encodeURIComponent(ring.valueFor(secret, url.origin, parameter(name))))}`,
  );
  return `${url.pathname}?${query.join('&')}`;
};

/** The headers of a request to `origin` with the secrets in place. */
export const filledHeaders = (headers: readonly Header[], origin: string, ring: KeyRing): readonly Header[] =>
  headers.map(([name, value]): Header => {
    const place = { kind: 'header', name } as const;
    return [name, filled(value, (secret) => ring.valueFor(secret, origin, place))];
  });

/** As servers read the name. */
const parameter = (encoded: string): Place => {
  const [name = ''] = new URLSearchParams(`${encoded}=`).keys();
  return { kind: 'query parameter', name };
};
