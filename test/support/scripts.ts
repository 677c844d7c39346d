// Sends scripts to a server in tests.

import { Agent, request } from 'node:http';
import { json } from 'node:stream/consumers';
import type { Failure } from '../../src/shared/protocol/errors.ts';
import type { ScriptReport } from '../../src/shared/protocol/script-report.ts';

/** A result with its report, or a problem document. */
export interface ScriptAnswer extends ScriptReport, Omit<Failure, 'script'> {
  readonly result: unknown;
  readonly fault: string;
  readonly retryable: boolean;
  readonly callId: string;
  readonly script: ScriptReport;
}

export interface ScriptOptions {
  readonly more?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** Sends a script to the server. The answer's body, of either kind. */
export const scriptSender =
  (url: string, path = '/mcp/runScript') =>
  async (code: string, { more = {}, headers = {}, signal }: ScriptOptions = {}) => {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ code, ...more }),
      ...(signal && { signal }),
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as ScriptAnswer };
  };

export type ScriptSender = ReturnType<typeof scriptSender>;

/** The same from another address of this machine: callers that nobody checks are told apart by it. */
export const scriptSenderFrom = (localAddress: string, url: string): ScriptSender => {
  const agent = new Agent({ localAddress });
  return (code, { more = {}, headers = {} } = {}) =>
    new Promise((resolve, reject) => {
      const sent = { 'content-type': 'application/json', ...headers };
      const outgoing = request(`${url}/mcp/runScript`, { method: 'POST', headers: sent, agent });
      outgoing.on('error', reject);
      outgoing.on('response', (incoming) => {
        const answered = new Headers(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
        json(incoming).then(
          (body) => resolve({ status: incoming.statusCode ?? 0, headers: answered, body: body as ScriptAnswer }),
          reject,
        );
      });
      outgoing.end(JSON.stringify({ code, ...more }));
    });
};

/** The result of `run_script`. */
export interface ScriptResult {
  readonly content: readonly { readonly type: string; readonly text: string }[];
  readonly structuredContent?: { readonly result: unknown };
  readonly isError?: boolean;
}

/** An answer over MCP, with what tests look at. */
export interface McpAnswer {
  readonly result: ScriptResult & {
    readonly tools?: readonly { readonly name: string; readonly description: string; readonly annotations: object }[];
  };
  readonly error?: { readonly code: number; readonly message: string };
}

/** Sends a request of MCP, of a revision before 2026-07-28. */
export const mcpSender =
  (url: string, headers: Readonly<Record<string, string>> = {}) =>
  async (path: string, method: string, params: object = {}): Promise<McpAnswer> => {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    return (await response.json()) as McpAnswer;
  };

const UNTIL_MS = 60_000;

/** Waits until it is so. Throws after a minute. */
export const until = async (isSo: () => boolean | Promise<boolean>, what: string): Promise<void> => {
  const lastMs = performance.now() + UNTIL_MS;
  while (!(await isSo())) {
    if (performance.now() > lastMs) throw new Error(`waited in vain until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};
