// Makes the settings of the broker and the control thread from the configuration. Front process and command line.

import type { BrokerSettings } from '../broker/runner/settings.ts';
import type { Config } from '../settings/config.ts';
import type { ExternalValues } from '../settings/load/secrets.ts';
import { hostRequestBytes } from '../shared/protocol/capabilities.ts';

/** Compiled code and validators may be longer than their sources. */
const PROGRAM_BYTES_PER_BUNDLE_BYTE = 4;

/** The settings of the broker and the control thread. */
export const brokerSettings = (
  { limits, plugins, pool, quarantine, egress, store }: Config,
  { secrets, extraCas, redisUrl }: ExternalValues,
  { launch, cores }: Pick<BrokerSettings, 'launch' | 'cores'>,
): BrokerSettings => ({
  launch,
  runners: pool.runners,
  spares: pool.spares,
  callsPerRunner: pool.callsPerRunner,
  cores,
  recycleAfterCalls: pool.recycleAfterCalls,
  recycleAfterIsolates: pool.recycleAfterIsolates,
  idleMs: pool.idleMs,
  resultBytes: largestOf('resultBytes', { limits, plugins }),
  hostRequestBytes: hostRequestBytes({
    fetchRequestBytes: largestOf('fetchRequestBytes', { limits, plugins }),
    storeValueBytes: largestOf('storeValueBytes', { limits, plugins }),
  }),
  programBytes: PROGRAM_BYTES_PER_BUNDLE_BYTE * plugins.bundleBytes,
  loadMs: plugins.loadMs,
  ...loadLimitsOf(limits),
  quarantine,
  egress: {
    dnsServers: egress.dnsServers,
    extraCas,
    secrets,
    traceparent: egress.traceparent,
    heldBytes: egress.heldBytes,
  },
  store: { kind: store.kind, file: store.file, redisUrl },
});

/** Limits of an inspection. */
export const loadLimitsOf = ({ memoryMb, runnerRssMb, killGraceMs }: Config['limits']) => ({
  loadMemoryMb: memoryMb,
  loadRssMb: runnerRssMb,
  killGraceMs,
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
