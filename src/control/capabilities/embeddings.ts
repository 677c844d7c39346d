// Asks the operator's embedding endpoint for vectors, through the same egress as the requests of plugins: rules, addresses, deadline and caps are
// those of a plugin that may send POST to this one address. Control thread.

import type { FetchRequest, FetchResponse, Grants, HostRequestError } from '../../shared/protocol/capabilities.ts';
import { EMBEDDINGS_SCOPE, type EmbeddingAnswer, type EmbeddingRequest } from '../../shared/protocol/embeddings.ts';
import type { FetchScope } from './egress/fetch-context.ts';
import { ReplyFault, readReply, replyBytes } from './embeddings/reply.ts';
import type { Capabilities } from './host-calls.ts';
import type { CapabilityAnswer } from './refusal.ts';

/** Requests of one question: one is sent, and again if an idle connection was just closed. No redirect is followed. */
const MOST_REQUESTS = 2;
const REQUEST_BYTES = 1_000_000;
/** Statuses by which an endpoint refuses the texts themselves, such as one that is too long. */
const TEXT_STATUSES: readonly number[] = [400, 413, 422];

/** Never rejects for what the endpoint does. Limits: `timeoutMs`, and bytes by the number of texts. */
export const embed = async (request: EmbeddingRequest, egress: Capabilities['egress']): Promise<EmbeddingAnswer> => {
  const answer = await egress.fetch(fetchText(request), scopeOf(request));
  if (!answer.ok) return refused(whyNot(answer, request));
  const { status, body = '' } = JSON.parse(answer.text) as FetchResponse;
  if (status !== 200) return refused(`it answered with the status ${status}`, TEXT_STATUSES.includes(status));
  try {
    return { ok: true, ...readReply(body, request.texts.length) };
  } catch (error) {
    if (error instanceof ReplyFault) return refused(error.message);
    throw error;
  }
};

const refused = (why: string, isText = false): EmbeddingAnswer => ({ ok: false, why, isText });

const fetchText = ({ url, model, secret, texts }: EmbeddingRequest): string => {
  // A text may say {{secret.NAME}}, which the egress refuses in a body. The same JSON without those letters means the same.
  const body = JSON.stringify({ model, input: texts.map((text) => text.toWellFormed()), encoding_format: 'float' });
  const ask: FetchRequest = {
    url,
    method: 'POST',
    headers: [
      ['content-type', 'application/json'],
      ['accept', 'application/json'],
      ...(secret === '' ? [] : [['authorization', `Bearer {{secret.${secret}}}`] as const]),
    ],
    body: body.replaceAll(/secret\./gi, (word) => `${word.slice(0, -1)}\\u002e`),
    redirect: 'error',
  };
  return JSON.stringify(ask);
};

/** The rights of a plugin that may only send to this address, private or not, with this secret. */
const scopeOf = ({ url, secret, texts, timeoutMs }: EmbeddingRequest): FetchScope => {
  let sent = 0;
  return {
    pluginName: EMBEDDINGS_SCOPE,
    grants: grantsFor(new URL(url), secret),
    limits: {
      fetchMs: timeoutMs,
      fetchCalls: MOST_REQUESTS,
      fetchRequestBytes: REQUEST_BYTES,
      fetchResponseBytes: replyBytes(texts.length),
    },
    callerSecrets: {},
    signal: new AbortController().signal,
    admit: () => {
      sent += 1;
      return sent <= MOST_REQUESTS;
    },
    note: () => {},
  };
};

const grantsFor = ({ origin, pathname }: URL, secret: string): Grants => ({
  fetch: { requested: [{ origin, methods: ['POST'], path: pathname }], granted: [], grantedPrivate: [origin] },
  store: { scope: undefined, isGranted: false },
  secrets: {
    requested:
      secret === '' ? [] : [{ name: secret, origin, headers: ['authorization'], parameters: [], bodyMembers: [] }],
  },
  signing: { requested: [] },
});

/** The egress writes for authors of plugins, and names their limits. */
const whyNot = ({ text, failure }: CapabilityAnswer, { timeoutMs, texts }: EmbeddingRequest): string => {
  if (failure?.limit === 'fetchMs') return `it did not answer within ${timeoutMs} ms`;
  if (failure?.limit === 'fetchResponseBytes') return `its reply is larger than ${replyBytes(texts.length)} bytes`;
  return (JSON.parse(text) as HostRequestError).message;
};
