// Recognises requests that can be answered without the SDK: nothing in them needs more than the two methods for tools. Front process. Decision 0052.

import type { Era } from '../../shared/protocol/tool-definitions.ts';
import type { Message } from './message.ts';
import { CALL, LIST, MODERN_REVISION, OWN_PREFIX, PROTOCOL_VERSION } from './revisions.ts';

/** Headers of a request, by small letters. A header that is there twice has its values in one text, which fits nothing. */
export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The part of `params._meta` that does not change from call to call. */
interface Meta {
  readonly claimsRevision: string | undefined;
  readonly wantsProgress: boolean;
  /** JSON text of the rest. */
  readonly key: string;
  readonly traceparent: string | undefined;
  readonly tracestate: string | undefined;
}

/** Trace of the caller, as a message has it. */
export type MessageTrace = Pick<Meta, 'traceparent' | 'tracestate'>;

/** Revisions whose requests say nothing about themselves. */
const LEGACY_REVISIONS = new Set(['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07']);
/** Forms of `_meta` that are remembered. A client sends one form; its traces and its progress are no part of it. */
const MOST_METAS = 256;
const NO_META: Meta = {
  claimsRevision: undefined,
  wantsProgress: false,
  key: '',
  traceparent: undefined,
  tracestate: undefined,
};

/** Remembers what the SDK has accepted of the modern revision: a request of the same form needs no second check. */
export class PlainRequests {
  readonly #accepted = new Set<string>();

  /** The era of a plain request; undefined if the SDK has to look at it. */
  eraOf(message: Message, headers: Headers): Era | undefined {
    if (!this.#isForTools(message) || !acceptsJson(headers.accept)) return undefined;
    const meta = metaOf(message.metaJson);
    const revision = revisionOf(headers);
    if (meta.wantsProgress) return undefined;
    if (meta.claimsRevision === undefined) {
      const isLegacy = revision === undefined || LEGACY_REVISIONS.has(revision);
      return isLegacy && !meta.key.includes(OWN_PREFIX) ? 'legacy' : undefined;
    }
    const isNamed = message.call === undefined || headers['mcp-name'] === message.call.toolName;
    const isModern =
      isNamed &&
      revision === MODERN_REVISION &&
      meta.claimsRevision === MODERN_REVISION &&
      headers['mcp-method'] === message.method &&
      this.#accepted.has(meta.key);
    return isModern ? 'modern' : undefined;
  }

  /** The SDK has accepted this message as one of the modern revision. */
  noteAccepted({ metaJson }: Message): void {
    const { key } = metaOf(metaJson);
    this.#accepted.delete(key);
    this.#accepted.add(key);
    // The oldest goes first.
    for (const oldest of this.#accepted) {
      if (this.#accepted.size <= MOST_METAS) break;
      this.#accepted.delete(oldest);
    }
  }

  #isForTools({ method, call, isPlain }: Message): boolean {
    return isPlain && (method === LIST || (method === CALL && call !== undefined));
  }
}

/** The revision that a request names; undefined if it names none, as older clients do. */
export const revisionOf = ({ 'mcp-protocol-version': revision }: Headers): string | undefined =>
  revision === undefined ? undefined : String(revision);

/** The trace that a message names; undefined if it names none. */
export const traceOf = ({ metaJson }: Message): MessageTrace | undefined => {
  if (metaJson === undefined || !metaJson.includes('traceparent')) return undefined;
  const { traceparent, tracestate } = metaOf(metaJson);
  return traceparent === undefined ? undefined : { traceparent, tracestate };
};

/** Clients of the protocol take JSON and streams. Others, such as curl, name no type. */
const acceptsJson = (accept: string | readonly string[] | undefined): boolean => {
  const text = accept === undefined ? '*/*' : String(accept);
  return text.includes('application/json') || text.includes('*/*');
};

const metaOf = (metaJson: string | undefined): Meta => {
  if (metaJson === undefined || metaJson === '{}') return NO_META;
  const {
    progressToken,
    traceparent,
    tracestate,
    baggage: _,
    ...rest
  } = JSON.parse(metaJson) as Readonly<Record<string, unknown>>;
  const revision = rest[PROTOCOL_VERSION];
  return {
    claimsRevision: typeof revision === 'string' ? revision : undefined,
    wantsProgress: progressToken !== undefined,
    key: JSON.stringify(rest),
    traceparent: typeof traceparent === 'string' ? traceparent : undefined,
    tracestate: typeof tracestate === 'string' ? tracestate : undefined,
  };
};
