// Reads the state of a host, for a scrape. Front process, main thread.

import own from '../../../package.json' with { type: 'json' };
import type { CatalogSnapshot } from '../../catalog/model/snapshot.ts';
import { type BrokerStatus, type Readiness, RUNNER_ENDS } from '../../shared/protocol/task.ts';
import type { CallSamples } from './call-samples.ts';
import { SPARE } from './families.ts';
import type { Sources } from './figures.ts';
import type { LabelCap } from './label-cap.ts';
import type { Sample, Samples } from './registry.ts';

/** What a scrape has found. */
export interface Seen {
  readonly broker: BrokerStatus;
  readonly catalog: CatalogSnapshot;
  /** Undefined if it is not known yet. */
  readonly readiness: Readiness | undefined;
}

/** Parts of the samples. */
export interface HostSamplesParts {
  readonly sources: Sources;
  /** What this scrape has found: the same for all families. */
  readonly seen: () => Seen;
  /** Cordons that have figures of their own. */
  readonly cordonNames: LabelCap;
}

const BYTES_PER_MB = 2 ** 20;

export const hostSamples = (parts: HostSamplesParts): Omit<Samples, keyof CallSamples> => {
  const { sources, seen, cordonNames } = parts;
  const { pool } = sources;
  return {
    toolcell_calls_in_flight: () => single(sources.callsInFlight()),
    toolcell_calls_in_flight_limit: () => single(pool.runners * pool.callsPerRunner),
    toolcell_calls_queued: () => single(sources.callsQueued()),
    toolcell_calls_queued_limit: () => single(pool.maxQueued),
    toolcell_runners: () => runnersIn(seen().broker, cordonNames),
    toolcell_runners_limit: () => single(pool.runners),
    toolcell_runner_memory_bytes: () => memoryIn(seen().broker, cordonNames),
    toolcell_runner_peak_memory_bytes: () => single(seen().broker.peakRssMb * BYTES_PER_MB),
    toolcell_runner_starts_total: () => single(seen().broker.started),
    toolcell_runner_start_failures: () => single(seen().broker.startTrouble?.failures ?? 0),
    toolcell_runner_ends_total: () => RUNNER_ENDS.map((reason) => [{ reason }, seen().broker.ends[reason] ?? 0]),
    toolcell_isolates: () => single(seen().broker.runners.reduce((sum, { isolates }) => sum + isolates, 0)),
    toolcell_quarantines_total: () => single(seen().broker.quarantines),
    toolcell_quarantine_seconds: () => pausesIn(seen().broker, cordonNames),
    toolcell_plugins: () => pluginsIn(seen().catalog),
    toolcell_tools: () => single(seen().catalog.toolNames.length),
    toolcell_ready: () => single(readyOf(causesOf(seen().readiness, sources.isDraining()))),
    toolcell_unready: () =>
      Object.entries(causesOf(seen().readiness, sources.isDraining()) ?? {}).map(([cause, holds]) => [
        { cause },
        holds ? 1 : 0,
      ]),
    toolcell_api_keys: () => single(sources.keys()?.held),
    toolcell_api_key_expires_timestamp_seconds: () => single(secondsOf(sources.keys()?.nextEndMs)),
    toolcell_tls_certificate_not_after_seconds: () => single(secondsOf(sources.certificateEndMs())),
    toolcell_build_info: () => [[{ version: own.version }, 1]],
  };
};

/** The value of a family without labels; none if it is undefined. */
const single = (value: number | undefined): readonly Sample[] => (value === undefined ? [] : [[{}, value]]);

const secondsOf = (ms: number | undefined): number | undefined => (ms === undefined ? undefined : ms / 1_000);

const cordonOf = ({ cordon }: BrokerStatus['runners'][number], names: LabelCap): string =>
  cordon === undefined ? SPARE : names.labelOf(cordon);

function* runnersIn({ runners }: BrokerStatus, names: LabelCap): Generator<Sample> {
  const groups = Map.groupBy(runners, (runner) => `${runner.state} ${cordonOf(runner, names)}`);
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
  const states = {
    serving: bundles.length - waiting,
    waits_for_grants: waiting,
    waits_for_approval: unapproved,
    stands_by: standby.length - unapproved,
    refused: refused.length,
  };
  return Object.entries(states).map(([state, count]) => [{ state }, count]);
};

const causesOf = (readiness: Readiness | undefined, isDraining: boolean): Record<string, boolean> | undefined =>
  readiness && {
    draining: isDraining,
    runners: readiness.runners !== undefined,
    store: readiness.store !== undefined,
    tools: readiness.tools !== undefined,
  };

const readyOf = (causes: Record<string, boolean> | undefined): number | undefined =>
  causes && (Object.values(causes).includes(true) ? 0 : 1);
