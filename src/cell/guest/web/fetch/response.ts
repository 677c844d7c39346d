// Response of the Fetch standard. Runs inside the isolate.

import type { HeadersInternals } from '../headers.ts';
import { byteStringOf, wellFormed } from '../standard/convert.ts';
import { addGetters, asInterface, dictionaryOf, needArguments } from '../standard/interface.ts';
import { type Body, type BodyParts, bodyOf, cloneBody, extract } from './body.ts';
import { addBodyMembers, type Message } from './body-members.ts';
import { type HeaderList, joinedValue, setIn } from './header-list.ts';

/** The parts of other groups that responses are built on. */
export interface ResponseParts extends BodyParts {
  readonly headers: HeadersInternals;
  readonly URL: new (text: string) => { href: string };
}

export interface ResponseState extends Message {
  readonly type: 'default' | 'basic' | 'error';
  readonly url: string;
  readonly redirected: boolean;
  readonly status: number;
  readonly statusText: string;
  readonly headers: object;
}

const NULL_BODY: readonly number[] = [101, 103, 204, 205, 304];
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

const statusOf = (value: unknown): number => {
  const status = Math.trunc(Number(value)) & 0xffff;
  if (!(status >= 200 && status <= 599))
    throw new RangeError(`The status of a response must be 200 to 599, not ${value}.`);
  return status;
};

const statusTextOf = (value: unknown): string => {
  const text = byteStringOf(value, 'statusText');
  if (/[^\t\x20-\x7e\x80-\xff]/.test(text)) throw new TypeError('statusText has a control character in it.');
  return text;
};

/** The class, and `makeResponse`, which makes a response of any state. Plugins do not get `makeResponse`. */
export const makeResponseClass = (parts: ResponseParts) => {
  const { headers: headerLists, streams } = parts;
  let stateOf = (_response: object): ResponseState => ({}) as ResponseState;
  let make = (_state: ResponseState): object => ({});

  /** The state for the options and the body that a plugin gives. */
  const stateFrom = (init: unknown, body: Body | undefined, type: string | undefined): ResponseState => {
    const {
      headers: given,
      status: statusGiven,
      statusText: textGiven,
    } = dictionaryOf(init, 'The options of a response');
    const status = statusGiven === undefined ? 200 : statusOf(statusGiven);
    const statusText = textGiven === undefined ? '' : statusTextOf(textGiven);
    const list: HeaderList = [];
    const headers = headerLists.make(list, 'none');
    if (given !== undefined) headerLists.fill(headers, given);
    if (body !== undefined && NULL_BODY.includes(status))
      throw new TypeError(`A response with the status ${status} has no body.`);
    if (type !== undefined && joinedValue(list, 'content-type') === null) setIn(list, 'Content-Type', type);
    return { type: 'default', url: '', redirected: false, status, statusText, headers, list, body };
  };

  /** A response with no body, whose headers a plugin cannot change. */
  const makeFixed = (list: HeaderList, members: Partial<ResponseState>): object => {
    const headers = headerLists.make(list, 'immutable');
    return make({ ...stateFrom(undefined, undefined, undefined), ...members, list, headers });
  };

  class Response {
    static {
      stateOf = (response) => (response as Response).#state;
      make = (state) => {
        const response = new Response();
        response.#state = state;
        return response;
      };
    }

    #state: ResponseState;

    constructor(body: unknown = undefined, init: unknown = undefined) {
      const isNull = body === undefined || body === null;
      const extracted = isNull ? undefined : extract(body, parts);
      this.#state = stateFrom(init, extracted?.body, extracted?.type);
    }

    static error(): object {
      return makeFixed([], { type: 'error', status: 0 });
    }

    static redirect(url: unknown, status: unknown = 302): object {
      needArguments(arguments.length, 1, 'Response.redirect');
      const { href } = new parts.URL(wellFormed(url));
      const code = Math.trunc(Number(status));
      if (!REDIRECTS.includes(code)) throw new RangeError(`The status of a redirect cannot be ${status}.`);
      return makeFixed([['Location', href]], { status: code });
    }

    static json(data: unknown, init: unknown = undefined): object {
      needArguments(arguments.length, 1, 'Response.json');
      const text = JSON.stringify(data);
      if (text === undefined) throw new TypeError('The value cannot be written as JSON.');
      return make(stateFrom(init, bodyOf(text.toWellFormed()), 'application/json'));
    }

    get ok(): boolean {
      return this.#state.status >= 200 && this.#state.status <= 299;
    }

    clone(): object {
      const { body, list } = this.#state;
      const copy: HeaderList = list.map(([name, value]) => [name, value]);
      const isOwn = this.#state.type === 'default';
      const headers = headerLists.make(copy, isOwn ? 'none' : 'immutable');
      return make({ ...this.#state, list: copy, headers, body: body && cloneBody(body, streams) });
    }
  }

  addGetters(Response, (response) => stateOf(response), [
    'type',
    'url',
    'redirected',
    'status',
    'statusText',
    'headers',
  ]);
  addBodyMembers(Response.prototype, (response) => stateOf(response), parts);
  asInterface(Response);
  for (const name of ['error', 'redirect', 'json']) Object.defineProperty(Response, name, { enumerable: true });
  return { Response, makeResponse: (state: ResponseState): object => make(state) };
};
