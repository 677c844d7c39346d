// The figures about the state of a host, read for a scrape. docs/observability.md has the same table. Front process, main thread.

import own from '../../../package.json' with { type: 'json' };
import type { CatalogSnapshot } from '../../catalog/model/snapshot.ts';
import { type BrokerStatus, EVICTION_REASONS, type Readiness, RUNNER_ENDS } from '../../shared/protocol/task.ts';
import { compositeKey } from '../../shared/text/composite-key.ts';
import { type LabelCap, SPARE } from './label-cap.ts';
import { counter, type Figure, gauge, type Sample } from './registry.ts';
import type { Sources } from './sources.ts';

export interface Seen {
  readonly broker: BrokerStatus;
  readonly catalog: CatalogSnapshot;
  /** Undefined if it is not known yet. */
  readonly readiness: Readiness | undefined;
}

export interface HostFiguresParts {
  readonly sources: Sources;
  /** What this scrape has found: the same for all families. */
  readonly seen: () => Seen;
  /** Cordons that have figures of their own. */
  readonly cordonNames: LabelCap;
}

const BYTES_PER_MB = 2 ** 20;

export const hostFigures = (parts: HostFiguresParts): Readonly<Record<string, Figure>> => {
  const { sources, seen, cordonNames } = parts;
  const { pool } = sources;
  const [one, oneCount] = [single(gauge), single(counter)];
  return {
    toolcell_calls_in_flight: one('Calls that have a place to run.', () => sources.callsInFlight()),
    toolcell_calls_in_flight_limit: one(
      'Places to run, all plugins together.',
      () => pool.runners * pool.callsPerRunner,
    ),
    toolcell_calls_queued: one('Calls that wait for a place.', () => sources.callsQueued()),
    toolcell_calls_queued_limit: one('The setting pool.maxQueued.', () => pool.maxQueued),
    toolcell_runners: gauge('cordon state', 'Runner processes; spare ones belong to the cordon (spare).', () =>
      runnersIn(seen().broker, cordonNames),
    ),
    toolcell_runners_limit: one('The setting pool.runners.', () => pool.runners),
    toolcell_runner_memory_bytes: gauge(
      'cordon',
      'Resident memory of runner processes when it was last measured.',
      () => memoryIn(seen().broker, cordonNames),
    ),
    toolcell_runner_peak_memory_bytes: one(
      'Most resident memory that one runner process has had.',
      () => seen().broker.peakRssMb * BYTES_PER_MB,
    ),
    toolcell_runner_starts_total: oneCount('Runner processes that were started.', () => seen().broker.started),
    toolcell_runner_start_failures: one(
      'Attempts to start a runner process that have failed in a row.',
      () => seen().broker.startTrouble?.failures ?? 0,
    ),
    toolcell_runner_ends_total: counter('reason', 'Runner processes that have ended, by reason.', () =>
      RUNNER_ENDS.map((reason) => [{ reason }, seen().broker.ends[reason] ?? 0]),
    ),
    toolcell_runner_evictions_total: counter(
      'reason',
      'Runner processes that made room for another plugin: extra if the plugin had others, last if it has to wait for one at its next call, busy if that one had calls besides.',
      () => EVICTION_REASONS.map((reason) => [{ reason }, seen().broker.evictions[reason]]),
    ),
    toolcell_isolates: one('Isolates that calls are in now.', () =>
      seen().broker.runners.reduce((sum, { isolates }) => sum + isolates, 0),
    ),
    toolcell_quarantines_total: oneCount(
      'Pauses of plugins that cost too many runner processes.',
      () => seen().broker.quarantines,
    ),
    toolcell_quarantine_seconds: gauge('cordon', 'Time until calls of a paused plugin run again.', () =>
      pausesIn(seen().broker, cordonNames),
    ),
    toolcell_plugins: gauge('state', 'Plugin versions in the folder, by what became of them.', () =>
      pluginsIn(seen().catalog),
    ),
    toolcell_tools: one('Tools that agents can call.', () => seen().catalog.toolNames.length),
    toolcell_ready: one('1 if calls can work, even if not those that need the store, else 0.', () =>
      readyOf(seen().readiness, sources.isDraining()),
    ),
    toolcell_unready: gauge(
      'cause',
      '1 for each cause that keeps calls, or those that need the store, from working, else 0.',
      () =>
        Object.entries(causesOf(seen().readiness, sources.isDraining()) ?? {}).map(([cause, holds]) => [
          { cause },
          holds ? 1 : 0,
        ]),
    ),
    toolcell_configuration_refused: one(
      '1 if the configuration file was refused when it was last read, so that the one before stays in force, else 0.',
      () => numberOf(sources.isConfigurationRefused()),
    ),
    toolcell_api_keys: one('API keys that have not expired, if there is a file of keys.', () => sources.keys()?.held),
    toolcell_api_key_expires_timestamp_seconds: one(
      'When the next API key expires that no other key replaces, in seconds since 1970.',
      () => secondsOf(sources.keys()?.nextEndMs),
    ),
    toolcell_tls_certificate_not_after_seconds: one(
      'When the TLS certificate in force ends, in seconds since 1970, if the server speaks HTTPS.',
      () => secondsOf(sources.certificateEndMs()),
    ),
    toolcell_build_info: gauge('version', 'Always 1; the label is the version of this server.', () => [
      [{ version: own.version }, 1],
    ]),
  };
};

