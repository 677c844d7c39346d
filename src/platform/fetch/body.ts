// Bodies of requests and responses, as the Fetch standard has them: whole where they can be, a stream where one was given or asked
// for. Runs inside the isolate.

import { utf8fromStringLoose, utf8toStringLoose } from '@exodus/bytes/utf8.js';
import type { BlobInternals } from '../blob.ts';
import { bytesOf } from '../crypto/bytes.ts';
import type { FormInternals } from '../form.ts';
import type { StreamsInternals } from '../streams/whole.ts';
import { writeForm } from './multipart.ts';

export type Bytes = Uint8Array<ArrayBuffer>;

/** What a body is made of: a well-formed text, or bytes that nobody changes. */
export type Source = string | Bytes;

export interface Body {
  /** Undefined once it has become a stream. */
  source: Source | undefined;
  stream: object | undefined;
  isRead: boolean;
  /** Of the request that it answers: once that is aborted, it is read no more. */
  readonly signal?: Signal | undefined;
}

export interface Signal {
  readonly aborted: boolean;
  readonly reason: unknown;
}

/** What bodies are made with: what other groups lend. */
export interface BodyParts {
  readonly blobs: BlobInternals;
  readonly forms: FormInternals;
  readonly streams: StreamsInternals;
  readonly URLSearchParams: new (text?: string) => object;
}

/** A body, and the type that its headers say unless they say another. */
export interface Extracted {
  readonly body: Body;
  readonly type: string | undefined;
}

export const bodyOf = (source: Source, signal?: Signal): Body => ({
  source,
  stream: undefined,
  isRead: false,
  signal,
});

/** A body of whatever a plugin gives as one. Throws TypeError for a stream that was read before or is being read. */
export const extract = (given: unknown, { blobs, forms, streams, URLSearchParams }: BodyParts): Extracted => {
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

/** True where it was read, in part or whole. */
export const isUsed = ({ stream, isRead }: Body, streams: StreamsInternals): boolean =>
  isRead || (stream !== undefined && streams.isDisturbed(stream));

/** True where nobody may read it any more, or somebody is at it. */
export const isUnusable = ({ stream, isRead }: Body, streams: StreamsInternals): boolean =>
  isRead || (stream !== undefined && streams.isUnusable(stream));

/** Throws its signal's reason where that was aborted: it counts as read then, and gives nothing. */
export const checkAborted = (body: Body | undefined): void => {
  if (!body?.signal?.aborted) return;
  body.isRead = true;
  throw body.signal.reason;
};

/** All of it; it counts as read from then on. Rejects with TypeError where it was read before. */
export const takeWhole = async (body: Body, streams: StreamsInternals): Promise<Source> => {
  if (isUnusable(body, streams)) throw new TypeError('The body has been read before, or is being read.');
  body.isRead = true;
  const { source = '', stream } = body;
  if (stream === undefined) return source;
  return streams.readToEnd(stream);
};

/** The body as a stream, always the same one: who reads it reads the body. */
export const streamOfBody = (body: Body, streams: StreamsInternals): object => {
  if (body.stream === undefined) {
    body.stream = streams.streamOf(body.isRead ? new Uint8Array() : ownBytes(body.source ?? ''));
    body.source = undefined;
    // One that was read before is at its end, and held by who read it.
    if (body.isRead) void streams.readToEnd(body.stream);
  }
  return body.stream;
};

/** A second body of the same content. Throws TypeError where it was read before. */
export const cloneBody = (body: Body, streams: StreamsInternals): Body => {
  if (isUnusable(body, streams)) throw new TypeError('The body has been read before: it cannot be cloned.');
  if (body.stream === undefined) return bodyOf(body.source ?? '', body.signal);
  const [own, other] = streams.tee(body.stream);
  body.stream = own;
  return { source: undefined, stream: other, isRead: false };
};

/** Another request's body, which counts as read from then on. */
export const passOnBody = (body: Body, streams: StreamsInternals): Body => {
  const { source, stream } = body;
  const taken = { source, stream: stream && streams.passOn(stream), isRead: false };
  body.isRead = true;
  return taken;
};

/** As text, with the mark of its byte order where it has one. */
export const wholeTextOf = (source: Source): string =>
  typeof source === 'string' ? source : utf8toStringLoose(source);

/** As text, without that mark. */
export const textOf = (source: Source): string => {
  const text = wholeTextOf(source);
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
};

/** Bytes that may be given away. */
export const ownBytes = (source: Source): Bytes =>
  typeof source === 'string' ? (utf8fromStringLoose(source) as Bytes) : source.slice();
