// Writes the totals and the state of a host as Prometheus text. Front process, main thread.

import own from '../../../package.json' with { type: 'json' };
import type { CatalogSnapshot } from '../../catalog/model/snapshot.ts';
import { FAULTS } from '../../shared/protocol/errors.ts';
import { type BrokerStatus, type Readiness, RUNNER_ENDS } from '../../shared/protocol/task.ts';
import { BOUNDS, type Buckets } from './buckets.ts';
import type { CallTotals, ToolTotals } from './call-totals.ts';
import { FAMILIES, type FamilyName, SPARE } from './families.ts';
import type { KeyFigures, Sources } from './figures.ts';
import type { LabelCap } from './label-cap.ts';

/** Labels as they are written between braces: `plugin="weather",tool="forecast"`. */
type Labels = string;

/** A value of a label may have any text. */
const escaped = (text: string): string =>
  /[\\"\n]/.test(text) ? text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n') : text;

const labelsOf = (values: Readonly<Record<string, string>>): Labels =>
  Object.entries(values)
    .map(([name, value]) => `${name}="${escaped(value)}"`)
    .join(',');

/** Labels of the buckets, written once: buckets are most of the lines. */
const BOUND_LABELS: readonly Labels[] = BOUNDS.map((bound) => labelsOf({ le: String(bound) }));

/** Collects lines by family, because the lines of a family must follow each other. */
class Sheet {
  readonly #lines = new Map<FamilyName, string[]>();

  add(name: FamilyName, value: number, labels: Labels | Readonly<Record<string, string>> = ''): void {
    const written = typeof labels === 'string' ? labels : labelsOf(labels);
    this.#linesOf(name).push(written === '' ? `${name} ${value}` : `${name}{${written}} ${value}`);
  }

  addBuckets(name: FamilyName, buckets: Buckets, labels: Labels = ''): void {
    const lines = this.#linesOf(name);
    const bucket = `${name}_bucket{${labels === '' ? '' : `${labels},`}`;
    for (const [index, count] of buckets.upTo().entries()) lines.push(`${bucket}${BOUND_LABELS[index]}} ${count}`);
    lines.push(`${bucket}le="+Inf"} ${buckets.count}`);
    const braced = labels === '' ? '' : `{${labels}}`;
    lines.push(`${name}_sum${braced} ${buckets.sumSeconds}`, `${name}_count${braced} ${buckets.count}`);
  }

  get text(): string {
    const families = Object.entries(FAMILIES).map(([name, { type, help }]) => {
      const lines = this.#lines.get(name as FamilyName) ?? [];
      return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines, ''].join('\n');
    });
    return families.join('\n');
  }

  #linesOf(name: FamilyName): string[] {
    const known = this.#lines.get(name);
    if (known) return known;
    const made: string[] = [];
    this.#lines.set(name, made);
    return made;
  }
}

/** What a scrape has found. */
export interface Seen {
  readonly totals: CallTotals;
  readonly sources: Sources;
  /** Undefined if it is not known yet. */
  readonly readiness: Readiness | undefined;
  readonly cordonNames: LabelCap;
}

/**
 * The figures of one moment. prom-client would take ten times as long, in which no call goes on: a server with 200 tools has 10,000 lines.
 */
export const hostText = ({ totals, sources, readiness, cordonNames }: Seen): string => {
  const sheet = new Sheet();
  addCalls(sheet, totals);
  sheet.add('toolcell_calls_in_flight', sources.callsInFlight());
  sheet.add('toolcell_calls_in_flight_limit', sources.pool.runners * sources.pool.callsPerRunner);
  sheet.add('toolcell_calls_queued', sources.callsQueued());
  sheet.add('toolcell_calls_queued_limit', sources.pool.maxQueued);
  sheet.add('toolcell_runners_limit', sources.pool.runners);
  addRunners(sheet, sources.broker(), cordonNames);
  addCatalog(sheet, sources.catalog());
  addReadiness(sheet, readiness, sources.isDraining());
  addKeys(sheet, sources.keys());
  const endMs = sources.certificateEndMs();
  if (endMs !== undefined) sheet.add('toolcell_tls_certificate_not_after_seconds', endMs / 1_000);
  sheet.add('toolcell_build_info', 1, { version: own.version });
  return sheet.text;
};

const addCalls = (sheet: Sheet, totals: CallTotals): void => {
  for (const [tool, each] of totals.named()) addTool(sheet, each, labelsOf({ plugin: each.pluginName, tool }));
  sheet.addBuckets('toolcell_call_queue_seconds', totals.queued);
  for (const [client, codes] of totals.clients)
    for (const [code, count] of codes) sheet.add('toolcell_client_calls_total', count, { client, code });
  for (const fault of FAULTS) sheet.add('toolcell_failures_total', totals.failures[fault], { fault });
  for (const [limit, count] of totals.limits) sheet.add('toolcell_limits_hit_total', count, { limit });
  sheet.add('toolcell_calls_replayed_total', totals.replayed);
  for (const [by, count] of totals.denied) sheet.add('toolcell_calls_denied_total', count, { by });
  for (const [code, count] of totals.refused) sheet.add('toolcell_requests_refused_total', count, { code });
  for (const { action, code, count } of totals.admin.values())
    sheet.add('toolcell_admin_requests_total', count, { action, code });
};

