// A failure as the caller sees it: an RFC 9457 problem document and the headers that go with it.

import type { PluginsConfig, ServerConfig } from '../config/config.ts';
import { ERRORS, type Failure, failureOf } from '../protocol/errors.ts';

/** Media type of every reply to a failure. */
export const PROBLEM_TYPE = 'application/problem+json';

/** What is known of the request that failed. */
export interface FailedRequest {
  readonly callId: string;
  readonly toolName?: string | undefined;
}

export interface Problem {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The document as JSON text. */
  readonly text: string;
}

const SERVER_SETTINGS = new Set<string>(['bodyBytes', 'bodyDepth'] satisfies (keyof ServerConfig)[]);
const PLUGINS_SETTINGS = new Set<string>(['bundleBytes'] satisfies (keyof PluginsConfig)[]);
const POOL_SETTINGS = new Set(['maxQueued', 'runners']);

const settingOf = (limit: string): string => {
  if (SERVER_SETTINGS.has(limit)) return `server.${limit}`;
  if (PLUGINS_SETTINGS.has(limit)) return `plugins.${limit}`;
  return POOL_SETTINGS.has(limit) ? `pool.${limit}` : `limits.${limit}`;
};

/** What `internal` says to a caller, whatever went wrong: the log has the rest. */
const INTERNAL_DETAIL = failureOf(undefined).detail;

/**
 * The reply to a failure. The members `undefined` here are left out of the text.
 *
 * `setting` is the configuration key of what is missing, or of the limit that was passed, for the operator; `retryAfterMs` is a delay in
 * milliseconds, which the `Retry-After` header carries as whole seconds, rounded up.
 */
export const problemFor = (failure: Failure, { callId, toolName }: FailedRequest): Problem => {
  const { code, limit, allowed, used, retryAfterMs, violations, refusals } = failure;
  const { status, title, fault, retryable } = ERRORS[code];
  const detail = code === 'internal' ? INTERNAL_DETAIL : failure.detail;
  const setting = failure.setting ?? (limit === undefined ? undefined : settingOf(limit));
  const headers: Record<string, string> = { 'Content-Type': PROBLEM_TYPE, 'Cache-Control': 'no-store' };
  if (retryAfterMs !== undefined) headers['Retry-After'] = String(Math.max(1, Math.ceil(retryAfterMs / 1000)));
  // RFC 9110 wants it said how one authenticates.
  if (code === 'unauthenticated') headers['WWW-Authenticate'] = 'Bearer';
  const text = JSON.stringify({
    type: `urn:toolcell:error:${code}`,
    title,
    status,
    detail,
    code,
    fault,
    retryable,
    toolName,
    callId,
    limit,
    allowed,
    used,
    setting,
    retryAfterMs,
    violations,
    refusals,
  });
  return { status, headers, text };
};
