// The figures of one server in a registry of prom-client: durations are counted there with each call, everything else is read for each scrape.
// Front process, main thread.

import { setImmediate } from 'node:timers/promises';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { FAMILIES, type FamilyName } from './families.ts';

/** Upper bounds in seconds. A small call takes about a millisecond; `wallMs` is 5 s by default. */
const BOUNDS: readonly number[] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export type Labels = Readonly<Record<string, string>>;

/** A value of a family, with a value for each of its labels. */
export type Sample = readonly [labels: Labels, value: number];

/** Families that are counted with each call. */
type Counted = 'toolcell_call_duration_seconds' | 'toolcell_call_queue_seconds';

/** How the values of each other family are read. */
export type Samples = Readonly<Record<Exclude<FamilyName, Counted>, () => Iterable<Sample>>>;

/** All families of FAMILIES, in their order. */
export class HostRegistry {
  readonly #registry = new Registry();
  readonly durations: Histogram;
  readonly queueTimes: Histogram;

  constructor() {
    this.durations = this.#histogram('toolcell_call_duration_seconds');
    this.queueTimes = this.#histogram('toolcell_call_queue_seconds');
  }

  /** Must be called once, before the first {@link text}. */
  readFrom(samples: Samples): void {
    for (const [name, read] of Object.entries(samples)) this.#add(name as keyof Samples, read);
  }

  /** The text of all families. Other work goes on between two families: that of a thousand tools takes the time of some calls. */
  async text(): Promise<string> {
    const texts: string[] = [];
    for (const name of Object.keys(FAMILIES)) {
      texts.push(await this.#registry.getSingleMetricAsString(name));
      await setImmediate();
    }
    return `${texts.join('\n\n')}\n`;
  }

  #histogram(name: Counted): Histogram {
    return new Histogram({ ...this.#headOf(name), buckets: [...BOUNDS] });
  }

  #add(name: keyof Samples, read: () => Iterable<Sample>): void {
    const head = this.#headOf(name);
    if (FAMILIES[name].type === 'counter') {
      const counter: Counter = new Counter({
        ...head,
        collect: () => {
          renew(counter);
          for (const [labels, value] of read()) counter.inc(labels, value);
        },
      });
      return;
    }
    const gauge: Gauge = new Gauge({
      ...head,
      collect: () => {
        renew(gauge);
        for (const [labels, value] of read()) gauge.set(labels, value);
      },
    });
  }

  #headOf(name: FamilyName) {
    const { help, labels } = FAMILIES[name];
    return { name, help, labelNames: [...labels], registers: [this.#registry] };
  }
}

/** A reset leaves a 0 in a family without labels, which would claim something that nobody knows yet. */
const renew = (metric: Counter | Gauge): void => {
  metric.reset();
  metric.remove({});
};
