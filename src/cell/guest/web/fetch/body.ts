// Bodies of requests and responses of the Fetch standard. A body is kept whole until the plugin asks for a stream, unless it was given as one.

import { utf8fromStringLoose, utf8toStringLoose } from '@exodus/bytes/utf8.js';
import type { BlobInternals } from '../blob.ts';
import type { FormInternals } from '../form.ts';
import { type Bytes, bytesOf } from '../standard/bytes.ts';
import type { StreamsInternals } from '../streams/internals.ts';
import { writeForm } from './multipart.ts';

/** The content of a body: a well-formed string, or bytes that nobody changes. */
export type Source = string | Bytes;

export interface Body {
  /** Undefined once it has become a stream. */
  source: Source | undefined;
  stream: object | undefined;
  isRead: boolean;
  /** The signal of the request that it answers. If that is aborted, the body cannot be read any more. */
  readonly signal?: Signal | undefined;
}

export interface Signal {
  readonly aborted: boolean;
  readonly reason: unknown;
}

/** The parts of other groups that bodies are built on. */
export interface BodyParts {
  readonly blobs: BlobInternals;
  readonly forms: FormInternals;
  readonly streams: StreamsInternals;
  readonly URLSearchParams: new (text?: string) => object;
}

export const bodyOf = (source: Source, signal?: Signal): Body => ({
  source,
  stream: undefined,
  isRead: false,
  signal,
});

/** Makes a body of the value that a plugin gives, with its type for the header Content-Type if that is not set. Throws TypeError for a stream that was read before or is being read. */
export const extract = (
  given: unknown,
  { blobs, forms, streams, URLSearchParams }: BodyParts,
): { readonly body: Body; readonly type: string | undefined } => {
  if (streams.isStream(given)) {
    if (streams.isUnusable(given as object))
      throw new TypeError('The stream has been read before, or is being read: it cannot be a body.');
    return { body: { source: undefined, stream: given as object, isRead: false }, type: undefined };
  }
  if (blobs.isBlob(given)) {
    const { type } = given as { type: string };
    return { body: bodyOf(blobs.bytesOf(given as object)), type: type === '' ? undefined : type };
  }
  if (given instanceof ArrayBuffer || ArrayBuffer.isView(given))
    return { body: bodyOf(bytesOf(given)), type: undefined };
  if (forms.isForm(given)) {
    const { bytes, type } = writeForm(forms.entriesOf(given as object), blobs);
    return { body: bodyOf(bytes), type };
  }
  const text = `${given as string}`.toWellFormed();
  if (given instanceof URLSearchParams)
    return { body: bodyOf(text), type: 'application/x-www-form-urlencoded;charset=UTF-8' };
  return { body: bodyOf(text), type: 'text/plain;charset=UTF-8' };
};

/** True if it was read, in part or whole. */
export const isUsed = ({ stream, isRead }: Body, streams: StreamsInternals): boolean =>
  isRead || (stream !== undefined && streams.isDisturbed(stream));

/** True if it was read before, or is being read. */
export const isUnusable = ({ stream, isRead }: Body, streams: StreamsInternals): boolean =>
  isRead || (stream !== undefined && streams.isUnusable(stream));

/** If its signal is aborted, marks the body as read and throws the signal's reason. */
export const checkAborted = (body: Body | undefined): void => {
  if (!body?.signal?.aborted) return;
  body.isRead = true;
  throw body.signal.reason;
};

/** Reads all of it, and marks it as read. Rejects with TypeError if it was read before. */
export const takeWhole = async (body: Body, streams: StreamsInternals): Promise<Source> => {
  if (isUnusable(body, streams)) throw new TypeError('The body has been read before, or is being read.');
  body.isRead = true;
  const { source = '', stream } = body;
  if (stream === undefined) return source;
  return streams.readToEnd(stream);
};

/** The body as a stream, the same one at every call. Whoever reads the stream reads the body. */
export const streamOfBody = (body: Body, streams: StreamsInternals): object => {
  if (body.stream === undefined) {
    body.stream = streams.streamOf(body.isRead ? new Uint8Array() : ownBytes(body.source ?? ''));
    body.source = undefined;
    // If the body was read before, its stream must be at its end and locked.
    if (body.isRead) void streams.readToEnd(body.stream);
  }
  return body.stream;
};

/** A second body with the same content. Throws TypeError if the body was read before. */
export const cloneBody = (body: Body, streams: StreamsInternals): Body => {
  if (isUnusable(body, streams)) throw new TypeError('The body has been read before: it cannot be cloned.');
  if (body.stream === undefined) return bodyOf(body.source ?? '', body.signal);
  const [own, other] = streams.tee(body.stream);
  body.stream = own;
  return { source: undefined, stream: other, isRead: false };
};

/** Takes over another request's body, which counts as read from then on. */
export const passOnBody = (body: Body, streams: StreamsInternals): Body => {
  const { source, stream } = body;
  const taken = { source, stream: stream && streams.passOn(stream), isRead: false };
  body.isRead = true;
  return taken;
};

/** As a string, with its byte order mark if it has one. */
export const wholeTextOf = (source: Source): string =>
  typeof source === 'string' ? source : utf8toStringLoose(source);

/** As a string without the byte order mark. */
export const textOf = (source: Source): string => {
  const text = wholeTextOf(source);
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
};

/** A copy of the bytes, which may be handed to the plugin. */
export const ownBytes = (source: Source): Bytes =>
  typeof source === 'string' ? (utf8fromStringLoose(source) as Bytes) : source.slice();
