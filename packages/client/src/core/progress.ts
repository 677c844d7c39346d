// Reads a reply that is a stream of events: reports of progress, and at the end the result or the failure.

import { ForeignReplyError, ToolcellError, UnreachableError } from './errors.ts';
import { EventParser } from './event-stream.ts';
import { isObject, jsonIn, problemIn } from './reading.ts';
import type { CallProgress } from './types.ts';

/** Asks for events. A server that has none may answer with JSON all the same. */
export const ACCEPT_EVENTS = 'text/event-stream, application/json;q=0.9';

/** How a stream is read. */
export interface StreamOptions {
  readonly url: string;
  /** Most characters of one event. */
  readonly mostReplyBytes: number;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress: (progress: CallProgress) => void;
  /** Makes the error of a broken connection. */
  readonly reached: <Result>(work: Promise<Result>) => Promise<Result>;
}

/** True if the reply says that it is a stream of events. */
export const isEventStream = ({ headers }: Response): boolean =>
  /^text\/event-stream\s*(?:;|$)/i.test(headers.get('content-type') ?? '');

/** Resolves with the result's JSON value. Throws ToolcellError, UnreachableError, ForeignReplyError, the reason of the signal, or what `onProgress` throws. */
export const streamedValue = async (response: Response, options: StreamOptions): Promise<unknown> => {
  const { url, mostReplyBytes, signal, onProgress, reached } = options;
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  const parser = new EventParser(mostReplyBytes);
  try {
    for (;;) {
      const { done = true, value } = (await (reader && reached(reader.read()))) ?? {};
      if (done) throw new UnreachableError(url, new Error('the stream ended without a result'));
      const events = parser.push(decoder.decode(value, { stream: true }));
      if (events === undefined)
        throw new ForeignReplyError(url, response.status, 'an event is larger than this client reads');
      for (const { name, data } of events) {
        signal?.throwIfAborted();
        if (name === 'progress') report(data, onProgress);
        else if (name === 'result' || name === 'problem') return endOf(name, data, response, url);
      }
    }
  } finally {
    // The rest is nobody's; an error while it is given up changes nothing.
    reader?.cancel().catch(() => {});
  }
};

/** Passes a report on. One in another form is left out, because only the end of a stream counts. */
const report = (data: string, onProgress: StreamOptions['onProgress']): void => {
  const value = jsonIn(data);
  if (!isObject(value)) return;
  const { progress, total, message } = value;
  if (typeof progress !== 'number') return;
  onProgress({
    progress,
    ...(typeof total === 'number' && { total }),
    ...(typeof message === 'string' && { message }),
  });
};

const endOf = (name: 'result' | 'problem', data: string, { status, headers }: Response, url: string): unknown => {
  const value = jsonIn(data);
  if (value === undefined) throw new ForeignReplyError(url, status, `the event "${name}" is not JSON`, data);
  if (name === 'result') return value;
  // The status line is that of a stream, so the document says which status the failure has.
  const own = isObject(value) && typeof value.status === 'number' ? value.status : status;
  const problem = problemIn(data, { status: own, headers });
  if (problem === undefined)
    throw new ForeignReplyError(url, status, 'the event "problem" is not a problem document', data);
  throw new ToolcellError(problem);
};
