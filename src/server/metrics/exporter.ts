// Writes all figures as Prometheus text: those of the host, and by prom-client those of the process. Loaded only if `metrics.enabled` is set. Front process, main thread.

import { collectDefaultMetrics, Registry } from 'prom-client';
import type { CatalogSnapshot } from '../../catalog/model/snapshot.ts';
import type { Readiness } from '../../shared/protocol/task.ts';
import type { CallTotals } from './call-totals.ts';
import type { Sources } from './figures.ts';
import { hostText } from './host-text.ts';
import { LabelCap } from './label-cap.ts';

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

/** Parts of an exporter. */
export interface ExporterParts {
  readonly totals: CallTotals;
  readonly sources: Sources;
  /** Cordons that have figures of their own. */
  readonly names: number;
}

/** Makes one text at a time. Its timers keep no process alive. */
export class Exporter {
  readonly #parts: ExporterParts;
  readonly #cordonNames: LabelCap;
  #catalog: CatalogSnapshot | undefined;
  #readiness: Readiness | undefined;
  #looking: Promise<void> | undefined;
  #text: Promise<string> | undefined;

  constructor(parts: ExporterParts) {
    this.#parts = parts;
    this.#cordonNames = new LabelCap(parts.names);
    processRegistry();
  }

  /** The media type of {@link text}. */
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
    const { totals, sources } = this.#parts;
    this.#noteCatalog(sources.catalog(), totals);
    const ofHost = hostText({ totals, sources, readiness: this.#readiness, cordonNames: this.#cordonNames });
    return `${ofHost}\n${await processRegistry().metrics()}`;
  }

  /** Another catalog may have other tools and plugins, which need names. */
  #noteCatalog(catalog: CatalogSnapshot, totals: CallTotals): void {
    if (catalog === this.#catalog) return;
    this.#catalog = catalog;
    totals.renew();
    this.#cordonNames.renew();
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
