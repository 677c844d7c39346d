// Reads those variables `OTEL_…` that decide whether and of what spans are made. OpenTelemetry's SDK, which is loaded only if they are sent, reads
// where and how itself. The entry passes the environment on. Front process, once at start.

import type { Sampler, Sampling } from '../../shared/protocol/sampling.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface TraceSettings {
  readonly sampling: Sampling;
  /** Address of the receiver, without credentials and query, for the operator. Absent if no spans are sent. */
  readonly receiver?: string;
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
const TRACES_PATH = '/v1/traces';
const PROTOCOL = 'http/protobuf';
/** Numbers that the SDK takes as they are: 0 would keep it busy for ever. */
const SIZES = ['OTEL_BSP_MAX_QUEUE_SIZE', 'OTEL_BSP_MAX_EXPORT_BATCH_SIZE'];

/** Never throws: an unusable value is a warning, because the variables may be meant for other programs, too. */
export const readTraceSettings = (env: Environment): TraceSettings => {
  const read = new Reader(env);
  const sampling = { readsCallers: readsCallers(read) };
  const receiver = isOn(read) && hasSizes(read) ? receiverOf(read) : undefined;
  if (receiver === undefined) return { sampling, warnings: read.warnings };
  return { sampling: { ...sampling, sampler: samplerOf(read) }, receiver, warnings: read.warnings };
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

  /** A value may hold a credential, so no warning quotes it. */
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
  const protocol = read.text('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL')
    ? 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL'
    : 'OTEL_EXPORTER_OTLP_PROTOCOL';
  if ((read.text(protocol) ?? PROTOCOL) === PROTOCOL) return true;
  const advice = `no traces are sent; set it to "${PROTOCOL}", and the endpoint to the port for that, usually 4318`;
  read.warn(protocol, `names a protocol that Toolcell does not speak`, advice);
  return false;
};

const hasSizes = (read: Reader): boolean => {
  const wrong = SIZES.filter((name) => !/^(?:[1-9][0-9]{0,5})?$/.test(read.text(name) ?? ''));
  for (const name of wrong) read.warn(name, 'is not a whole number from 1 to 999999', 'no traces are sent');
  return wrong.length === 0;
};

const receiverOf = (read: Reader): string | undefined => {
  const own = read.text('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT');
  const name = own === undefined ? 'OTEL_EXPORTER_OTLP_ENDPOINT' : 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT';
  const url = URL.parse(own ?? read.text('OTEL_EXPORTER_OTLP_ENDPOINT') ?? STANDARD_ENDPOINT);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    read.warn(name, 'is not an address of the form http://HOST:PORT', 'no traces are sent');
    return undefined;
  }
  return own === undefined
    ? `${url.origin}${url.pathname.replace(/\/$/, '')}${TRACES_PATH}`
    : `${url.origin}${url.pathname}`;
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
