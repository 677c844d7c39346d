// The only network there is: sends a guest's requests, where its manifest asks and the operator grants, to addresses that were
// checked, and gives back what came, without secrets. Control thread.

import { isIP } from 'node:net';
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import { ByteBudget, type Holding } from '../../protocol/byte-budget.ts';
import type { Grants, Secret } from '../../protocol/capabilities.ts';
import type { Limits } from '../../protocol/limits.ts';
import { checkAddresses, connect, hostOf, type TlsParts } from './egress/connect.ts';
import { decompress, encodingsOf } from './egress/decompress.ts';
import { exchange, type LeavingRequest, LineLost, type RawResponse } from './egress/exchange.ts';
import { type AskedFetch, type Request, readFetchAsk } from './egress/fetch-ask.ts';
import { givenText } from './egress/given.ts';
import { Lines, type LineWant, type Opened } from './egress/lines.ts';
import { Names } from './egress/names.ts';
import { checkPlaces, filledHeaders, filledPath, KeyRing } from './egress/placeholders.ts';
import { locationOf, redirected } from './egress/redirects.ts';
import { answerOf, EgressRefusal, failed, noMoreBytes, overLimit, upstreamFailed } from './egress/refusal.ts';
import { leavingHeaders } from './egress/request-headers.ts';
import { checkRules, mayBePrivate } from './egress/rules.ts';
import { type Scrubber, scrubber, scrubText } from './egress/scrub.ts';
import { Term } from './egress/term.ts';
import { type CapabilityAnswer, HOST_FAULT } from './refusal.ts';

const MAX_REDIRECTS = 10;

/** What an egress is made with. */
export interface EgressOptions {
  /** `IP` or `IP:port`; the system's resolver where there are none. */
  readonly dnsServers: readonly string[];
  /** PEM texts trusted beside the system's. */
  readonly extraCas: readonly string[];
  readonly secrets: readonly Secret[];
  /** Bytes of responses that all plugins may have under way together; one plugin half of it. As many as there is room for if absent. */
  readonly heldBytes?: number;
}

/** What one request of a guest may do, and whom to tell of it. */
export interface FetchScope {
  readonly pluginName: string;
  readonly grants: Grants;
  readonly limits: Limits;
  /** Header in small letters → value. */
  readonly callerSecrets: Readonly<Record<string, string>>;
  /** The call's end, a hang-up, or the guest giving the question up. */
  readonly signal: AbortSignal;
  /** Told of every request that leaves, redirects included. Throws nothing. False where the call may send no more. */
  readonly admit: () => boolean;
  /** Adds to what the call has reached. */
  readonly note: (origin: string, requestBytes: number, responseBytes: number) => void;
}

/** What a request is carried out with. */
interface Errand {
  readonly scope: FetchScope;
  readonly term: Term;
  /** What has come for it so far. */
  readonly holding: Holding;
  readonly ring: KeyRing;
  /** Those that were asked so far. */
  readonly origins: Set<string>;
  /** What is asked now: method and origin. */
  target: string;
}

interface Settled {
  readonly request: Request;
  readonly raw: RawResponse;
  readonly hops: number;
}

/** Sends requests for guests. Connections are kept for a while, for each plugin its own. */
export class Egress {
  #secrets: readonly Secret[];
  readonly #names: Names;
  readonly #lines = new Map<string, Lines>();
  readonly #extraCas: readonly string[];
  readonly #held: ByteBudget;
  #secureContext: SecureContext | undefined;
  readonly #onFault: (text: string) => void;
  #isClosed = false;

  /** `onFault` is told of our own errors, without secrets. */
  constructor(
    { dnsServers, extraCas, secrets, heldBytes = Number.POSITIVE_INFINITY }: EgressOptions,
    onFault: (text: string) => void = () => {},
  ) {
    this.#onFault = onFault;
    this.#secrets = secrets;
    this.#extraCas = extraCas;
    this.#held = new ByteBudget(heldBytes);
    this.#names = new Names(dnsServers);
  }

