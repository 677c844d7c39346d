// fetch itself: writes a request as a host request, and reads the host's reply as a response. Runs inside the isolate.

import type { WebParts } from '../../scripts/parts.ts';
import type { HeadersInternals } from '../headers.ts';
import type { ExceptionType } from '../standard/interface.ts';
import type { StreamsInternals } from '../streams/internals.ts';
import { type Body, bodyOf, type Signal, type Source, takeWhole } from './body.ts';
import { type HeaderList, joinedValue } from './header-list.ts';
import type { RequestState } from './request.ts';
import type { ResponseState } from './response.ts';

type Listen = (type: string, listener: () => void) => void;

export interface SendParts {
  readonly hostRequest: WebParts['hostRequest'];
  readonly DOMException: ExceptionType;
  readonly addEventListener: Listen;
  readonly removeEventListener: Listen;
  readonly headers: HeadersInternals;
  readonly streams: StreamsInternals;
  readonly makeResponse: (state: ResponseState) => object;
}

/** The host's reply; see FetchResponse in src/shared/protocol/capabilities.ts. */
interface Given {
  readonly url: string;
  readonly redirected: boolean;
  readonly status: number;
  readonly statusText: string;
  readonly headers: HeaderList;
  readonly body?: string;
  readonly base64?: string;
}

/** The first status that is an error. */
const FIRST_ERROR = 400;

/** Throws TypeError for any scheme but http: and https:. The host checks it again. */
const checkScheme = (url: string): void => {
  if (/^https?:/.test(url)) return;
  const scheme = url.slice(0, url.indexOf(':') + 1);
  throw new TypeError(
    `fetch reaches https: and http: only, not ${scheme}. If the URL holds the data itself, read them from its text.`,
  );
};

/** Throws TypeError if an integrity is given: nothing would check it. */
const checkIntegrity = (integrity: string): void => {
  if (integrity === '') return;
  throw new TypeError(
    'fetch does not check integrity: compare the digest of the body yourself, with crypto.subtle.digest.',
  );
};

/** Headers that the standard adds if the request does not have them. */
const DEFAULTS: HeaderList = [
  ['accept', '*/*'],
  ['accept-language', '*'],
];

const withDefaults = (list: HeaderList): HeaderList => [
  ...list,
  ...DEFAULTS.filter(([name]) => joinedValue(list, name) === null),
];

const sourceMember = (source: Source | undefined): { body?: string; base64?: string } => {
  if (source === undefined) return {};
  return typeof source === 'string' ? { body: source } : { base64: source.toBase64() };
};

/** The host request's JSON; see FetchRequest in src/shared/protocol/capabilities.ts. */
const questionOf = ({ url, method, list, settings }: RequestState, source: Source | undefined): string =>
  JSON.stringify({
    url: url.replace(/#.*$/s, ''),
    method,
    headers: withDefaults(list),
    ...sourceMember(source),
    redirect: settings.redirect,
  });

const bodyOfGiven = ({ body, base64 }: Given, signal: Signal | undefined): Body | undefined => {
  if (body !== undefined) return bodyOf(body, signal);
  return base64 === undefined ? undefined : bodyOf(Uint8Array.fromBase64(base64), signal);
};

/**
 * Makes the function that sends a request; `place` is where the plugin called fetch. Its promise resolves with a response, or rejects with
 * the host's error or the signal's reason.
 */
export const makeSend = (parts: SendParts): ((request: RequestState, place: object) => Promise<object>) => {
  const { hostRequest, DOMException, addEventListener, removeEventListener, headers, streams, makeResponse } = parts;

  const responseOf = (given: Given, signal: Signal | undefined): object => {
    const { url, redirected, status, statusText, headers: list } = given;
    const body = bodyOfGiven(given, signal);
    return makeResponse({
      ...{ type: 'basic', url, redirected, status, statusText, list, body },
      headers: headers.make(list, 'immutable'),
    });
  };

  const errorOf = (text: string): Error => {
    const { name, message } = JSON.parse(text) as { name: string; message: string };
    return name === 'TypeError' ? new TypeError(message) : new DOMException(message, name);
  };

  const answer = (question: string, signal: Signal | undefined, place: object): Promise<object> =>
    new Promise((resolve, reject) => {
      const stop = (): void => {
        giveUp();
        reject(signal?.reason);
      };
      const giveUp = hostRequest('fetch', question, (ok, text, refuse) => {
        if (signal) removeEventListener.call(signal, 'abort', stop);
        if (!ok) return reject(refuse(errorOf(text), place));
        const given = JSON.parse(text) as Given;
        const response = responseOf(given, signal);
        // An error that names such a response as its cause is the other server's.
        resolve(given.status >= FIRST_ERROR ? refuse(response) : response);
      });
      if (signal) addEventListener.call(signal, 'abort', stop);
    });

  return async (request, place) => {
    checkScheme(request.url);
    checkIntegrity(request.settings.integrity);
    const signal = request.signal as Signal | undefined;
    if (signal?.aborted) {
      if (request.body?.stream) streams.cancel(request.body.stream, signal.reason);
      throw signal.reason;
    }
    const source = request.body && (await takeWhole(request.body, streams));
    if (signal?.aborted) throw signal.reason;
    return answer(questionOf(request, source), signal, place);
  };
};
