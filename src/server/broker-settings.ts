// Makes the settings of the broker and the control thread from the configuration. Front process and command line.

import type { BrokerSettings } from '../broker/runner/settings.ts';
import { type Config, isRedisStore } from '../settings/config.ts';
import type { ExternalValues } from '../settings/load/secrets.ts';
import { hostRequestBytes } from '../shared/protocol/capabilities.ts';
import { FIXED_LIMITS } from '../shared/protocol/limits.ts';
import { LOAD_MS } from '../shared/protocol/program.ts';

/** Compiled code and validators may be longer than their sources. */
const PROGRAM_BYTES_PER_BUNDLE_BYTE = 4;

/** What a sandbox bounds besides its settings. */
export interface SandboxBounds
  extends Pick<BrokerSettings, 'spares' | 'recycleAfterCalls' | 'recycleAfterIsolates' | 'loadMs' | 'quarantine'> {
  /**
   * Bytes of responses that are being received for tools. Above it, or if one plugin has more than half, the request that has held most for longest
   * is refused.
   */
  readonly heldResponseBytes: number;
}

const SANDBOX_BOUNDS: SandboxBounds = {
  // A locked-down process takes 165 ms to start, which the next call after a kill must not wait for.
  spares: 1,
  // Nothing is known to grow in a frozen realm; a replacement now and then makes sure of that.
  recycleAfterCalls: 500_000,
  // Memory of a process grows slowly over tens of thousands of isolates; a replacement costs one start.
  recycleAfterIsolates: 5_000,
  loadMs: LOAD_MS,
  // Unlucky input kills once or twice; five in a minute is a plugin that does not work. The first pause is short, so that a plugin that recovers is
  // back at once, and one that was repaired answers again within a minute.
  quarantine: { kills: 5, windowMs: 60_000, pauseMs: 1_000, maxPauseMs: 60_000 },
  // Thirty of the largest responses of one plugin at a time; a server that sends slowly must not fill the memory of this one.
  heldResponseBytes: 256_000_000,
};

export type OtherBounds = Partial<Omit<SandboxBounds, 'quarantine'>> & {
  readonly quarantine?: Partial<SandboxBounds['quarantine']>;
};

export const brokerSettings = (
  { limits, plugins, pool, egress, store }: Config,
  { secrets, extraCas, redisUrl }: ExternalValues,
  { launch, cores, bounds }: Pick<BrokerSettings, 'launch' | 'cores'> & { readonly bounds?: OtherBounds | undefined },
): BrokerSettings => {
  const { heldResponseBytes, ...fixed } = { ...SANDBOX_BOUNDS, ...bounds };
  return {
    launch,
    runners: pool.runners,
    callsPerRunner: pool.callsPerRunner,
    cores,
    idleMs: pool.idleMs,
    resultBytes: largestOf('resultBytes', { limits, plugins }),
    hostRequestBytes: hostRequestBytes({
      fetchRequestBytes: largestOf('fetchRequestBytes', { limits, plugins }),
      storeValueBytes: largestOf('storeValueBytes', { limits, plugins }),
    }),
    programBytes: PROGRAM_BYTES_PER_BUNDLE_BYTE * plugins.bundleBytes,
    ...loadLimitsOf(limits),
    ...fixed,
    quarantine: { ...SANDBOX_BOUNDS.quarantine, ...bounds?.quarantine },
    egress: {
      dnsServers: egress.dnsServers,
      extraCas,
      secrets,
      traceparent: egress.traceparent,
      // One plugin may hold half of it, and needs room for a response.
      heldBytes: Math.max(heldResponseBytes, 2 * largestOf('fetchResponseBytes', { limits, plugins })),
    },
    store: { kind: isRedisStore(store) ? 'redis' : 'sqlite', file: store.file, redisUrl },
  };
};

export const loadLimitsOf = ({ memoryMb, runnerRssMb }: Config['limits']) => ({
  loadMemoryMb: memoryMb,
  loadRssMb: runnerRssMb,
  killGraceMs: FIXED_LIMITS.killGraceMs,
});

/** The highest value of a limit in `limits` and all overrides. */
export const largestOf = (
  name: 'resultBytes' | 'argumentsBytes' | 'fetchRequestBytes' | 'fetchResponseBytes' | 'storeValueBytes',
  { limits, plugins }: Pick<Config, 'limits' | 'plugins'>,
): number => {
  const overrides = Object.values(plugins.overrides).flatMap((plugin) => [
    plugin.limits,
    ...Object.values(plugin.tools ?? {}).map((tool) => tool.limits),
  ]);
  return Math.max(limits[name], ...overrides.map((override) => override?.[name] ?? 0));
};
