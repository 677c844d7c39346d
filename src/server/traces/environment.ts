// Reads the variables `OTEL_…`, as OpenTelemetry defines them. The entry passes the environment on. Front process, once at start.

import { readFileSync } from 'node:fs';
import type { Sampler, Sampling } from '../../shared/protocol/sampling.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Where and how spans are sent. */
export interface ExportSettings {
  /** Address of the receiver, with its path. */
  readonly url: string;
  /** May hold credentials: never logged. */
  readonly headers: Readonly<Record<string, string>>;
  /** Longest time of one export with its repetitions. */
  readonly timeoutMs: number;
  readonly isGzip: boolean;
  /** PEM texts: roots to trust instead of the system's, and the certificate of this server with its key. */
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  /** Attributes of all spans, `service.name` among them. */
  readonly resource: Readonly<Record<string, string>>;
  /** Most spans that wait to be sent; further ones are dropped. */
  readonly queueSpans: number;
  /** Most spans of one request to the receiver. */
  readonly batchSpans: number;
  /** How long spans wait for more of them, in milliseconds. */
  readonly delayMs: number;
}

/** What the environment says about traces. */
export interface TraceSettings {
  readonly sampling: Sampling;
  /** Absent if no spans are sent. */
  readonly export?: ExportSettings;
  /** What the environment asks for in vain, a line each, for the operator. */
  readonly warnings: readonly string[];
}

const SAMPLERS: Readonly<Record<string, (ratio: number) => Sampler>> = {
  always_on: () => ({ isParentBased: false, ratio: 1 }),
  always_off: () => ({ isParentBased: false, ratio: 0 }),
  traceidratio: (ratio) => ({ isParentBased: false, ratio }),
  parentbased_always_on: () => ({ isParentBased: true, ratio: 1 }),
  parentbased_always_off: () => ({ isParentBased: true, ratio: 0 }),
  parentbased_traceidratio: (ratio) => ({ isParentBased: true, ratio }),
};
const STANDARD_SAMPLER = 'parentbased_always_on';
const STANDARD_ENDPOINT = 'http://localhost:4318';
const TRACES_PATH = 'v1/traces';
const PROTOCOL = 'http/protobuf';
const STANDARD_NAME = 'toolcell';
/** Largest delay that a timer takes. */
const MOST_MS = 2 ** 31 - 1;
const MOST_SPANS = 1_000_000;
const HEADER_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const HEADER_VALUE = /^[\t -~\x80-\xff]*$/;

/** Never throws: an unusable value is a warning, because the variables may be meant for other programs, too. */
export const readTraceSettings = (env: Environment): TraceSettings => {
  const read = new Reader(env);
  const sampling = { readsCallers: readsCallers(read) };
  const url = isOn(read) ? urlOf(read) : undefined;
  if (url === undefined) return { sampling, warnings: read.warnings };
  const tls = tlsOf(read);
  if (tls === undefined) return { sampling, warnings: read.warnings };
  const queueSpans = read.whole('OTEL_BSP_MAX_QUEUE_SIZE', 2_048, MOST_SPANS);
  return {
    sampling: { ...sampling, sampler: samplerOf(read) },
    export: {
      url,
      headers: headersOf(read),
      timeoutMs: Math.min(
        read.whole(read.nameOf('TIMEOUT'), 10_000, MOST_MS),
        read.whole('OTEL_BSP_EXPORT_TIMEOUT', 30_000, MOST_MS),
      ),
      isGzip: isGzip(read),
      ...tls,
      resource: resourceOf(read),
      queueSpans,
      batchSpans: Math.min(queueSpans, read.whole('OTEL_BSP_MAX_EXPORT_BATCH_SIZE', 512, MOST_SPANS)),
      delayMs: read.whole('OTEL_BSP_SCHEDULE_DELAY', 5_000, MOST_MS),
    },
    warnings: read.warnings,
  };
};

/** The values of the variables. An empty one counts as not set, as OpenTelemetry says. */
class Reader {
  readonly #env: Environment;
  readonly warnings: string[] = [];

  constructor(env: Environment) {
    this.#env = env;
  }

  text(name: string): string | undefined {
    const value = this.#env[name]?.trim();
    return value === '' ? undefined : value;
  }

  /** The variable for traces if it is set, else the one for all signals. */
  nameOf(part: string): string {
    const own = `OTEL_EXPORTER_OTLP_TRACES_${part}`;
    return this.text(own) === undefined ? `OTEL_EXPORTER_OTLP_${part}` : own;
  }

  whole(name: string, standard: number, most: number): number {
    const text = this.text(name);
    if (text === undefined) return standard;
    const value = /^[0-9]{1,10}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= 1 && value <= most) return value;
    this.warn(name, `is not a whole number from 1 to ${most}`, `${standard} is used`);
    return standard;
  }

  warn(name: string, why: string, consequence: string): void {
    this.warnings.push(`${name} ${why} → ${consequence}`);
  }
}

const isOn = (read: Reader): boolean => {
  if (read.text('OTEL_SDK_DISABLED')?.toLowerCase() === 'true') return false;
  const exporter = read.text('OTEL_TRACES_EXPORTER');
  const isNamed = read.text('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT') ?? read.text('OTEL_EXPORTER_OTLP_ENDPOINT');
  if (exporter === 'none' || (exporter === undefined && isNamed === undefined)) return false;
  if (exporter !== undefined && exporter !== 'otlp') {
    read.warn(
      'OTEL_TRACES_EXPORTER',
      'names an exporter that Toolcell does not have',
      'no traces are sent; use "otlp"',
    );
    return false;
  }
  const protocol = read.nameOf('PROTOCOL');
  if ((read.text(protocol) ?? PROTOCOL) === PROTOCOL) return true;
  const advice = `no traces are sent; set it to "${PROTOCOL}", and the endpoint to the port for that, usually 4318`;
  read.warn(protocol, `names a protocol that Toolcell does not speak`, advice);
  return false;
};

