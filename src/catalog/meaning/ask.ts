// Asks the endpoint, with pauses after failures, and reports them. Front process, main thread.

import { Outage } from '../../shared/lifetime/outage.ts';
import type { EmbeddingAnswer, EmbeddingRequest } from '../../shared/protocol/embeddings.ts';
import type { Notice } from '../../shared/protocol/task.ts';

const WARN_EVERY_MS = 60_000;

/** What failed: the endpoint, what it was asked for, and why, without secrets and texts of callers. */
interface EndpointFailure {
  readonly origin: string;
  readonly asking: string;
  readonly why: string;
}

/** Reports of all who ask the endpoint. */
type Reports = Pick<Outage<EndpointFailure>, 'failed' | 'worked'>;

export const reportsTo = (onNotice: (notice: Notice) => void, nowMs?: () => number): Reports => {
  let failing = '';
  return new Outage<EndpointFailure>({
    // Each who asks has pauses of its own.
    pauseMs: 0,
    report: { everyMs: WARN_EVERY_MS },
    onFault: ({ origin, asking, why }, unreported) => {
      failing = origin;
      const more = unreported === 0 ? '' : `; it failed ${unreported} more times since the last warning`;
      const text = `the embedding endpoint ${origin} gave no vectors for ${asking}: ${why.replace(/\.$/, '')}${more}; what has no vector is ranked by words alone`;
      onNotice({ level: 'warn', text, fault: 'upstream' });
    },
    onMended: () => onNotice({ level: 'info', text: `the embedding endpoint ${failing} answers again` }),
    ...(nowMs && { nowMs }),
  });
};

/** Sends a request to the endpoint. May reject if the thread that sends is lost. */
export type Embed = (request: EmbeddingRequest) => Promise<EmbeddingAnswer>;

export type Endpoint = Pick<EmbeddingRequest, 'url' | 'model' | 'secret'>;

/** What an answer must keep to. */
export interface Expected {
  /** For the whole request, in milliseconds. */
  readonly timeoutMs: number;
  /** Numbers of the vectors that there are already; 0 if there are none. */
  readonly dimensions: number;
}

/** A service that starts again is not asked for 5 s after the third failure, and then twice as long each time. */
const newOutage = (): Outage => new Outage({ tolerated: 2, pauseMs: 5_000, longestPauseMs: 300_000 });

/** One kind of question to the endpoint: those of searches, or those of tools. Slow searches do not keep tools from getting their vectors. */
export class Asker {
  readonly #embed: Embed;
  readonly #reports: Reports;
  readonly #asking: string;
  #outage = newOutage();

  /** `asking`: what is asked for, for a warning. */
  constructor(embed: Embed, reports: Reports, asking: string) {
    this.#embed = embed;
    this.#reports = reports;
    this.#asking = asking;
  }

  /** Milliseconds until the endpoint may be asked; 0 for now. */
  get waitMs(): number {
    return this.#outage.waitMs;
  }

  /** Forgets the failures: the operator has changed something. */
  reset(): void {
    this.#outage = newOutage();
  }

  /** Resolves with what the endpoint answers, if that is as expected. Never rejects. */
  async ask(endpoint: Endpoint, texts: readonly string[], expected: Expected): Promise<EmbeddingAnswer> {
    const { timeoutMs, dimensions } = expected;
    const outage = this.#outage;
    const { url, model, secret } = endpoint;
    const asked = this.#embed({ url, model, secret, texts, timeoutMs });
    const answer = fitting(await this.#within(timeoutMs, asked), dimensions);
    if (outage !== this.#outage) return answer;
    // A caller chooses the text of a query: one that is refused says nothing about the endpoint.
    if (!answer.ok && answer.isText) return answer;
    if (answer.ok) {
      outage.worked();
      this.#reports.worked();
    } else this.failed(endpoint, answer.why);
    return answer;
  }

  failed(endpoint: Endpoint, why: string): void {
    this.#outage.failed(why);
    this.#reports.failed({ origin: new URL(endpoint.url).origin, asking: this.#asking, why });
  }

  /** The thread that sends has a deadline of its own, but may be busy. */
  async #within(timeoutMs: number, asked: Promise<EmbeddingAnswer>): Promise<EmbeddingAnswer> {
    const { promise: late, resolve } = Promise.withResolvers<EmbeddingAnswer>();
    const why = `it did not answer within ${timeoutMs} ms`;
    const timer = setTimeout(() => resolve({ ok: false, why, isText: false }), timeoutMs).unref();
    const lost = (): EmbeddingAnswer => ({ ok: false, why: 'the thread that asks it was lost', isText: false });
    const answer = await Promise.race([asked.catch(lost), late]);
    clearTimeout(timer);
    return answer;
  }
}

/** The model behind the name may be another one by now. */
const fitting = (answer: EmbeddingAnswer, dimensions: number): EmbeddingAnswer => {
  if (!answer.ok || dimensions === 0 || answer.dimensions === dimensions) return answer;
  const why = `its vectors have ${answer.dimensions} numbers, and those before had ${dimensions}; if the model has changed, restart the server`;
  return { ok: false, why, isText: false };
};
