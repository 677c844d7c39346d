// Calls tools over HTTP as an agent does, and measures how long each answer takes.

import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';

export interface Answer {
  /** `ok`, the problem's code, `no_answer` if nothing came, or `broken_answer` if it was not an answer of Toolcell. */
  readonly code: string;
  /** The result of an `ok`. */
  readonly value?: unknown;
  readonly detail?: string;
  /** Milliseconds from the request to the answer, without the time that the call waited for a place. */
  readonly tookMs: number;
}

/** An agent that calls tools of one server. Close it, or its connections stay open. */
export class Caller {
  readonly #url: URL;
  readonly #agent: Agent;

  /** `keepAlive` is for a caller that calls all the time. A rare caller would use a connection that the server has just closed. */
  constructor(url: string, keepAlive: boolean) {
    this.#url = new URL('/mcp/callTool', url);
    this.#agent = new Agent({ keepAlive });
  }

  /** Calls a tool. Resolves with the answer, or with `no_answer` after `patienceMs`. Never rejects. */
  async call(toolName: string, args: unknown, patienceMs: number): Promise<Answer> {
    const startMs = performance.now();
    const elapsedMs = (): number => performance.now() - startMs;
    try {
      const reply = await this.#post(JSON.stringify({ toolName, arguments: args }), patienceMs);
      return { ...readReply(reply), tookMs: elapsedMs() - reply.queueMs };
    } catch (error) {
      return { code: 'no_answer', detail: error instanceof Error ? error.message : String(error), tookMs: elapsedMs() };
    }
  }

  close(): void {
    this.#agent.destroy();
  }

  #post(body: string, patienceMs: number): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
      const signal = AbortSignal.timeout(patienceMs);
      const outgoing = request(this.#url, { method: 'POST', headers, agent: this.#agent, signal });
      outgoing.on('error', reject);
      outgoing.on('response', (incoming) => {
        const status = incoming.statusCode ?? 0;
        const queueMs = Number(/queue;dur=([\d.]+)/.exec(String(incoming.headers['server-timing']))?.[1] ?? 0);
        text(incoming).then((content) => resolve({ status, queueMs, content }), reject);
      });
      outgoing.end(body);
    });
  }
}

interface Reply {
  readonly status: number;
  readonly queueMs: number;
  readonly content: string;
}

const readReply = ({ status, content }: Reply): Omit<Answer, 'tookMs'> => {
  try {
    const value: unknown = JSON.parse(content);
    if (status === 200) return { code: 'ok', value };
    const { code, detail } = value as { code?: unknown; detail?: unknown };
    if (typeof code === 'string') return { code, detail: String(detail) };
  } catch {
    // Answered below.
  }
  return { code: 'broken_answer', detail: `status ${status}: ${content.slice(0, 200)}` };
};
