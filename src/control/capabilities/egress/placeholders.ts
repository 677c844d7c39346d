// Puts secrets in place of `{{secret.NAME}}`, if the manifest allows the place. Values are put in for one hop and never kept.

import type { Grants, RequestedSecret, Secret } from '../../../shared/protocol/capabilities.ts';
import { notGranted } from '../refusal.ts';
import { basicCredentials, filledBasic } from './basic.ts';
import type { Header, Request } from './fetch-request.ts';
import { filled, hasEncodedPlaceholder, hasPlaceholder } from './placeholder-text.ts';
import { type EgressRefusal, notAllowed } from './refusal.ts';

/** Characters of a value that is too long to guess. A plugin that has a server send guesses back could see which one is replaced. */
const MIN_LENGTH = 16;
const MAX_LENGTH = 8_192;
/** Characters of the name of a place in a manifest, and in a message. */
const MAX_NAME_LENGTH = 100;
/** Characters that every header can carry, without blanks at the ends, which would be lost. */
const HEADER_SAFE = /^[!-~](?:[ -~]*[!-~])?$/;

/** The plugin of a request, and the secrets that its manifest asks for. */
export interface SecretPlugin {
  readonly pluginName: string;
  readonly grants: Pick<Grants, 'secrets'>;
}

/** A part of a request that a secret may be in. */
interface Place {
  readonly kind: 'header' | 'query parameter' | 'member of the body';
  /** A header's name in small letters, or the decoded name of a parameter or member. */
  readonly name: string;
}

/** The secrets that one request may use: its plugin's and its caller's. */
export class KeyRing {
  readonly #plugin: SecretPlugin;
  readonly #secrets: readonly Secret[];
  readonly #callerSecrets: Readonly<Record<string, string>>;

  constructor(plugin: SecretPlugin, secrets: readonly Secret[], callerSecrets: Readonly<Record<string, string>>) {
    this.#plugin = plugin;
    this.#secrets = secrets;
    this.#callerSecrets = callerSecrets;
  }

  /** The value of `name` for a place of a request to `origin`. Throws an {@link EgressRefusal} that names the missing line. */
  valueFor(name: string, origin: string, place: Place): string {
    const requested = this.#plugin.grants.secrets.requested.find(
      (each) => each.name === name && each.origin === origin,
    );
    if (requested && !mayStandIn(requested, place)) throw misplaced(requested, place);
    const secret = this.#secrets.find((each) => each.name === name && each.origin === origin);
    if (!requested || !secret) throw unbound(name, origin, this.#plugin);
    const value = this.#valueOf(secret);
    if (value === undefined) throw missingHeader(secret);
    if (!isUsable(value)) throw unusable(secret);
    return value;
  }

  /** Names and values of the secrets that are sent to these origins, so that a response may hold them. All secrets if `origins` is left out. */
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

/** The member of a requested secret that lists places of this kind. */
const LISTS = {
  header: 'headers',
  'query parameter': 'parameters',
  'member of the body': 'bodyMembers',
} as const satisfies Record<Place['kind'], keyof RequestedSecret>;

const mayStandIn = (requested: RequestedSecret, { kind, name }: Place): boolean =>
  requested[LISTS[kind]].includes(name);

/** Arguments of a caller may hold a placeholder, and the tool may put it anywhere. */
const misplaced = ({ name }: RequestedSecret, place: Place): EgressRefusal => {
  // A member's name may be as long as a body.
  const placeName = place.name.slice(0, MAX_NAME_LENGTH);
  const hint = `if the plugin itself puts it there: add "${placeName}" to the ${LISTS[place.kind]} of ${name} under capabilities.secrets in plugin.json`;
  return notAllowed(
    `The secret ${name} may not be used in the ${place.kind} "${placeName}": the manifest does not name that place.`,
    {
      denied: { rule: 'secretPlace', hint },
    },
  );
};

/** If the manifest does not name the secret, the author has to ask for it; else the operator has to bind it. */
const unbound = (name: string, origin: string, { pluginName, grants }: SecretPlugin): EgressRefusal => {
  const message = `No secret ${name} is bound to ${pluginName} and ${origin}.`;
  const isRequested = grants.secrets.requested.some(
    (requested) => requested.name === name && requested.origin === origin,
  );
  if (!isRequested) {
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
  const message = `Each caller has to send its own secret ${name}, in the header ${header}. This caller did not.`;
  const detail = `The tool needs your own secret ${name}: send it with the request, in the header ${header}. Never write it into the arguments.`;
  return notAllowed(message, { denied: { rule: 'callerSecret' }, failure: { code: 'missing_secret', detail } });
};

const unusable = ({ name, from }: Secret): EgressRefusal => {
  const form = `it must be ${MIN_LENGTH} to ${MAX_LENGTH} visible ASCII characters`;
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

/** Without it the server would get the placeholder as if it were the secret, and refuse that without a word about the cause. */
const encoded = (place: string): EgressRefusal =>
  notAllowed(
    `A placeholder of a secret is in base64 in ${place} of the request, and would be sent as it is: the server would get the placeholder, not the secret. Write {{secret.NAME}} itself, not encoded, into a place that plugin.json names. Only "authorization: Basic " and the base64 of user:{{secret.NAME}} may be encoded.`,
    {
      denied: {
        rule: 'secretPlace',
        hint: 'do not encode the text around a placeholder: the plugin has no value to encode',
      },
    },
  );

/** Throws if a placeholder is in a place that never takes a secret: path, names of parameters or headers; or in base64 that is not HTTP Basic's. */
export const checkPlaces = ({ url, headers }: Request): void => {
  const forbidden = (place: string): EgressRefusal =>
    notAllowed(
      `A secret cannot be used in the ${place} of a request: put its placeholder into the value of a header, of a query parameter or of a member of the body that plugin.json names.`,
      { denied: { rule: 'secretPlace' } },
    );
  if (hasPlaceholder(url.pathname)) throw forbidden('path');
  if (parametersOf(url).some(({ name }) => hasPlaceholder(name))) throw forbidden('name of a query parameter');
  if (headers.some(([name]) => hasPlaceholder(name))) throw forbidden('name of a header');
  if (hasEncodedPlaceholder(url.pathname)) throw encoded('the path');
  if (hasEncodedPlaceholder(url.search)) throw encoded('the query');
  const header = headers.find((each) => hasEncodedPlaceholder(each[1]) && !basicCredentials(each));
  if (header) throw encoded(`the header "${header[0]}"`);
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

export const filledPath = (url: URL, ring: KeyRing): string => {
  if (!hasPlaceholder(url.search)) return url.pathname + url.search;
  const query = parametersOf(url).map(({ name, value }) =>
    value === undefined
      ? name
      : `${name}=${filled(value, (secret) => encodeURIComponent(ring.valueFor(secret, url.origin, parameter(name))))}`,
  );
  return `${url.pathname}?${query.join('&')}`;
};

export const filledHeaders = (headers: readonly Header[], origin: string, ring: KeyRing): readonly Header[] =>
  headers.map((header): Header => {
    const [name, value] = header;
    const put = (secret: string): string => ring.valueFor(secret, origin, { kind: 'header', name });
    const credentials = basicCredentials(header);
    return [name, credentials ? filledBasic(credentials, put) : filled(value, put)];
  });

const parameter = (encoded: string): Place => ({ kind: 'query parameter', name: formName(encoded) });

/** Decodes the name of a parameter or of a form's field as servers do. */
export const formName = (encoded: string): string => {
  const [name = ''] = new URLSearchParams(`${encoded}=`).keys();
  return name;
};
