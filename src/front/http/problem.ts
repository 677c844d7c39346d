// Makes the reply to a failure: an RFC 9457 problem document with its headers. It names the setting that an operator would change.

import { SETTING_BY_PATH } from '../../settings/settings.ts';
import { ERRORS, type Failure, failureOf, isRetryable } from '../../shared/protocol/errors.ts';

/** Name of a limit → its setting. A limit that is a constant has none. */
const SETTINGS: ReadonlyMap<string, string> = new Map(
  ['server', 'plugins', 'pool', 'limits'].flatMap((section) =>
    [...SETTING_BY_PATH.keys()].flatMap((path) => {
      const [first, limit = '', ...more] = path.split('.');
      return first === section && more.length === 0 ? [[limit, path] as const] : [];
    }),
  ),
);

/** Names the setting of a limit that a tool has passed; undefined for a limit of the whole server. */
export type SettingOf = (toolName: string, limit: string) => string | undefined;

/** The failure, with the setting of its limit if `settingOf` knows one. */
export const withSetting = (failure: Failure, toolName: string, settingOf: SettingOf | undefined): Failure => {
  if (failure.limit === undefined || failure.setting !== undefined) return failure;
  const setting = settingOf?.(toolName, failure.limit);
  return setting === undefined ? failure : { ...failure, setting };
};

/** The setting that an operator would change: the failure's own, or that of its limit. */
export const settingFor = ({ setting, limit }: Pick<Failure, 'setting' | 'limit'>): string | undefined =>
  setting ?? (limit === undefined ? undefined : SETTINGS.get(limit));

/** The fixed detail of `internal` for callers; the log has the error. */
const INTERNAL_DETAIL = failureOf(undefined).detail;

/**
 * Makes the reply to a failure. Members that are undefined are left out.
 *
 * `setting` names, for the operator, the setting that is missing or whose limit was passed; `retryAfterMs` is a delay in
 * milliseconds, which `Retry-After` carries as whole seconds, rounded up.
 */
export const problemFor = (
  failure: Failure,
  { callId, toolName }: { readonly callId: string; readonly toolName?: string | undefined },
) => {
  const { code, limit, allowed, used, retryAfterMs, violations, refusals, script } = failure;
  const { status, title, fault } = ERRORS[code];
  const detail = code === 'internal' ? INTERNAL_DETAIL : failure.detail;
  const headers: Record<string, string> = { 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store' };
  if (retryAfterMs !== undefined) headers['Retry-After'] = String(Math.max(1, Math.ceil(retryAfterMs / 1000)));
  // RFC 9110 demands that a 401 names the scheme.
  const challenge = failure.challenge ?? (code === 'unauthenticated' ? 'Bearer' : undefined);
  if (challenge !== undefined) headers['WWW-Authenticate'] = challenge;
  const text = JSON.stringify({
    type: `urn:toolcell:error:${code}`,
    title,
    status,
    detail,
    code,
    fault,
    retryable: isRetryable(failure),
    toolName,
    callId,
    limit,
    allowed,
    used,
    setting: settingFor(failure),
    retryAfterMs,
    violations,
    refusals,
    script,
  });
  return { status, headers, text };
};