  /**
   * Carries out the {@link FetchAsk} that `askText` holds. Never rejects for what a guest or a server did: the answer is then not ok.
   *
   * Limits: `fetchRequestBytes`, `fetchResponseBytes` (as sent and decompressed), `fetchMs` in all, 10 redirects, and with all others `heldBytes`.
   */
  async fetch(askText: string, scope: FetchScope): Promise<CapabilityAnswer> {
    const errand = this.#errand(scope);
    const { term, holding } = errand;
    try {
      term.check();
      const asked = readFetchAsk(askText, scope.limits.fetchRequestBytes);
      return { ok: true, text: await this.#answer(asked, errand) };
    } catch (error) {
      // A server may have written a secret into the address of a redirect, which a message names.
      if (error instanceof EgressRefusal) return cleaned(answerOf(error, errand.target), errand);
      const text = `A request of ${scope.pluginName} failed inside the host: ${stackOf(error)}`;
      this.#onFault(cleanBy(scrubber(errand.ring.values()), text));
      return HOST_FAULT;
    } finally {
      term.end();
      holding.release();
    }
  }

  /** Requests from now on may carry these, and no others. */
  useSecrets(secrets: readonly Secret[]): void {
    this.#secrets = secrets;
  }

  /** Closes what is idle; what is under way comes to its end, and closes then. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const lines of this.#lines.values()) lines.close();
  }

  #errand(scope: FetchScope): Errand {
    const own = this.#secrets.filter(({ plugin }) => plugin === scope.pluginName);
    const ring = new KeyRing(scope, own, scope.callerSecrets);
    const term = new Term(scope.signal, scope.limits.fetchMs);
    const holding = this.#held.open(scope.pluginName, () => term.giveUp(noMoreBytes()));
    return { scope, term, holding, ring, origins: new Set(), target: 'fetch' };
  }

  async #answer(asked: AskedFetch, errand: Errand): Promise<string> {
    const { scope, term, holding } = errand;
    const { request, raw, hops } = await this.#follow(asked, errand);
    const scrubber = scrubberFor(errand);
    const encodings = encodingsOf(raw);
    const isPlain = encodings.length === 0;
    const body = isPlain
      ? raw.body
      : await term.first(decompress(raw.body, encodings, scope.limits.fetchResponseBytes));
    scope.note(request.url.origin, 0, body.length);
    if (!isPlain) holding.hold(body.length);
    term.check();
    const cleanBody = scrubber ? await term.first(scrubber.scrubInTurns(body)) : body;
    const { method, url } = request;
    return givenText({ method, url: url.href, isRedirected: hops > 0, raw, body: cleanBody }, scrubber);
  }

  /** Sends the request, and what redirects make of it. */
  async #follow(asked: AskedFetch, errand: Errand): Promise<Settled> {
    const { redirect } = asked;
    let request: Request = { ...asked, headers: leavingHeaders(asked.headers) };
    for (let hops = 0; ; hops += 1) {
      const raw = await this.#send(request, hops === 0 ? (request.body?.length ?? 0) : 0, errand);
      const location = locationOf(raw.status, raw.headers);
      if (location === undefined || redirect === 'manual') return { request, raw, hops };
      if (redirect === 'error') throw failed(`${request.url.origin} redirects, which the request does not want.`);
      if (hops === MAX_REDIRECTS) throw upstreamFailed(`The request was redirected more than ${MAX_REDIRECTS} times.`);
      request = redirected(request, raw.status, clean(location, errand));
    }
  }

