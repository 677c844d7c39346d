// What to do about each failure, in the words of docs/troubleshooting.md. A test compares the two.

import type { FailureCode } from '../../shared/protocol/errors.ts';

/** Of a script that failed by itself. */
const SCRIPT =
  'correct the script at that line, or do less in one. If calls with effects had been made, send a script that goes on behind them';

export const ADVICE: Readonly<Record<FailureCode, string>> = {
  invalid_json: 'send JSON in UTF-8, as application/json',
  invalid_request: 'send JSON in UTF-8, as application/json',
  unsupported_media_type: 'send JSON in UTF-8, as application/json',
  unauthenticated: 'send a key as X-API-Key: KEY or Authorization: Bearer KEY',
  forbidden: 'detail names the host, the origin or the role that is not allowed',
  tool_not_found: 'use the name that the message offers, or one of GET /mcp/metadata',
  not_found: 'use one of the paths that detail names',
  method_not_allowed: 'use one of the paths that detail names',
  conflict: 'toolcell list tells the state of the plugin; send a request that fits it',
  call_running: 'send the same call again after a second',
  request_timeout: 'send requests without pauses; give the caller more time than wallMs and queueMs together',
  cancelled: 'send requests without pauses; give the caller more time than wallMs and queueMs together',
  invalid_script: SCRIPT,
  script_error: SCRIPT,
  script_exceeded: SCRIPT,
  payload_too_large: 'send less. To allow larger bodies and arguments, an operator raises both settings',
  invalid_arguments: 'change what violations name',
  key_reused: 'use a new key for a new call; for a repeat, send exactly the same bytes',
  missing_secret: 'send the key of your own that the tool needs, in the header that detail names',
  rate_limited: 'wait for retryAfterMs. The operator can raise the quota; a running server takes it up',

  plugin_refused: 'read refusals, which has every reason with a hint; toolcell status has them too',
  tool_error: 'send what the message asks for; if it tells of a mistake in the tool, the author corrects it',
  invalid_result: 'the author corrects the tool or its schema; violations name the places',
  result_too_large: 'ask for less than resultBytes at a time',
  exceeded_memory: 'send less input; or raise the setting that setting names, for this tool alone',
  exceeded_cpu: 'send less input; or raise the setting that setting names, for this tool alone',
  exceeded_wall_time: 'send less input; or raise the setting that setting names, for this tool alone',
  exceeded_host_calls: 'the author does less in a call, or the operator raises hostCalls for the tool',
  interrupted: 'call again. If it happens often, the author handles the error',
  quarantined: 'wait for retryAfterMs. The log names the calls that had to be killed',

  not_granted: "add the line of the configuration that the message, or hint of the log's line denied, names",
  answer_not_kept: 'look at what the tool has done before you call it with a new key',
  no_tools: 'run toolcell status, which tries each plugin out and names the reason',
  upstream_failed: 'look at the server that the tool asked',
  upstream_refused: 'send other arguments if it says so',

  identity_unavailable: 'call again later. The operator looks at access.oauth.issuer or the Redis of store',
  outcome_unknown: 'look at what the tool has done before you call it with a new key',
  idempotency_unavailable: 'send the same call again with the same key. The operator looks at the Redis of store',
  store_unavailable: 'toolcell doctor tries the store',
  folder_unavailable: 'the operator makes room, or gives the right; toolcell doctor names the folder',
  overloaded: 'call again later. The operator changes what limit names',
  runner_not_started: 'run toolcell doctor, which starts a process for tools and reports what fails',
  runner_lost: 'call again if doing the work twice does no harm',
  shutting_down: 'call again once the server is back',
  internal: 'the log has the cause under the callId. Report it',
};

/** What to change for `overloaded`, by its limit. */
export const ROOM_FOR: Readonly<Record<string, string>> = {
  queueMs: 'concurrencyPerPlugin, pool.runners',
  maxQueued: 'pool.maxQueued, or fewer callers',
  maxConnections: 'server.maxConnections, or fewer streams of that caller',
  newLists: 'the same addresses each time',
  heldBytes: 'a proxy that takes bodies whole first, or a lower server.bodyBytes',
  heldResponseBytes: 'fetchResponseBytes or fetchConcurrency of that plugin',
  keptBytes: 'a shorter idempotency.keptMs, or Redis',
};
