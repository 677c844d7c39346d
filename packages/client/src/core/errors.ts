// The errors that the client throws. Each says who has to do something: ToolcellError what the server answered, the others what happened to the request.

import type { ScriptReport } from './script-types.ts';
import type { JsonValue } from './types.ts';

/** Who has to change something; see docs/failures.md. */
export type Fault = 'caller' | 'plugin' | 'operator' | 'upstream' | 'host';

/** The codes of failures. A newer server may have others. */
export type FailureCode =
  | 'invalid_json'
  | 'invalid_request'
  | 'unauthenticated'
  | 'forbidden'
  | 'tool_not_found'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'call_running'
  | 'request_timeout'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'invalid_arguments'
  | 'key_reused'
  | 'missing_secret'
  | 'rate_limited'
  | 'cancelled'
  | 'invalid_script'
  | 'script_error'
  | 'script_exceeded'
  | 'plugin_refused'
  | 'tool_error'
  | 'invalid_result'
  | 'result_too_large'
  | 'exceeded_memory'
  | 'exceeded_cpu'
  | 'exceeded_wall_time'
  | 'exceeded_host_calls'
  | 'interrupted'
  | 'quarantined'
  | 'not_granted'
  | 'answer_not_kept'
  | 'no_tools'
  | 'upstream_failed'
  | 'upstream_refused'
  | 'identity_unavailable'
  | 'outcome_unknown'
  | 'idempotency_unavailable'
  | 'store_unavailable'
  | 'folder_unavailable'
  | 'overloaded'
  | 'runner_not_started'
  | 'runner_lost'
  | 'shutting_down'
  | 'internal';

/** One place where a value does not fit a schema. */
export interface Violation {
  /** JSON pointer into the value; of a missing member, the place where it belongs. */
  readonly path: string;
  readonly message: string;
  readonly expected?: readonly string[];
  readonly got?: string;
  readonly allowed?: readonly JsonValue[];
  readonly didYouMean?: string;
}

/** Why a plugin cannot serve. */
export interface Refusal {
  readonly where: string;
  readonly reason: string;
  readonly hint: string;
}

/** The members of a problem document (RFC 9457). Members that the server left out are absent. */
export interface Problem {
  /** `urn:toolcell:error:` and the code. */
  readonly type: string;
  readonly title: string;
  readonly status: number;
  /** What was wrong and what to do, written for a language model to act on. */
  readonly detail: string;
  readonly code: FailureCode | (string & {});
  readonly fault: Fault;
  /** True if the same call may succeed later. */
  readonly retryable: boolean;
  readonly toolName?: string | undefined;
  readonly callId?: string | undefined;
  /** Name of the limit that was passed, its value, and the amount used if it was measured. */
  readonly limit?: string | undefined;
  readonly allowed?: number | undefined;
  readonly used?: number | undefined;
  /** The setting that an operator or the plugin's author would change. */
  readonly setting?: string | undefined;
  /** Milliseconds after which the same call may succeed; from `Retry-After` if the document does not say it. */
  readonly retryAfterMs?: number | undefined;
  readonly violations?: readonly Violation[] | undefined;
  readonly refusals?: readonly Refusal[] | undefined;
  /** For a script: where it failed, and the calls that it had made. */
  readonly script?: ScriptReport | undefined;
}

/** The server answered with a failure. Has the members of the problem document. `message` is `code: detail`. */
export class ToolcellError extends Error implements Problem {
  override readonly name = 'ToolcellError';
  readonly type!: string;
  readonly title!: string;
  readonly status!: number;
  readonly detail!: string;
  readonly code!: FailureCode | (string & {});
  readonly fault!: Fault;
  readonly retryable!: boolean;
  readonly toolName: string | undefined;
  readonly callId: string | undefined;
  readonly limit: string | undefined;
  readonly allowed: number | undefined;
  readonly used: number | undefined;
  readonly setting: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly violations: readonly Violation[] | undefined;
  readonly refusals: readonly Refusal[] | undefined;
  readonly script: ScriptReport | undefined;
  /** Requests that were sent for this call: 1 if it was not repeated. */
  readonly attempts: number;

  constructor(problem: Problem, attempts = 1) {
    super(`${problem.code}: ${problem.detail}`);
    Object.assign(this, problem);
    this.attempts = attempts;
  }
}

/**
 * No whole reply came: the address is wrong, nothing listens there, the connection broke, or a browser refused the page. The call may have run.
 * `cause` is the error of `fetch`.
 */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
  readonly url: string;

  constructor(url: string, cause: unknown) {
    super(`${url} could not be reached, or the connection broke before the whole reply had come`, { cause });
    this.url = url;
  }
}

/** A reply came that is not Toolcell's, such as the error page of a proxy, or one that is larger than the client reads. The call may have run. */
export class ForeignReplyError extends Error {
  override readonly name = 'ForeignReplyError';
  readonly url: string;
  readonly status: number;
  /** The beginning of the reply, at most 200 characters. */
  readonly excerpt: string;

  constructor(url: string, status: number, why: string, text = '') {
    super(`${url} answered with status ${status}, but not as Toolcell does: ${why}`);
    this.url = url;
    this.status = status;
    this.excerpt = text.slice(0, 200);
  }
}

/** `timeoutMs` passed before the call had ended, repeats included. The call was cut off, and may have done its work. */
export class CallTimeoutError extends Error {
  override readonly name = 'CallTimeoutError';
  readonly timeoutMs: number;

  constructor(timeoutMs: number) {
    super(`the call took longer than ${timeoutMs} ms`);
    this.timeoutMs = timeoutMs;
  }
}
