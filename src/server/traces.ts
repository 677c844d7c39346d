// Opens the traces of a host, if its options name a receiver. Front process, main thread.

import own from '../../package.json' with { type: 'json' };
import type { TraceParts } from '../front/http/call-log.ts';
import { isRedisStore } from '../settings/config.ts';
import { NO_SPANS } from '../shared/protocol/sampling.ts';
import type { HostOptions } from './host-options.ts';
import type { TraceSettings } from './traces/environment.ts';

const NOTHING: TraceSettings = { sampling: NO_SPANS, warnings: [] };

/** Loads OpenTelemetry's SDK only if spans are sent. `close` sends what is left, for at most `waitMs`. */
export const openTraces = async ({
  config,
  traces: { sampling, receiver } = NOTHING,
  onNotice = () => {},
}: Pick<HostOptions, 'config' | 'traces' | 'onNotice'>): Promise<
  TraceParts & { readonly close: (waitMs: number) => Promise<void> }
> => {
  if (receiver === undefined) return { sampling, record: () => {}, close: async () => {} };
  const { TraceExporter } = await import('./traces/exporter.ts');
  const storeKind = isRedisStore(config.store) ? 'redis' : 'sqlite';
  const exporter = new TraceExporter({ receiver, version: own.version, storeKind, onNotice });
  return {
    sampling,
    record: (record) => exporter.record(record),
    close: (waitMs) => exporter.close(waitMs),
  };
};
