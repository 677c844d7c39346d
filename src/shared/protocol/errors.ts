// The one table of failures: who is at fault, the HTTP status, and whether calling again can help.
// Every zone uses these codes; no handler decides a status by itself.

import type { Json } from './json.ts';
import type { Refusal } from './program.ts';
import type { ScriptReport } from './script-report.ts';

/** Who must change something. `operator`: who configures this server. `upstream`: a server that the tool asked, of neither the plugin nor this host. */
export const FAULTS = ['caller', 'plugin', 'operator', 'upstream', 'host'] as const;
export type Fault = (typeof FAULTS)[number];

interface ErrorRow {
  readonly fault: Fault;
  readonly status: number;
  /** True if the same call, unchanged, may succeed later. */
  readonly retryable: boolean;
  readonly title: string;
}

const row = (fault: Fault, status: number, retryable: boolean, title: string): ErrorRow =>
  Object.freeze({ fault, status, retryable, title });

/** Milliseconds after which calling again may help, if nothing better is known. */
export const RETRY_AFTER_MS = 1_000;

/** Code → fault, HTTP status, retryable, title. */
export const ERRORS = Object.freeze({
  invalid_json: row('caller', 400, false, 'The body is not valid JSON'),
  invalid_request: row('caller', 400, false, 'The request does not have the form of a tool call'),
  unauthenticated: row('caller', 401, false, 'The caller is not known'),
  forbidden: row('caller', 403, false, 'The request may not be made'),
  tool_not_found: row('caller', 404, false, 'There is no such tool'),
  not_found: row('caller', 404, false, 'There is nothing at this path'),
  method_not_allowed: row('caller', 405, false, 'The path does not take this method'),
  conflict: row('caller', 409, false, 'The request conflicts with the current state'),
  call_running: row('caller', 409, true, 'The first call with this idempotency key is still running'),
  request_timeout: row('caller', 408, true, 'The request did not arrive in time'),
  payload_too_large: row('caller', 413, false, 'The body is larger than this server takes'),
  unsupported_media_type: row('caller', 415, false, 'The body is of a type this server does not take'),
  invalid_arguments: row('caller', 422, false, "The arguments do not fit the tool's input schema"),
  key_reused: row('caller', 422, false, 'The idempotency key belongs to another call'),
  missing_secret: row('caller', 422, false, 'The tool needs a secret that the caller did not send'),
  rate_limited: row('caller', 429, true, 'Too many calls'),
  cancelled: row('caller', 499, true, 'The caller hung up before the answer'),
  invalid_script: row('caller', 422, false, 'The script cannot be compiled'),
  script_error: row('caller', 422, false, 'The script failed'),
  script_exceeded: row('caller', 422, false, 'The script used more than it may'),

  plugin_refused: row('plugin', 422, false, 'The plugin cannot serve'),
  tool_error: row('plugin', 422, false, 'The tool reported an error'),
  invalid_result: row('plugin', 502, false, "The tool's result does not fit its output schema"),
  result_too_large: row('plugin', 502, false, "The tool's result is too large"),
  exceeded_memory: row('plugin', 502, false, 'The tool used more memory than it may'),
  exceeded_cpu: row('plugin', 504, false, 'The tool used more CPU time than it may'),
  exceeded_wall_time: row('plugin', 504, false, 'The tool took longer than it may'),
  exceeded_host_calls: row('plugin', 502, false, 'The tool made more host calls than it may'),
  interrupted: row('plugin', 503, true, 'The plugin ended the call while it waited'),
  quarantined: row('plugin', 503, true, 'The plugin is paused after stopping its runner repeatedly'),

  not_granted: row('operator', 403, false, 'The operator has not granted what the tool needs'),
  answer_not_kept: row('operator', 409, false, 'The call was made before, and its answer was too large to be kept'),
  no_tools: row('operator', 503, true, 'No plugin of this server serves'),
  upstream_failed: row('upstream', 502, true, 'A server that the tool asked did not answer as it should'),
  upstream_refused: row('upstream', 502, false, 'A server that the tool asked refused the request'),

  identity_unavailable: row('host', 503, true, 'The server cannot find out now who calls'),
  outcome_unknown: row('host', 409, false, 'The call was made before, and nobody knows how it ended'),
  idempotency_unavailable: row('host', 503, true, 'The server cannot find out now whether the call was made before'),
  store_unavailable: row('host', 503, true, "The server's store cannot be used now"),
  folder_unavailable: row('host', 503, true, "The server's plugins folder cannot be changed now"),
  overloaded: row('host', 503, true, 'The server has no room for this call now'),
  runner_not_started: row('host', 503, true, 'The server could not start a process for the tool'),
  runner_lost: row('host', 503, true, "The tool's runner was lost during the call"),
  shutting_down: row('host', 503, true, 'The server is shutting down'),
  internal: row('host', 500, true, 'The server failed'),
} satisfies Record<string, ErrorRow>);