  /** `bodyBytes` of the request are counted: once, however often it is sent. */
  async #send(request: Request, bodyBytes: number, errand: Errand): Promise<RawResponse> {
    const { url, method, body } = request;
    const { scope, ring } = errand;
    errand.target = `${method} ${url.origin}`;
    errand.origins.add(url.origin);
    checkPlaces(request);
    checkRules(url, method, scope);
    const leaving: LeavingRequest = {
      origin: url.origin,
      method,
      path: filledPath(url, ring),
      headers: filledHeaders(request.headers, url.origin, ring),
      body,
    };
    admit(errand);
    try {
      return await this.#exchange(url, leaving, bodyBytes, errand);
    } catch (error) {
      if (!(error instanceof LineLost && error.isRepeatable)) throw error;
      admit(errand);
      return await this.#exchange(url, leaving, 0, errand);
    }
  }

  async #exchange(url: URL, leaving: LeavingRequest, bodyBytes: number, errand: Errand): Promise<RawResponse> {
    const { scope, term, holding } = errand;
    const lines = this.#linesOf(scope.pluginName);
    const want: LineWant = { origin: url.origin, mayBePrivate: mayBePrivate(url.origin, scope.grants) };
    const line = lines.ready(want) ?? (await lines.take(want, term, () => this.#open(url, lines, want, errand)));
    scope.note(url.origin, bodyBytes, 0);
    try {
      return await exchange(line, leaving, { most: scope.limits.fetchResponseBytes, holding, pace: lines.pace }, term);
    } finally {
      lines.release(line);
    }
  }

  async #open(url: URL, lines: Lines, want: LineWant, { scope, term }: Errand): Promise<Opened> {
    const host = hostOf(url);
    const addresses = isIP(host) > 0 ? [host] : await this.#names.addressesOf(host, scope.pluginName, term);
    const checked = checkAddresses(url, addresses, { mayBePrivate: want.mayBePrivate, pluginName: scope.pluginName });
    term.check();
    const { origin } = want;
    const tls: TlsParts = {
      secureContext: this.#trusted(),
      session: lines.sessionOf(origin),
      keepSession: (session) => lines.keepSession(origin, session),
    };
    return { socket: await connect({ url, checked, tls }, term), isPrivate: checked.isPrivate };
  }

  #linesOf(pluginName: string): Lines {
    let lines = this.#lines.get(pluginName);
    if (!lines) {
      const made = new Lines(() => {
        if (this.#lines.get(pluginName) === made) this.#lines.delete(pluginName);
      });
      if (this.#isClosed) made.close();
      this.#lines.set(pluginName, made);
      lines = made;
    }
    return lines;
  }

  /** Whose signatures count: made once, since there are many. */
  #trusted(): SecureContext {
    this.#secureContext ??= createSecureContext({
      minVersion: 'TLSv1.2',
      ...(this.#extraCas.length > 0 && { ca: [...getCACertificates('default'), ...this.#extraCas] }),
    });
    return this.#secureContext;
  }
}

/**
 * Finds the secrets that belong to the origins asked so far. No others: a server could else send guesses at a secret that it is never sent, and the plugin
 * see which of them is taken out.
 */
const scrubberFor = ({ ring, origins }: Errand): Scrubber | undefined => scrubber(ring.values(origins));

const cleanBy = (finder: Scrubber | undefined, text: string): string => (finder ? scrubText(text, finder) : text);

const clean = (text: string, errand: Errand): string => cleanBy(scrubberFor(errand), text);

/** Every text of an answer, the ones that the guest is not given included: log and caller may not see secrets either. */
const cleaned = (answer: CapabilityAnswer, errand: Errand): CapabilityAnswer => {
  const { failure, denial } = answer;
  return {
    ...withCleanTexts(answer, errand),
    ...(failure && { failure: withCleanTexts(failure, errand) }),
    ...(denial && { denial: withCleanTexts(denial, errand) }),
  };
};

const withCleanTexts = <Value extends object>(value: Value, errand: Errand): Value =>
  Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, typeof member === 'string' ? clean(member, errand) : member]),
  ) as Value;

const stackOf = (error: unknown): string => (error instanceof Error && error.stack) || String(error);

const admit = ({ scope, term }: Errand): void => {
  term.check();
  if (!scope.admit())
    throw overLimit(
      'fetchCalls',
      scope.limits.fetchCalls,
      `The call has sent all the requests it may (${scope.limits.fetchCalls}, fetchCalls).`,
    );
};