const urlOf = (read: Reader): string | undefined => {
  const own = read.text('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT');
  const name = own === undefined ? 'OTEL_EXPORTER_OTLP_ENDPOINT' : 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT';
  const text = own ?? read.text('OTEL_EXPORTER_OTLP_ENDPOINT') ?? STANDARD_ENDPOINT;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    read.warn(name, 'is not an address of the form http://HOST:PORT', 'no traces are sent');
    return undefined;
  }
  if (own !== undefined) return url.href;
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${TRACES_PATH}`;
  return url.href;
};

const samplerOf = (read: Reader): Sampler => {
  const name = read.text('OTEL_TRACES_SAMPLER') ?? STANDARD_SAMPLER;
  const make = Object.hasOwn(SAMPLERS, name) ? SAMPLERS[name] : undefined;
  if (make === undefined) {
    const names = Object.keys(SAMPLERS).join(', ');
    read.warn('OTEL_TRACES_SAMPLER', `is none of ${names}`, `${STANDARD_SAMPLER} is used, which records everything`);
    return { isParentBased: true, ratio: 1 };
  }
  return make(name.endsWith('traceidratio') ? ratioOf(read) : 1);
};

const ratioOf = (read: Reader): number => {
  const text = read.text('OTEL_TRACES_SAMPLER_ARG');
  const ratio = text === undefined ? 1 : Number(text);
  if (ratio >= 0 && ratio <= 1) return ratio;
  read.warn('OTEL_TRACES_SAMPLER_ARG', 'is not a number from 0 to 1', '1 is used, which records everything');
  return 1;
};

const readsCallers = (read: Reader): boolean => {
  if (read.text('OTEL_SDK_DISABLED')?.toLowerCase() === 'true') return true;
  const names = (read.text('OTEL_PROPAGATORS') ?? 'tracecontext,baggage').split(',').map((name) => name.trim());
  const unknown = names.filter((name) => !/^(tracecontext|baggage|none)$/.test(name));
  if (unknown.length > 0) {
    const why = 'names a propagator that Toolcell does not have';
    read.warn('OTEL_PROPAGATORS', why, 'only "tracecontext" is read and sent');
  }
  return names.includes('tracecontext');
};

const isGzip = (read: Reader): boolean => {
  const name = read.nameOf('COMPRESSION');
  const value = read.text(name) ?? 'none';
  if (value !== 'none' && value !== 'gzip')
    read.warn(name, 'is neither "gzip" nor "none"', 'traces are sent without compression');
  return value === 'gzip';
};

/** Both variables count; those for traces win. A value may hold a credential, so no warning quotes it. */
const headersOf = (read: Reader): Readonly<Record<string, string>> => ({
  ...headersIn(read, 'OTEL_EXPORTER_OTLP_HEADERS'),
  ...headersIn(read, 'OTEL_EXPORTER_OTLP_TRACES_HEADERS'),
});

const headersIn = (read: Reader, variable: string): Readonly<Record<string, string>> => {
  const pairs = pairsIn(read, variable);
  const usable = pairs.filter(([name, value]) => HEADER_NAME.test(name) && HEADER_VALUE.test(value));
  if (usable.length < pairs.length)
    read.warn(variable, 'has a header with a character that is not allowed in one', 'that header is not sent');
  return Object.fromEntries(usable);
};

const resourceOf = (read: Reader): Readonly<Record<string, string>> => {
  const attributes = Object.fromEntries(pairsIn(read, 'OTEL_RESOURCE_ATTRIBUTES'));
  const name = read.text('OTEL_SERVICE_NAME') ?? attributes['service.name'] ?? STANDARD_NAME;
  return { ...attributes, 'service.name': name };
};

/** `name=value,name=value`, with values in percent-encoding. */
const pairsIn = (read: Reader, variable: string): readonly (readonly [name: string, value: string])[] =>
  (read.text(variable) ?? '').split(',').flatMap((pair) => {
    if (pair.trim() === '') return [];
    const at = pair.indexOf('=');
    const name = pair.slice(0, at).trim();
    const value = decoded(pair.slice(at + 1).trim());
    if (at > 0 && name !== '' && value !== undefined) return [[name, value] as const];
    read.warn(variable, 'has a part that is not of the form name=value', 'that part is left out');
    return [];
  });

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

/** Undefined if a file cannot be read: without it the receiver might be another one than the operator means. */
const tlsOf = (read: Reader): Pick<ExportSettings, 'ca' | 'cert' | 'key'> | undefined => {
  const files = { ca: 'CERTIFICATE', cert: 'CLIENT_CERTIFICATE', key: 'CLIENT_KEY' };
  const found: { ca?: string; cert?: string; key?: string } = {};
  for (const [member, part] of Object.entries(files)) {
    const name = read.nameOf(part);
    const path = read.text(name);
    if (path === undefined) continue;
    try {
      found[member as keyof typeof files] = readFileSync(path, 'utf8');
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      read.warn(name, `names a file that cannot be read (${code})`, 'no traces are sent');
      return undefined;
    }
  }
  return found;
};
