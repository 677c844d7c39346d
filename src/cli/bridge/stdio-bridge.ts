// Carries messages of MCP between a client's standard streams and a server's `/mcp`. It adds the headers of HTTP and knows which requests are open;
// everything else is between client and server.

import { fieldsOf, REVISION_HEADER, revisionIn, withListChanged } from './message-fields.ts';

export interface BridgeOptions {
  /** Address of `/mcp`, with its query. */
  readonly url: string;
  /** Sent with each request: a key, or a caller's own secrets. */
  readonly headers: Readonly<Record<string, string>>;
  /** Takes one message of the server. Resolves when there is room for the next one. */
  readonly write: (line: string) => Promise<void>;
  /** True: `announce` tells of changes, and the answer to a handshake says so. The server itself tells only clients that listen. */
  readonly announcesChanges?: boolean;
}

/** Characters of a line. A server's limit for bodies is lower by default. */
const MOST_LINE_CHARACTERS = 64_000_000;
const PARSE_ERROR = -32_700;
/** Of the codes that are free for servers. */
const UNREACHABLE = -32_000;
const INITIALIZE = 'initialize';
const CANCELLED = 'notifications/cancelled';
/** Its answer is a stream that ends only when the server does. */
const LISTEN = 'subscriptions/listen';
const LIST_CHANGED = '{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}';

interface OpenRequest {
  readonly method: string | undefined;
  readonly controller: AbortController;
}

/** One client and one server. `take` never rejects. */
export class StdioBridge {
  readonly #options: BridgeOptions;
  /** JSON text of the id → the request that is open. */
  readonly #open = new Map<string, OpenRequest>();
  readonly #working = new Set<Promise<void>>();
  /** The headers of requests that say nothing of themselves, after a handshake. */
  #afterHandshake: Readonly<Record<string, string>> = {};

  constructor(options: BridgeOptions) {
    this.#options = options;
  }

  /** Passes on one line of the client. */
  take(line: string): void {
    if (line.trim() === '') return;
    const work = this.#carry(line).finally(() => this.#working.delete(work));
    this.#working.add(work);
  }

  /** Tells the client that the list of tools may have changed, if there was a handshake. A client without one listens for it. */
  async announce(): Promise<void> {
    if (Object.keys(this.#afterHandshake).length > 0) await this.#options.write(LIST_CHANGED);
  }

  /** Ends streams of changes. Resolves when all other requests are answered. */
  async settled(): Promise<void> {
    for (const { method, controller } of this.#open.values()) if (method === LISTEN) controller.abort();
    while (this.#working.size > 0) await Promise.all(this.#working);
  }

  /** Gives up all requests that are open. */
  end(): void {
    for (const { controller } of this.#open.values()) controller.abort();
  }

  async #carry(line: string): Promise<void> {
    const fields = line.length > MOST_LINE_CHARACTERS ? undefined : fieldsOf(line);
    if (fields === undefined) return this.#fail('null', PARSE_ERROR, 'The line is not one JSON message of MCP.');
    const { idJson, method, cancelledId } = fields;
    if (method === CANCELLED) return void this.#open.get(cancelledId ?? '')?.controller.abort();
    const controller = new AbortController();
    if (idJson !== undefined) this.#open.set(idJson, { method, controller });
    try {
      await this.#send(line, { ...this.#afterHandshake, ...fields.headers }, idJson, controller.signal);
    } catch (error) {
      // A client that cancels a request expects no answer.
      if (controller.signal.aborted || idJson === undefined) return;
      const { cause, message } = error as Error & { readonly cause?: { readonly message?: string } };
      await this.#fail(idJson, UNREACHABLE, `The server cannot be reached: ${cause?.message || message}.`);
    } finally {
      if (idJson !== undefined) this.#open.delete(idJson);
    }
  }

  async #send(
    body: string,
    own: Readonly<Record<string, string>>,
    idJson: string | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    const { url, headers } = this.#options;
    const common = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const response = await fetch(url, {
      method: 'POST',
      body,
      signal,
      // A key must not follow a redirection to another server.
      redirect: 'manual',
      headers: { ...headers, ...common, ...own },
    });
    const type = response.headers.get('content-type') ?? '';
    if (type.startsWith('text/event-stream') && response.body !== null) {
      for await (const message of eventsOf(response.body)) await this.#pass(message, idJson);
      return;
    }
    const text = await response.text();
    if (idJson === undefined || text === '') return;
    if (type.startsWith('application/json') && text.startsWith('{"'))
      return this.#pass(text.replaceAll('\n', ' '), idJson);
    await this.#fail(idJson, UNREACHABLE, refusalIn(text, response.status));
  }

  /** Passes on a message of the server. The answer to a handshake names the revision of all later requests. */
  #pass(message: string, idJson: string | undefined): Promise<void> {
    if (idJson !== undefined && this.#open.get(idJson)?.method === INITIALIZE) {
      const revision = revisionIn(message);
      if (revision !== undefined) this.#afterHandshake = { [REVISION_HEADER]: revision };
      if (this.#options.announcesChanges === true) return this.#options.write(withListChanged(message));
    }
    return this.#options.write(message);
  }

  #fail(idJson: string, code: number, message: string): Promise<void> {
    return this.#options.write(`{"jsonrpc":"2.0","id":${idJson},"error":${JSON.stringify({ code, message })}}`);
  }
}

/** The data of each event of a stream, as it arrives. */
async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const part of body) {
    text += decoder.decode(part, { stream: true });
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      const data = event
        .split('\n')
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice('data:'.length).trimStart());
      if (data.length > 0) yield data.join('');
    }
  }
}

/** What a reply says that is no message: a problem document of the server, or a page of a proxy. */
const refusalIn = (text: string, status: number): string => {
  try {
    const { code, detail } = JSON.parse(text) as { readonly code?: unknown; readonly detail?: unknown };
    if (typeof code === 'string' && typeof detail === 'string') return `${code}: ${detail}`;
  } catch {
    // It is not JSON, so it is not the server's.
  }
  return `The server answered with status ${status} and no message of MCP.`;
};
