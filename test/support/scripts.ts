// Sends scripts to a server in tests.

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
  (url: string) =>
  async (code: string, { more = {}, headers = {}, signal }: ScriptOptions = {}) => {
    const response = await fetch(`${url}/mcp/runScript`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ code, ...more }),
      ...(signal && { signal }),
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as ScriptAnswer };
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
