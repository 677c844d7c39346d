// The figures of one server in a registry of prom-client: durations are counted there with each call, everything else is read for each scrape.

import { setImmediate } from 'node:timers/promises';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Upper bounds in seconds. A small call takes about a millisecond; `wallMs` is 5 s by default. */
const BOUNDS: readonly number[] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export type Labels = Readonly<Record<string, string>>;

export type Sample = readonly [labels: Labels, value: number];

/** A family of figures, as Prometheus understands it. */
export interface Family {
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly labels: readonly string[];
  readonly help: string;
}

/** A family that is read for each scrape. */
export interface Figure extends Family {
  readonly type: 'counter' | 'gauge';
  readonly read: () => Iterable<Sample>;
}

const figureOf =
  (type: Figure['type']) =>
  (labels: string, help: string, read: Figure['read']): Figure => ({ type, labels: labelsIn(labels), help, read });

/** Labels are names with a space between each two. */
export const counter = figureOf('counter');
export const gauge = figureOf('gauge');

const labelsIn = (names: string): readonly string[] => (names === '' ? [] : names.split(' '));

/** All figures of a server, without those of its process, which prom-client names `process_*` and `nodejs_*`. */
export class HostRegistry {
  readonly #registry = new Registry();
  readonly #families = new Map<string, Family>();
  readonly durations = this.#histogram(
    'toolcell_call_duration_seconds',
    'plugin tool outcome',
    'Time from the headers of a call to its reply; outcome is ok or failed.',
  );
  readonly queueTimes = this.#histogram('toolcell_call_queue_seconds', '', 'Time that calls were queued.');

  /** By name, in the order of {@link text}. */
  get families(): ReadonlyMap<string, Family> {
    return this.#families;
  }

  /** Adds figures by name. */
  add(figures: Readonly<Record<string, Figure>>): void {
    for (const [name, { read, ...family }] of Object.entries(figures)) {
      const head = this.#headOf(name, family);
      if (family.type === 'counter') {
        const metric: Counter = new Counter({
          ...head,
          collect: () => {
            renew(metric);
            for (const [labels, value] of read()) metric.inc(labels, value);
          },
        });
      } else {
        const metric: Gauge = new Gauge({
          ...head,
          collect: () => {
            renew(metric);
            for (const [labels, value] of read()) metric.set(labels, value);
          },
        });
      }
    }
  }

  /** The text of all families. Other work goes on between two families: that of a thousand tools takes the time of some calls. */
  async text(): Promise<string> {
    const texts: string[] = [];
    for (const name of this.#families.keys()) {
      texts.push(await this.#registry.getSingleMetricAsString(name));
      await setImmediate();
    }
    return `${texts.join('\n\n')}\n`;
  }

  #histogram(name: string, labels: string, help: string): Histogram {
    return new Histogram({
      ...this.#headOf(name, { type: 'histogram', labels: labelsIn(labels), help }),
      buckets: [...BOUNDS],
    });
  }

  #headOf(name: string, family: Family) {
    this.#families.set(name, family);
    return { name, help: family.help, labelNames: [...family.labels], registers: [this.#registry] };
  }
}

/** A reset leaves a 0 in a family without labels, which would claim something that nobody knows yet. */
const renew = (metric: Counter | Gauge): void => {
  metric.reset();
  metric.remove({});
};