/** Makes a family without labels, which has no value while it is undefined. */
const single =
  (make: typeof gauge) =>
  (help: string, valueNow: () => number | undefined): Figure =>
    make('', help, () => {
      const value = valueNow();
      return value === undefined ? [] : [[{}, value]];
    });

const numberOf = (holds: boolean | undefined): number | undefined => (holds === undefined ? undefined : Number(holds));

const secondsOf = (ms: number | undefined): number | undefined => (ms === undefined ? undefined : ms / 1_000);

const cordonOf = ({ cordon }: BrokerStatus['runners'][number], names: LabelCap): string =>
  cordon === undefined ? SPARE : names.labelOf(cordon);

function* runnersIn({ runners }: BrokerStatus, names: LabelCap): Generator<Sample> {
  const groups = Map.groupBy(runners, (runner) => compositeKey(runner.state, cordonOf(runner, names)));
  for (const group of groups.values()) {
    const [first] = group;
    if (first) yield [{ cordon: cordonOf(first, names), state: first.state }, group.length];
  }
}

function* memoryIn({ runners }: BrokerStatus, names: LabelCap): Generator<Sample> {
  const measured = runners.filter(({ rssMb }) => rssMb !== undefined);
  for (const [cordon, group] of Map.groupBy(measured, (runner) => cordonOf(runner, names)))
    yield [{ cordon }, group.reduce((sum, { rssMb = 0 }) => sum + rssMb, 0) * BYTES_PER_MB];
}

function* pausesIn({ quarantined }: BrokerStatus, names: LabelCap): Generator<Sample> {
  for (const [cordon, group] of Map.groupBy(quarantined, ({ cordon }) => names.labelOf(cordon)))
    yield [{ cordon }, Math.max(...group.map(({ retryAfterMs }) => retryAfterMs)) / 1_000];
}

const pluginsIn = ({ bundles, standby, refused }: CatalogSnapshot): readonly Sample[] => {
  const waiting = bundles.filter(({ waitsForGrants }) => waitsForGrants).length;
  const unapproved = standby.filter(({ cause }) => cause === 'waits for approval').length;
  const yielding = standby.filter(({ cause }) => cause === 'waits for grants').length;
  const states = {
    serving: bundles.length - waiting,
    waits_for_grants: waiting + yielding,
    waits_for_approval: unapproved,
    stands_by: standby.length - unapproved - yielding,
    refused: refused.length,
  };
  return Object.entries(states).map(([state, count]) => [{ state }, count]);
};

const causesOf = (readiness: Readiness | undefined, isDraining: boolean): Record<string, boolean> | undefined =>
  readiness && {
    draining: isDraining,
    runners: readiness.runners !== undefined,
    keys: readiness.keys !== undefined,
    store: readiness.store !== undefined,
    tools: readiness.tools !== undefined,
  };

/** As `GET /readyz` answers. */
const readyOf = (readiness: Readiness | undefined, isDraining: boolean): number | undefined => {
  const causes = causesOf(readiness, isDraining);
  if (causes === undefined) return undefined;
  return Object.entries(causes).some(([cause, holds]) => holds && !(cause === 'store' && readiness?.isDegraded))
    ? 0
    : 1;
};
