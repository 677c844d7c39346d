// Counts what a host does and serves the figures for Prometheus, if the operator has turned them on. Front process, main thread.

import { inspect } from 'node:util';
import type { CatalogSync } from '../catalog/serve/catalog-sync.ts';
import type { KeyRecord } from '../front/doors/key-record.ts';
import type { FiguresText } from '../front/http/admin.ts';
import type { Readiness } from '../shared/protocol/task.ts';
import type { HostOptions } from './host-options.ts';
import { figuresRefused } from './listen-refused.ts';
import { keyFiguresOf, type Sources } from './metrics/sources.ts';
import type { Sandbox } from './sandbox.ts';

export interface FiguresParts {
  readonly sync: CatalogSync;
  readonly sandbox: Sandbox;
  readonly readiness: () => Promise<Readiness>;
}

/** The figures of a host. Without `metrics.enabled` they count nothing, and calls go past them. */
export interface Figures {
  /** The options of the host, with callbacks that also count. */
  readonly options: HostOptions;
  /** Where the figures are served. Undefined if they are off. */
  readonly url: string | undefined;
  /** All figures as text; absent if they are off. */
  readonly read?: () => Promise<FiguresText>;
  useKeys(keys: readonly KeyRecord[] | undefined): void;
  /** When the TLS certificate in force ends, in milliseconds since 1970. */
  useCertificateEnd(endMs: number): void;
  /** The server takes no new calls. */
  leave(): void;
  close(): Promise<void>;
}

/** Begins to count and to serve. Throws {@link StartRefused} if the host cannot listen on `metrics.host` and `metrics.port`. */
export const openFigures = async (options: HostOptions, parts: FiguresParts): Promise<Figures> => {
  if (!options.config.metrics.enabled) return { ...OFF, options };
  const state: State = { keys: undefined, certificateEndMs: undefined, isDraining: false };
  // Loaded only if they are on, to keep the start short.
  const { openMetrics } = await import('./metrics/metrics.ts');
  const metrics = await openMetrics(options.config.metrics, sourcesOf(options, parts, state), (error) =>
    options.onNotice?.({ level: 'error', text: `a scrape of the figures failed: ${inspect(error)}` }),
  ).catch((error: unknown) => {
    throw figuresRefused(error, options.config.metrics);
  });
  options.onNotice?.({ level: 'info', text: `figures for Prometheus are at ${metrics.url}` });
  const { onCall, onAdmin = () => {} } = options;
  return {
    options: {
      ...options,
      onCall: (entry) => {
        metrics.noteCall(entry);
        onCall(entry);
      },
      onAdmin: (entry) => {
        metrics.noteAdmin(entry);
        onAdmin(entry);
      },
    },
    url: metrics.url,
    read: () => metrics.read(),
    useKeys: (keys) => {
      state.keys = keys;
    },
    useCertificateEnd: (endMs) => {
      state.certificateEndMs = endMs;
    },
    leave: () => {
      state.isDraining = true;
    },
    close: () => metrics.close(),
  };
};

interface State {
  keys: readonly KeyRecord[] | undefined;
  certificateEndMs: number | undefined;
  isDraining: boolean;
}

const OFF = { url: undefined, useKeys: () => {}, useCertificateEnd: () => {}, leave: () => {}, close: async () => {} };

const sourcesOf = (
  { config, configurationNow }: HostOptions,
  { sync, sandbox, readiness }: FiguresParts,
  state: State,
): Sources => {
  const { dispatcher } = sandbox;
  return {
    catalog: () => sync.catalog.snapshot,
    callsInFlight: () => dispatcher.callsInFlight,
    callsQueued: () => dispatcher.callsQueued,
    broker: () => dispatcher.status(),
    readiness,
    keys: () => state.keys && keyFiguresOf(state.keys, Date.now()),
    certificateEndMs: () => state.certificateEndMs,
    isDraining: () => state.isDraining,
    isConfigurationRefused: () => configurationNow && configurationNow().problems.length > 0,
    pool: config.pool,
  };
};
