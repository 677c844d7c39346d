// Writes the Outcome of a call as MCP's result of a tool call, or as a JSON-RPC error. Front process.

import type { ResultForm } from '../../shared/protocol/call.ts';
import { ERRORS, type Failure, type FailureCode, failureOf, isRetryable } from '../../shared/protocol/errors.ts';
import type { Era } from '../../shared/protocol/tool-definitions.ts';
import type { ContentParts } from './content-results.ts';
import { SERVER_INFO } from './revisions.ts';

const INVALID_PARAMS = -32_602;
const INTERNAL = -32_603;
/** The server takes no call now, or not from this caller. Codes from -32000 to -32019 are free for servers. */
const REFUSED = -32_000;

const RPC_CODES: Partial<Readonly<Record<FailureCode, number>>> = {
  invalid_json: -32_700,
  invalid_request: -32_600,
  payload_too_large: -32_600,
  tool_not_found: INVALID_PARAMS,
  internal: INTERNAL,
};

/** Failures that a model cannot do anything about, besides all those of the host. */
const OF_THE_REQUEST: ReadonlySet<FailureCode> = new Set([
  ...(['unauthenticated', 'forbidden', 'rate_limited', 'cancelled'] as const),
  ...(['request_timeout', 'unsupported_media_type', 'no_tools'] as const),
  ...(['key_reused', 'call_running', 'answer_not_kept'] as const),
]);

const isOfTheHost = (code: FailureCode): boolean => ERRORS[code].fault === 'host' || OF_THE_REQUEST.has(code);

export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data: { readonly code: FailureCode } & Readonly<Record<string, unknown>>;
}

/** The error that tells of a failure; undefined if the failure is the result of the tool's call, which models read. */
export const rpcErrorOf = (failure: Failure): RpcError | undefined => {
  const code = RPC_CODES[failure.code] ?? (isOfTheHost(failure.code) ? REFUSED : undefined);
  return code === undefined ? undefined : { code, message: sentenceOf(failure), data: dataOf(failure) };
};

/** The same for a request that never became a call: each failure is an error. */
export const errorOf = (failure: Failure): RpcError =>
  rpcErrorOf(failure) ?? { code: REFUSED, message: sentenceOf(failure), data: dataOf(failure) };

/** `code: what happened and what to do`, and when to come back. */
const sentenceOf = (failure: Failure): string => {
  const { code, retryAfterMs } = failure;
  const detail = code === 'internal' ? failureOf(undefined).detail : failure.detail;
  const when = retryAfterMs === undefined ? '' : ` Try again in ${Math.max(1, Math.ceil(retryAfterMs / 1_000))} s.`;
  return `${code}: ${detail}${when}`;
};

const dataOf = (failure: Failure): RpcError['data'] => {
  const { code, limit, allowed, used, setting, retryAfterMs, violations } = failure;
  const { fault } = ERRORS[code];
  return { code, fault, retryable: isRetryable(failure), limit, allowed, used, setting, retryAfterMs, violations };
};

/**
 * JSON text of the result of a tool that failed: the first line has the code and the reason, the next ones each place in the arguments. `more`: texts of
 * further blocks.
 */
export const failureResult = (failure: Failure, era: Era, serverInfo: string, more: readonly string[] = []): string => {
  const lines = [
    sentenceOf(failure),
    ...(failure.violations ?? []).map(({ path, message }) => `${path || '(the whole)'} ${message}`),
  ];
  const blocks = [lines.join('\n'), ...more].map((text) => ({ type: 'text', text }));
  return `{"content":${JSON.stringify(blocks)},"isError":true${tailOf(era, serverInfo)}`;
};

/**
 * JSON text of the result of a tool that succeeded: the value itself and the same as text.
 *
 * `resultJson`: JSON text of the value. Clients of older revisions take objects only, so they get `{"result": value}` for a tool whose schema
 * allows other values, as `wrapsResult` of tool-definitions.ts says of it. `text`: what a model reads in place of the same.
 */
export const valueResult = (
  resultJson: string,
  form: ResultForm,
  era: Era,
  serverInfo: string,
  text = resultJson,
): string => {
  const structured = era === 'legacy' && form === 'value' ? `{"result":${resultJson}}` : resultJson;
  return `{"content":[{"type":"text","text":${JSON.stringify(text)}}],"structuredContent":${structured}${tailOf(era, serverInfo)}`;
};

export const contentResult = ({ content, structured }: ContentParts, era: Era, serverInfo: string): string => {
  const value = structured === undefined ? '' : `,"structuredContent":${structured}`;
  return `{"content":${content}${value}${tailOf(era, serverInfo)}`;
};

const tailOf = (era: Era, serverInfo: string): string =>
  era === 'legacy' ? '}' : `,"resultType":"complete","_meta":{"${SERVER_INFO}":${serverInfo}}}`;

export const responseOf = (idJson: string, resultJson: string): string =>
  `{"jsonrpc":"2.0","id":${idJson},"result":${resultJson}}`;

export const errorResponseOf = (idJson: string | undefined, error: RpcError): string =>
  `{"jsonrpc":"2.0","id":${idJson ?? 'null'},"error":${JSON.stringify(error)}}`;
