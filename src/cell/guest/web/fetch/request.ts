// Request of the Fetch standard. Runs inside the isolate.
//
// Settings that concern pages only (mode, credentials, cache, referrer) can be read back and have no effect.

import type { HeadersInternals } from '../headers.ts';
import { byteStringOf, wordOf } from '../standard/convert.ts';
import { addGetters, asInterface, dictionaryOf, needArguments } from '../standard/interface.ts';
import { type Body, type BodyParts, cloneBody, extract, isUnusable, passOnBody } from './body.ts';
import { addBodyMembers, type Message } from './body-members.ts';
import { type HeaderList, joinedValue, setIn } from './header-list.ts';
import { DEFAULT_SETTINGS, type RequestSettings, readSettings } from './request-settings.ts';

/** The parts of other groups that requests are built on. */
export interface RequestParts extends BodyParts {
  readonly headers: HeadersInternals;
  readonly URL: new (text: string) => { href: string; username: string; password: string };
  readonly AbortSignal: (new () => object) & { any(signals: readonly object[]): object };
  readonly AbortController: new () => { readonly signal: object };
}

export interface RequestState extends Message {
  readonly url: string;
  readonly method: string;
  readonly headers: object;
  readonly settings: RequestSettings;
  /** If the request follows no signal, its own is made when the plugin first reads it. */
  signal: object | undefined;
}

/** Methods that are written in capitals even if they were given in small letters. */
const KNOWN_METHODS: readonly string[] = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'POST', 'PUT'];

const methodOf = (value: unknown): string => {
  const method = byteStringOf(value, 'A method');
  if (!/^[!#$%&'*+\-.^_`|~\w]+$/.test(method)) throw new TypeError(`${JSON.stringify(method)} is not a method.`);
  const capitals = method.toUpperCase();
  if (['CONNECT', 'TRACE', 'TRACK'].includes(capitals)) throw new TypeError(`The method ${capitals} cannot be used.`);
  return KNOWN_METHODS.includes(capitals) ? capitals : method;
};

/** The class, and `requestStateOf`, which gives a request's state. */
export const makeRequestClass = (parts: RequestParts) => {
  const { headers: headerLists, streams, AbortController, AbortSignal } = parts;
  let stateOf = (_request: object): RequestState => ({}) as RequestState;
  let isRequest = (_value: object): boolean => false;

  const urlOf = (text: string): string => {
    let url: { href: string; username: string; password: string };
    try {
      url = new parts.URL(text);
    } catch {
      throw new TypeError(
        `${JSON.stringify(text.slice(0, 200))} is not an absolute URL: write one that begins with https:// or http://.`,
      );
    }
    if (url.username !== '' || url.password !== '')
      throw new TypeError('The URL has a user name or a password in it: send them in the header Authorization.');
    return url.href;
  };

  const signalOf = (given: unknown, from: RequestState | undefined): object | undefined => {
    const followed = given === undefined ? from?.signal : given;
    if (followed === undefined || followed === null) return undefined;
    if (!((followed as object) instanceof AbortSignal))
      throw new TypeError('The signal of a request must be an AbortSignal.');
    return AbortSignal.any([followed as object]);
  };

  /** A new list with the given headers, or with those of the request that is copied. */
  const headersOf = (given: unknown, from: RequestState | undefined): { headers: object; list: HeaderList } => {
    const list: HeaderList = [];
    const headers = headerLists.make(list, 'request');
    if (given !== undefined) headerLists.fill(headers, given);
    else if (from) for (const [name, value] of from.list) list.push([name, value]);
    return { headers, list };
  };

  const bodyFor = (
    given: unknown,
    from: RequestState | undefined,
    isHalf: boolean,
  ): [Body | undefined, string | undefined] => {
    if (given === undefined || given === null) {
      if (from?.body && isUnusable(from.body, streams))
        throw new TypeError('The body of the request has been read before.');
      return [from?.body && passOnBody(from.body, streams), undefined];
    }
    const { body, type } = extract(given, parts);
    if (body.stream !== undefined && !isHalf)
      throw new TypeError("A body that is a stream needs the member duplex: 'half'.");
    return [body, type];
  };

  class Request {
    static {
      stateOf = (request) => (request as Request).#state;
      isRequest = (value) => #state in value;
    }

    readonly #state: RequestState;

    constructor(input: unknown, init: unknown = undefined) {
      needArguments(arguments.length, 1, 'A request');
      const from = typeof input === 'object' && input !== null && isRequest(input) ? stateOf(input) : undefined;
      const url = from ? from.url : urlOf(`${input as string}`);
      const options = dictionaryOf(init, 'The second argument of a request');
      const { body: bodyGiven, duplex, headers: headersGiven, method: methodGiven, signal: signalGiven } = options;
      const isHalf = duplex !== undefined && wordOf(duplex, ['half'], 'half', 'duplex') === 'half';
      const settings = readSettings(options, from?.settings ?? DEFAULT_SETTINGS, urlOf);
      const method = methodGiven === undefined ? (from?.method ?? 'GET') : methodOf(methodGiven);
      const signal = signalOf(signalGiven, from);
      const { headers, list } = headersOf(headersGiven, from);
      const hasBody = (bodyGiven !== undefined && bodyGiven !== null) || from?.body !== undefined;
      if (hasBody && (method === 'GET' || method === 'HEAD'))
        throw new TypeError(`A request with the method ${method} cannot have a body.`);
      const [body, type] = bodyFor(bodyGiven, from, isHalf);
      if (type !== undefined && joinedValue(list, 'content-type') === null) setIn(list, 'Content-Type', type);
      this.#state = { url, method, headers, list, settings, body, signal };
    }

    get signal(): object {
      this.#state.signal ??= new AbortController().signal;
      return this.#state.signal;
    }

    get duplex(): string {
      return 'half';
    }

    clone(): object {
      const { body, list, ...rest } = this.#state;
      const copy = new Request(this.#state.url);
      const newList: HeaderList = list.map(([name, value]) => [name, value]);
      Object.assign(copy.#state, rest, {
        ...{ list: newList, headers: headerLists.make(newList, 'request') },
        ...{ body: body && cloneBody(body, streams), signal: signalOf(this.signal, undefined) },
      });
      return copy;
    }
  }

  const settingsOf = (request: object): RequestSettings => stateOf(request).settings;
  addGetters(Request, (request) => stateOf(request), ['method', 'url', 'headers']);
  addGetters(Request, settingsOf, Object.keys(DEFAULT_SETTINGS) as (keyof RequestSettings)[]);
  addBodyMembers(Request.prototype, (request) => stateOf(request), parts);
  asInterface(Request);
  return { Request, requestStateOf: (request: object): RequestState => stateOf(request) };
};
