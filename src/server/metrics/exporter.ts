// Writes all figures as Prometheus text: those of the host and those of the process. Loaded only if `metrics.enabled` is set. Front process, main thread.

import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Readiness } from '../../shared/protocol/task.ts';
import { callFigures } from './call-figures.ts';
import type { CallTotals } from './call-totals.ts';
import { hostFigures, type Seen } from './host-figures.ts';
import { LabelCap } from './label-cap.ts';
import type { HostRegistry } from './registry.ts';
import type { Sources } from './sources.ts';

/** How long a text is reused, so that frequent scrapes cost little. */
const KEPT_MS = 250;
/** How long a scrape waits for the readiness. Prometheus gives up on a scrape after 10 s by default. */
const READINESS_MS = 1_000;

let ofProcess: Registry | undefined;

/**
 * Figures of the process: CPU, memory, descriptors, event loop, garbage collection. They are measured once for all hosts of a process and until it
 * ends, because prom-client cannot stop measuring the delay of the event loop, which a native timer of 10 ms does.
 */
const processRegistry = (): Registry => {
  if (ofProcess) return ofProcess;
  ofProcess = new Registry();
  collectDefaultMetrics({ register: ofProcess });
  return ofProcess;
};

export interface ExporterParts {
  readonly totals: CallTotals;
  readonly sources: Sources;
  /** Cordons that have figures of their own. */
  readonly names: number;
  /** Without the figures that are read. */
  readonly registry: HostRegistry;
}

/** Makes one text at a time. Its timers keep no process alive. */
export class Exporter {
  readonly #parts: ExporterParts;
  readonly #cordonNames: LabelCap;
  #seen: Seen;
  #readiness: Readiness | undefined;
  #looking: Promise<void> | undefined;
  #text: Promise<string> | undefined;

  constructor(parts: ExporterParts) {
    this.#parts = parts;
    const { sources, totals, registry } = parts;
    this.#cordonNames = new LabelCap(parts.names);
    this.#seen = { broker: sources.broker(), catalog: sources.catalog(), readiness: undefined };
    registry.add(callFigures(totals));
    registry.add(hostFigures({ sources, seen: () => this.#seen, cordonNames: this.#cordonNames }));
    processRegistry();
  }

  get contentType(): string {
    return processRegistry().contentType;
  }

  /** All figures. Rejects only for a bug. */
  text(): Promise<string> {
    if (this.#text) return this.#text;
    const made = this.#make();
    this.#text = made;
    const forget = (): void => {
      this.#text = undefined;
    };
    made.then(() => setTimeout(forget, KEPT_MS).unref(), forget);
    return made;
  }

  async #make(): Promise<string> {
    await Promise.race([this.#look(), new Promise((resolve) => setTimeout(resolve, READINESS_MS).unref())]);
    const { totals, sources, registry } = this.#parts;
    const before = this.#seen.catalog;
    this.#seen = { broker: sources.broker(), catalog: sources.catalog(), readiness: this.#readiness };
    if (this.#seen.catalog !== before) {
      // Another catalog may have other tools and plugins, which need names.
      totals.renew();
      this.#cordonNames.renew();
    }
    return `${await registry.text()}\n${await processRegistry().metrics()}`;
  }

  /** A store that does not answer must not hold up the figures: the result of a late look goes into a later scrape. */
  #look(): Promise<void> {
    this.#looking ??= this.#parts.sources
      .readiness()
      .then((readiness) => {
        this.#readiness = readiness;
      })
      .finally(() => {
        this.#looking = undefined;
      });
    return this.#looking;
  }
}
