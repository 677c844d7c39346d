// fetch, Request and Response, as the Fetch standard has them for what is no page. Runs inside the isolate, as a group of the
// platform: what leaves is one question to the host, which decides what is sent.
//
// Written here: libraries that have these classes whole are parts of Node or build on it; those that need none lack half the
// standard.

import type { PlatformGroup, PlatformParts } from '../guest/parts.ts';
import type { BlobInternals } from './blob.ts';
import { askFor } from './fetch/ask.ts';
import { makeRequestClass, type RequestParts } from './fetch/request.ts';
import { makeResponseClass } from './fetch/response.ts';
import type { FormInternals } from './form.ts';
import type { HeadersInternals } from './headers.ts';
import type { ExceptionType } from './standard/interface.ts';
import { borrow } from './standard/internals.ts';
import type { StreamsInternals } from './streams/whole.ts';

/** Makes the group; needs all that bodies are made of, `URL` and `AbortSignal`. */
export const install: PlatformGroup = ({ ask, placeOf }: PlatformParts, made) => {
  const parts = {
    ...(made as unknown as Pick<RequestParts, 'URL' | 'URLSearchParams' | 'AbortController' | 'AbortSignal'>),
    headers: borrow<HeadersInternals>(made, 'headers'),
    blobs: borrow<BlobInternals>(made, 'blob'),
    forms: borrow<FormInternals>(made, 'form'),
    streams: borrow<StreamsInternals>(made, 'streams'),
  };
  const { Request, requestStateOf } = makeRequestClass(parts);
  const { Response, makeResponse } = makeResponseClass(parts);
  const DOMException = made.DOMException as ExceptionType;
  const EventTarget = made.EventTarget as { readonly prototype: SignalMethods };
  const { addEventListener, removeEventListener } = EventTarget.prototype;
  const send = askFor({ ask, DOMException, addEventListener, removeEventListener, makeResponse, ...parts });

  const { fetch } = {
    // Not async: what rejects at once would do so some turns later.
    fetch(input: unknown, init: unknown = undefined): Promise<object> {
      try {
        if (arguments.length === 0) throw new TypeError('fetch needs 1 argument, not 0.');
        return send(requestStateOf(new Request(input, init)), placeOf(fetch));
      } catch (error) {
        return Promise.reject(error);
      }
    },
  };
  return { globals: { fetch, Request, Response } };
};

type SignalMethods = Record<'addEventListener' | 'removeEventListener', (type: string, listener: () => void) => void>;
