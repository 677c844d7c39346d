// Sends spans to a receiver with OpenTelemetry's SDK. Loaded only if the environment names a receiver. Front process, main thread.

import {
  createTraceState,
  type DiagLogger,
  DiagLogLevel,
  diag,
  type HrTime,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  defaultResource,
  detectResources,
  envDetector,
  type Resource,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BatchSpanProcessor, type ReadableSpan, type SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { RequestRecord } from '../../front/http/call-log.ts';
import { machineMs } from '../../shared/protocol/machine-clock.ts';
import type { Trace } from '../../shared/protocol/trace.ts';
import { type Span, spansOf } from './spans.ts';

export interface ExporterOptions {
  /** Address of the receiver, for the operator. */
  readonly receiver: string;
  readonly version: string;
  readonly storeKind: 'sqlite' | 'redis';
  /** Called with `error` when spans cannot be sent any more, with `info` when they can be again, and with `warn` for a variable that is of no use. */
  readonly onNotice: (notice: { readonly level: 'error' | 'warn' | 'info'; readonly text: string }) => void;
}

const NANOSECONDS_PER_MS = 1_000_000;
const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const;
const STANDARD_NAME = 'toolcell';

/**
 * Sends spans in batches, behind the calls. A bounded number waits; while the receiver does not take them, further ones are dropped, and a
 * notice says so once. No method throws or rejects.
 */
export class TraceExporter {
  readonly #processor: BatchSpanProcessor;
  readonly #resource: Resource;
  readonly #scope: { readonly name: string; readonly version: string };
  readonly #storeKind: ExporterOptions['storeKind'];

  /** The SDK reads the variables `OTEL_…` here: receiver, headers, certificates, times, batches and attributes of all spans. */
  constructor({ receiver, version, storeKind, onNotice }: ExporterOptions) {
    this.#scope = { name: 'toolcell', version };
    this.#storeKind = storeKind;
    diag.setLogger(warningsTo(onNotice), { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
    try {
      this.#resource = defaultResource()
        .merge(resourceFromAttributes({ 'service.name': STANDARD_NAME, 'service.version': version }))
        .merge(detectResources({ detectors: [envDetector] }));
      this.#processor = new BatchSpanProcessor(watched(new OTLPTraceExporter(), receiver, onNotice));
    } finally {
      // Later warnings come with every batch.
      diag.disable();
    }
  }

  /** Queues the spans of a request that has been answered. */
  record(record: RequestRecord): void {
    // Clocks of machines are set now and then; each record takes the time of day as it is now.
    const dayMs = Date.now() - machineMs();
    for (const span of spansOf(record, this.#storeKind))
      this.#processor.onEnd(this.#readable(span, record.trace, dayMs));
  }

  /** Sends what is left. Resolves when that is done, or after `waitMs`. */
  async close(waitMs: number): Promise<void> {
    const { promise: timeIsUp, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, waitMs);
    await Promise.race([this.#processor.shutdown().catch(() => {}), timeIsUp]);
    clearTimeout(timer);
  }

  #readable({ name, kind, spanId, parentId, ...span }: Span, trace: Trace, dayMs: number): ReadableSpan {
    const traceState = trace.state === undefined ? undefined : createTraceState(trace.state);
    const { traceId } = trace;
    const shared = { traceId, traceFlags: TraceFlags.SAMPLED, ...(traceState && { traceState }) };
    const context: SpanContext = { ...shared, spanId };
    const isRemote = parentId === trace.parentId;
    const startTime = hrTime(span.startMs + dayMs);
    const endTime = hrTime(Math.max(span.endMs, span.startMs) + dayMs);
    return {
      name,
      kind: KINDS[kind],
      spanContext: () => context,
      ...(parentId !== undefined && { parentSpanContext: { ...shared, spanId: parentId, isRemote } }),
      startTime,
      endTime,
      duration: hrTime(Math.max(0, span.endMs - span.startMs)),
      status: { code: span.isError ? SpanStatusCode.ERROR : SpanStatusCode.UNSET },
      attributes: span.attributes,
      links: [],
      events: [],
      ended: true,
      resource: this.#resource,
      instrumentationScope: this.#scope,
      droppedAttributesCount: 0,
      droppedEventsCount: 0,
      droppedLinksCount: 0,
    };
  }
}

const hrTime = (ms: number): HrTime => [Math.floor(ms / 1_000), Math.round((ms % 1_000) * NANOSECONDS_PER_MS)];

/** Tells the operator what the SDK makes of a variable that it cannot use. */
const warningsTo = (onNotice: ExporterOptions['onNotice']): DiagLogger => {
  const warn = (text: string): void => onNotice({ level: 'warn', text: `traces: ${text}` });
  const ignore = (): void => {};
  return { error: warn, warn, info: ignore, debug: ignore, verbose: ignore };
};

/** Tells the operator once that batches are lost, and once that they are not any more. The SDK tells that to nobody. */
const watched = (exporter: SpanExporter, receiver: string, onNotice: ExporterOptions['onNotice']): SpanExporter => {
  let lostSpans = 0;
  return {
    export: (spans, onResult) =>
      exporter.export(spans, (result) => {
        // 0 stands for success. A failure is reported here, so the SDK does not hear of it.
        onResult({ code: 0 });
        if (result.code === 0) {
          if (lostSpans > 0)
            onNotice({ level: 'info', text: `Traces are sent to ${receiver} again. ${lostSpans} spans were lost.` });
          lostSpans = 0;
          return;
        }
        const why = (result.error?.message ?? '').slice(0, MOST_REASON_CHARACTERS) || 'no reason was given';
        const advice =
          'Check OTEL_EXPORTER_OTLP_ENDPOINT and whether the receiver runs. Calls go on; spans are lost until then.';
        if (lostSpans === 0)
          onNotice({ level: 'error', text: `Traces cannot be sent to ${receiver}: ${why}. ${advice}` });
        lostSpans += spans.length;
      }),
    shutdown: () => exporter.shutdown(),
  };
};

/** The reason may quote what the receiver answered. */
const MOST_REASON_CHARACTERS = 200;
