// The only network there is: sends a guest's requests, if its manifest asks for them and the operator grants them, to
// addresses that were checked, and gives back what came, without secrets. Control thread. Decision 0015.
//
// Credentials of HTTP Basic are the only encoded text that a secret is put into. No field of the manifest asks for that: the header `authorization`
// may hold the secret anyway, the same server gets it, and libraries then work as they are. Rejected: `"as": "basic"` with a user name in the
// manifest, because user names come from arguments or are secrets too; decoding base64 wherever it stands, because callers send base64.
//
// In a body, a secret is the whole value of a field of a form or of a member at the top level of a JSON object, and the manifest names it. Text beside
// the placeholder is refused, and JSON is written anew, so that the server cannot read the body in a way that has the secret in another place.
// Rejected: filling in the text of a body wherever a placeholder stands, paths into JSON, other types, each of which servers read in their own ways.

import { ByteBudget } from '../../shared/protocol/byte-budget.ts';
import type { Secret } from '../../shared/protocol/capabilities.ts';
import type { TraceparentTo } from '../../shared/protocol/trace.ts';
import { Connections } from './egress/connections.ts';
import { Deadline } from './egress/deadline.ts';
import { decompress, encodingsOf } from './egress/decompress.ts';
import { cleaned, type FetchContext, type FetchScope, scrubberFor } from './egress/fetch-context.ts';
import { type FetchHostRequest, readFetchRequest } from './egress/fetch-request.ts';
import { givenText } from './egress/guest-response.ts';
import { KeyRing } from './egress/placeholders.ts';
import { answeredWith, answerOf, EgressRefusal, FIRST_ERROR, noMoreBytes } from './egress/refusal.ts';
import { scrubber, scrubText } from './egress/scrub.ts';
import { send } from './egress/send.ts';
import { type CapabilityAnswer, HOST_FAULT, stackOf } from './refusal.ts';

export interface EgressOptions {
  /** `IP` or `IP:port`; the system's resolver if there are none. */
  readonly dnsServers: readonly string[];
  /** PEM texts, trusted in addition to the system's. */
  readonly extraCas: readonly string[];
  readonly secrets: readonly Secret[];
  /** Bytes of responses that all plugins may have under way together; one plugin half of it. As many as there is room for if absent. */
  readonly heldBytes?: number;
  /** Which requests say to which trace they belong; none if absent. */
  readonly traceparent?: TraceparentTo;
}

/** Sends requests for guests. Connections are kept for a while, for each plugin its own. */
export class Egress {
  #secrets: readonly Secret[];
  readonly #connections: Connections;
  readonly #held: ByteBudget;
  readonly #onFault: (text: string) => void;
  readonly #traceparentTo: TraceparentTo;

  /** `onFault` is called with the host's own errors, without secrets. */
  constructor(
    { dnsServers, extraCas, secrets, heldBytes = Number.POSITIVE_INFINITY, traceparent = 'none' }: EgressOptions,
    onFault: (text: string) => void = () => {},
  ) {
    this.#onFault = onFault;
    this.#secrets = secrets;
    this.#traceparentTo = traceparent;
    this.#held = new ByteBudget(heldBytes);
    this.#connections = new Connections(dnsServers, extraCas);
  }

  /**
   * Carries out the {@link FetchRequest} that `requestText` holds. Never rejects for what a guest or a server did: the answer is then not ok.
   *
   * Limits: `fetchRequestBytes`, `fetchResponseBytes` (as sent and decompressed), `fetchMs` in all, 10 redirects, and with all others `heldBytes`.
   */
  async fetch(requestText: string, scope: FetchScope): Promise<CapabilityAnswer> {
    const context = this.#context(scope);
    const { deadline, holding } = context;
    try {
      deadline.check();
      const request = readFetchRequest(requestText, scope.limits.fetchRequestBytes);
      return { ok: true, ...(await this.#answer(request, context)) };
    } catch (error) {
      // A server may have written a secret into the address of a redirect, which a message names.
      if (error instanceof EgressRefusal) return cleaned(answerOf(error, context.target), context);
      const text = `A request of ${scope.pluginName} failed inside the host: ${stackOf(error)}`;
      this.#onFault(scrubText(text, scrubber(context.ring.values())));
      return HOST_FAULT;
    } finally {
      deadline.end();
      holding.release();
    }
  }

  useSecrets(secrets: readonly Secret[]): void {
    this.#secrets = secrets;
  }

  /** Closes idle connections now, and each other one when its request has ended. */
  async close(): Promise<void> {
    this.#connections.close();
  }

  #context(scope: FetchScope): FetchContext {
    // What the host signs with is sent nowhere.
    const own = this.#secrets.filter(
      ({ plugin, algorithms }) => plugin === scope.pluginName && algorithms === undefined,
    );
    const ring = new KeyRing(scope, own, scope.callerSecrets);
    const deadline = new Deadline(scope.signal, scope.limits.fetchMs);
    const holding = this.#held.open(scope.pluginName, () => deadline.giveUp(noMoreBytes()));
    const traceparentTo = this.#traceparentTo;
    return { scope, deadline, holding, ring, traceparentTo, origins: new Set(), target: 'fetch' };
  }

  async #answer(
    requested: FetchHostRequest,
    context: FetchContext,
  ): Promise<Pick<CapabilityAnswer, 'text' | 'failure'>> {
    const { scope, deadline, holding } = context;
    const { request, raw, hops } = await send(requested, context, this.#connections);
    const scrubber = scrubberFor(context);
    const encodings = encodingsOf(raw);
    const isPlain = encodings.length === 0;
    const body = isPlain
      ? raw.body
      : await deadline.first(decompress(raw.body, encodings, scope.limits.fetchResponseBytes));
    scope.note(request.url.origin, 0, body.length);
    if (!isPlain) holding.hold(body.length);
    deadline.check();
    const cleanBody = scrubber ? await deadline.first(scrubber.scrubInTurns(body)) : body;
    const { method, url } = request;
    const text = givenText({ method, url: url.href, isRedirected: hops > 0, raw, body: cleanBody }, scrubber);
    return { text, ...(raw.status >= FIRST_ERROR && { failure: answeredWith(raw.status) }) };
  }
}
