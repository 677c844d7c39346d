// A keep-alive connection of one caller. Calls run one after the other; each is timed from its first byte to the last of its answer.

import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** The answer to a call. */
export interface Reply {
  /** `ok`, the failure's code, or `no_answer` if the connection ended without an answer. */
  readonly code: string;
  readonly body: string;
  readonly callId: string;
  /** Duration of the whole call for its caller, in milliseconds. */
  readonly elapsedMs: number;
  /** The part of it that the call waited for its turn, from `Server-Timing`. */
  readonly queueMs: number;
  /** The header `Retry-After` in milliseconds; 0 if it is absent. */
  readonly retryAfterMs: number;
}

/** Makes one call at a time over one connection. `close` must be called. */
export class Connection {
  readonly #url: string;
  readonly #headers: () => Readonly<Record<string, string>>;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  /** `headers` is asked before each call. */
  constructor(url: string, headers: () => Readonly<Record<string, string>> = () => ({})) {
    this.#url = `${url}/mcp/callTool`;
    this.#headers = headers;
  }

  /** Calls a tool. Never rejects: after `giveUpMs`, a call without an answer counts as `no_answer`. */
  async call(toolName: string, args: object, giveUpMs = 60_000): Promise<Reply> {
    const startMs = performance.now();
    try {
      const { response, body } = await this.#exchange(JSON.stringify({ toolName, arguments: args }), giveUpMs);
      return replyFrom(response, body, performance.now() - startMs);
    } catch (error) {
      const elapsedMs = performance.now() - startMs;
      return { code: 'no_answer', body: String(error), callId: '', elapsedMs, queueMs: 0, retryAfterMs: 0 };
    }
  }

  close(): void {
    this.#agent.destroy();
  }

  #exchange(bodyText: string, giveUpMs: number): Promise<{ response: IncomingMessage; body: string }> {
    const length = Buffer.byteLength(bodyText);
    const headers = { ...this.#headers(), 'Content-Type': 'application/json', 'Content-Length': length };
    return new Promise((resolve, reject) => {
      const sent = request(
        this.#url,
        { method: 'POST', agent: this.#agent, headers, signal: AbortSignal.timeout(giveUpMs) },
        (response) => text(response).then((body) => resolve({ response, body }), reject),
      );
      sent.on('error', reject);
      sent.end(bodyText);
    });
  }
}

const replyFrom = ({ statusCode, headers }: IncomingMessage, body: string, elapsedMs: number): Reply => ({
  code: statusCode === 200 ? 'ok' : codeIn(body),
  body,
  callId: String(headers['toolcell-call-id'] ?? ''),
  elapsedMs,
  queueMs: Number(/queue;dur=([\d.]+)/.exec(String(headers['server-timing']))?.[1] ?? 0),
  retryAfterMs: Number(headers['retry-after'] ?? 0) * 1_000,
});

const codeIn = (body: string): string => {
  try {
    return String((JSON.parse(body) as { code?: unknown }).code);
  } catch {
    return 'unreadable';
  }
};