const addTool = (sheet: Sheet, totals: ToolTotals, labels: Labels): void => {
  for (const [code, count] of totals.codes) sheet.add('toolcell_calls_total', count, `${labels},code="${code}"`);
  const { ok, failed } = totals;
  if (ok.count > 0) sheet.addBuckets('toolcell_call_duration_seconds', ok, `${labels},outcome="ok"`);
  if (failed.count > 0) sheet.addBuckets('toolcell_call_duration_seconds', failed, `${labels},outcome="failed"`);
  sheet.add('toolcell_call_run_seconds_total', totals.runMs / 1_000, labels);
  sheet.add('toolcell_call_cpu_seconds_total', totals.cpuMs / 1_000, labels);
  sheet.add('toolcell_call_arguments_bytes_total', totals.argumentsBytes, labels);
  sheet.add('toolcell_call_reply_bytes_total', totals.replyBytes, labels);
  if (totals.hostCalls > 0) sheet.add('toolcell_host_calls_total', totals.hostCalls, labels);
  if (totals.storeCalls > 0) sheet.add('toolcell_store_calls_total', totals.storeCalls, labels);
  if (totals.fetches === 0) return;
  sheet.add('toolcell_egress_requests_total', totals.fetches, labels);
  sheet.add('toolcell_egress_request_bytes_total', totals.requestBytes, labels);
  sheet.add('toolcell_egress_response_bytes_total', totals.responseBytes, labels);
};

const addRunners = (sheet: Sheet, broker: BrokerStatus, cordonNames: LabelCap): void => {
  const counts = new Map<string, { readonly cordon: string; readonly state: string; runners: number }>();
  const rssMb = new Map<string, number>();
  let isolates = 0;
  for (const runner of broker.runners) {
    const { state } = runner;
    const cordon = runner.cordon === undefined ? SPARE : cordonNames.labelOf(runner.cordon);
    const key = `${state} ${cordon}`;
    const known = counts.get(key);
    if (known) known.runners += 1;
    else counts.set(key, { cordon, state, runners: 1 });
    if (runner.rssMb !== undefined) rssMb.set(cordon, (rssMb.get(cordon) ?? 0) + runner.rssMb);
    isolates += runner.isolates;
  }
  for (const { cordon, state, runners } of counts.values()) sheet.add('toolcell_runners', runners, { cordon, state });
  for (const [cordon, mb] of rssMb) sheet.add('toolcell_runner_memory_bytes', mb * BYTES_PER_MB, { cordon });
  sheet.add('toolcell_runner_peak_memory_bytes', broker.peakRssMb * BYTES_PER_MB);
  sheet.add('toolcell_isolates', isolates);
  sheet.add('toolcell_runner_starts_total', broker.started);
  sheet.add('toolcell_runner_start_failures', broker.startTrouble?.failures ?? 0);
  for (const reason of RUNNER_ENDS) sheet.add('toolcell_runner_ends_total', broker.ends[reason] ?? 0, { reason });
  sheet.add('toolcell_quarantines_total', broker.quarantines);
  const paused = new Map<string, number>();
  for (const { cordon, retryAfterMs } of broker.quarantined) {
    const label = cordonNames.labelOf(cordon);
    paused.set(label, Math.max(paused.get(label) ?? 0, retryAfterMs));
  }
  for (const [cordon, ms] of paused) sheet.add('toolcell_quarantine_seconds', ms / 1_000, { cordon });
};

const BYTES_PER_MB = 2 ** 20;

const addCatalog = (sheet: Sheet, { bundles, standby, refused, toolNames }: CatalogSnapshot): void => {
  const waiting = bundles.filter(({ waitsForGrants }) => waitsForGrants).length;
  const unapproved = standby.filter(({ cause }) => cause === 'waits for approval').length;
  const states = {
    serving: bundles.length - waiting,
    waits_for_grants: waiting,
    waits_for_approval: unapproved,
    stands_by: standby.length - unapproved,
    refused: refused.length,
  };
  for (const [state, count] of Object.entries(states)) sheet.add('toolcell_plugins', count, { state });
  sheet.add('toolcell_tools', toolNames.length);
};

const addReadiness = (sheet: Sheet, readiness: Readiness | undefined, isDraining: boolean): void => {
  if (readiness === undefined) return;
  const causes = {
    draining: isDraining,
    runners: readiness.runners !== undefined,
    store: readiness.store !== undefined,
    tools: readiness.tools !== undefined,
  };
  sheet.add('toolcell_ready', Object.values(causes).includes(true) ? 0 : 1);
  for (const [cause, holds] of Object.entries(causes)) sheet.add('toolcell_unready', holds ? 1 : 0, { cause });
};

const addKeys = (sheet: Sheet, keys: KeyFigures | undefined): void => {
  if (keys === undefined) return;
  sheet.add('toolcell_api_keys', keys.held);
  if (keys.nextEndMs !== undefined) sheet.add('toolcell_api_key_expires_timestamp_seconds', keys.nextEndMs / 1_000);
};