export type FailureCode = keyof typeof ERRORS;

/** True if a string names a row of {@link ERRORS}. Own names only, so `constructor` is not a code. */
export const isFailureCode = (code: unknown): code is FailureCode =>
  typeof code === 'string' && Object.hasOwn(ERRORS, code);

/** A failure as data. It crosses zones instead of an `Error`. */
export interface Failure {
  readonly code: FailureCode;
  /** Tells a language model what was wrong, where, and what to do. No stack, no path of the host. */
  readonly detail: string;
  /** The setting that an operator has to change: `grants.weather.fetch`. */
  readonly setting?: string;
  /** For an exceeded limit: its name in the configuration (`cpuMs`), and the allowed and the used amount. */
  readonly limit?: string;
  readonly allowed?: number;
  readonly used?: number;
  /** Milliseconds after which calling again may help. */
  readonly retryAfterMs?: number;
  /** For `invalid_arguments` and `invalid_result`: each violation with its JSON pointer. */
  readonly violations?: readonly Violation[];
  /** For `plugin_refused`: every reason, as the operator reads it. */
  readonly refusals?: readonly Refusal[];
  /** For `unauthenticated`: the `WWW-Authenticate` header, if it is more than the scheme. For `forbidden`: this header, if scopes are missing. */
  readonly challenge?: string;
  /** The failure is kept for the call's idempotency key: the same call gets it again, so calling again does not help. */
  readonly isKept?: true;
  /** Part of what was asked for may have been done, so it must not be asked for again unseen. */
  readonly hasEffects?: true;
  /** For a script: how far it came. */
  readonly script?: ScriptReport;
  /** The setting by which a caller may not call a tool: `access.rules.guests`. For the log; callers do not see it. */
  readonly deniedBy?: string;
}

/** Whether the same call may succeed later. */
export const isRetryable = ({ code, isKept, hasEffects }: Pick<Failure, 'code' | 'isKept' | 'hasEffects'>): boolean =>
  ERRORS[code].retryable && isKept !== true && hasEffects !== true;

/** The failure of a call whose caller hung up before the call began. */
export const HUNG_UP: Failure = Object.freeze({
  code: 'cancelled',
  detail: 'The caller hung up before the call began.',
});

/** One place where a value does not fit a schema. */
export interface Violation {
  /** JSON pointer into the value, `""` for the value itself; for a missing member, where it belongs. */
  readonly path: string;
  /** Follows the path in a sentence: `must be a string, but is a number`. */
  readonly message: string;
  /** JSON types that are allowed there, as JSON Schema names them. */
  readonly expected?: readonly string[];
  /** The JSON type of the value there. */
  readonly got?: string;
  /** Values that are allowed there, or for an unknown member the known names. At most 30, and only short ones. */
  readonly allowed?: readonly Json[];
  /** The allowed value that was most likely meant. */
  readonly didYouMean?: string;
}

/** An early exit inside one zone; the zone's edge turns it into a {@link Failure}. */
export class CallError extends Error {
  readonly failure: Failure;

  constructor(
    code: FailureCode,
    detail: string,
    options: { cause?: unknown; more?: Omit<Failure, 'code' | 'detail'> } = {},
  ) {
    super(detail, { cause: options.cause });
    this.name = 'CallError';
    this.failure = { code, detail, ...options.more };
  }
}

/** The failure for any error: a {@link CallError}'s own, else `internal`, which is never the caller's or the plugin's fault. */
export const failureOf = (error: unknown): Failure =>
  error instanceof CallError
    ? error.failure
    : {
        code: 'internal',
        detail:
          'The server failed while it handled this call. The operator finds the cause in the log under this callId.',
      };
