// fetch, Request and Response of the Fetch standard, without the parts for pages. Runs inside the isolate, as a group of web
// APIs. A request leaves the isolate as one host request, and the host decides what is sent.
//
// Written here, because the libraries with complete classes belong to Node or build on it, and the others lack half of the
// standard.

import type { WebGroup, WebParts } from '../scripts/parts.ts';
import type { BlobInternals } from './blob.ts';
import { makeRequestClass, type RequestParts } from './fetch/request.ts';
import { makeResponseClass } from './fetch/response.ts';
import { makeSend } from './fetch/send.ts';
import type { FormInternals } from './form.ts';
import type { HeadersInternals } from './headers.ts';
import type { ExceptionType } from './standard/interface.ts';
import { borrow } from './standard/internals.ts';
import type { StreamsInternals } from './streams/internals.ts';

/** Makes the group. Needs the groups `headers`, `blob`, `form` and `streams`, and `URL`, `AbortSignal` and `DOMException`. */
export const install: WebGroup = ({ hostRequest, placeOf }: WebParts, made) => {
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
  const send = makeSend({ hostRequest, DOMException, addEventListener, removeEventListener, makeResponse, ...parts });

  const { fetch } = {
    // Not async: a rejection would come some turns of the queue later than in the standard.
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
