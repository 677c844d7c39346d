// The figures that a server exports: name, type, labels and meaning of each family. Data only; docs/observability.md has the same table.

/** A family of figures, as Prometheus understands it. */
export interface Family {
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly labels: readonly string[];
  /** One sentence. */
  readonly help: string;
}

const family = (type: Family['type'], labels: string, help: string): Family =>
  Object.freeze({ type, labels: labels === '' ? [] : labels.split(' '), help });

/** Name → family, without those of the process itself, which prom-client names `process_*` and `nodejs_*`. */
export const FAMILIES = Object.freeze({
  toolcell_calls_total: family('counter', 'plugin tool code', 'Calls that were answered, by failure code or ok.'),
  toolcell_call_duration_seconds: family(
    'histogram',
    'plugin tool outcome',
    'Time from the headers of a call to its reply; outcome is ok or failed.',
  ),
  toolcell_call_queue_seconds: family('histogram', '', 'Time that calls were queued.'),
  toolcell_call_run_seconds_total: family(
    'counter',
    'plugin tool',
    "Time from the start of the tool's code to its answer.",
  ),
  toolcell_call_cpu_seconds_total: family('counter', 'plugin tool', 'CPU time that calls used in their isolates.'),
  toolcell_call_arguments_bytes_total: family('counter', 'plugin tool', 'Bytes of arguments.'),
  toolcell_call_reply_bytes_total: family('counter', 'plugin tool', 'Bytes of the bodies of replies.'),
  toolcell_host_calls_total: family('counter', 'plugin tool', 'Host calls of tools.'),
  toolcell_egress_requests_total: family('counter', 'plugin tool', 'Requests that tools sent to the network.'),
  toolcell_egress_request_bytes_total: family(
    'counter',
    'plugin tool',
    'Bytes of the bodies that tools sent to the network.',
  ),
  toolcell_egress_response_bytes_total: family(
    'counter',
    'plugin tool',
    'Bytes of the bodies that tools received from the network.',
  ),
  toolcell_store_calls_total: family('counter', 'plugin tool', 'Requests of tools to the store.'),
  toolcell_client_calls_total: family('counter', 'client code', 'Calls by client, if metrics.clients is set.'),
  toolcell_failures_total: family(
    'counter',
    'fault',
    'Calls and requests that failed, by who has to change something: caller, plugin, operator, upstream or host.',
  ),
  toolcell_limits_hit_total: family('counter', 'limit', 'Calls that failed because they passed this limit.'),
  toolcell_calls_denied_total: family(
    'counter',
    'by',
    'Calls that an access rule or a quota refused, by its setting, such as throttling.quotas.NAME.calls.',
  ),
  toolcell_calls_replayed_total: family(
    'counter',
    '',
    'Calls that were answered as the first call with the same idempotency key was.',
  ),
  toolcell_requests_refused_total: family(
    'counter',
    'code',
    'Requests that failed before a tool was known, such as those without a valid key.',
  ),
  toolcell_admin_requests_total: family('counter', 'action code', 'Requests to the admin API that had its key.'),

  toolcell_calls_in_flight: family('gauge', '', 'Calls that have a place to run.'),
  toolcell_calls_in_flight_limit: family('gauge', '', 'Places to run, all plugins together.'),
  toolcell_calls_queued: family('gauge', '', 'Calls that wait for a place.'),
  toolcell_calls_queued_limit: family('gauge', '', 'The setting pool.maxQueued.'),

  toolcell_runners: family('gauge', 'cordon state', 'Runner processes; spare ones belong to the cordon (spare).'),
  toolcell_runners_limit: family('gauge', '', 'The setting pool.runners.'),
  toolcell_runner_memory_bytes: family(
    'gauge',
    'cordon',
    'Resident memory of runner processes when it was last measured.',
  ),
  toolcell_runner_peak_memory_bytes: family('gauge', '', 'Most resident memory that one runner process has had.'),
  toolcell_runner_starts_total: family('counter', '', 'Runner processes that were started.'),
  toolcell_runner_start_failures: family('gauge', '', 'Attempts to start a runner process that have failed in a row.'),
  toolcell_runner_ends_total: family('counter', 'reason', 'Runner processes that have ended, by reason.'),
  toolcell_isolates: family('gauge', '', 'Isolates that calls are in now.'),
  toolcell_quarantines_total: family('counter', '', 'Pauses of plugins that cost too many runner processes.'),
  toolcell_quarantine_seconds: family('gauge', 'cordon', 'Time until calls of a paused plugin run again.'),

  toolcell_plugins: family('gauge', 'state', 'Plugin versions in the folder, by what became of them.'),
  toolcell_tools: family('gauge', '', 'Tools that agents can call.'),
  toolcell_ready: family('gauge', '', '1 if calls can work, else 0.'),
  toolcell_unready: family('gauge', 'cause', '1 for each cause that keeps calls from working, else 0.'),
  toolcell_api_keys: family('gauge', '', 'API keys that have not expired, if there is a file of keys.'),
  toolcell_api_key_expires_timestamp_seconds: family(
    'gauge',
    '',
    'When the next API key expires that no other key replaces, in seconds since 1970.',
  ),
  toolcell_tls_certificate_not_after_seconds: family(
    'gauge',
    '',
    'When the TLS certificate in force ends, in seconds since 1970, if the server speaks HTTPS.',
  ),
  toolcell_build_info: family('gauge', 'version', 'Always 1; the label is the version of this server.'),
});

export type FamilyName = keyof typeof FAMILIES;

/** Stands for every name above the cap. No tool, client or cordon can have this name. */
export const OTHER = '(other)';
/** Stands for every tool name that no plugin has. */
export const UNKNOWN = '(unknown)';
/** Callers without a credential. */
export const ANONYMOUS_CLIENT = '(anonymous)';
/** Callers whose credential nobody has checked. */
export const UNCHECKED_CLIENT = '(unchecked)';
/** The cordon of runner processes that serve no plugin yet. */
export const SPARE = '(spare)';
