// A client of APIs that other people wrote, in a process of its own: it sends the request that it makes of a document and of arguments.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface Asked {
  readonly document: object;
  /** As the document writes it. */
  readonly pathName: string;
  readonly method: string;
  /** As the client names them: `query.limit`. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly type?: string;
  /** Members of the body that are files, as base64. */
  readonly files?: readonly string[];
  /** True: the body is base64. */
  readonly isBytes?: boolean;
  readonly secrets?: Readonly<Record<string, unknown>>;
}

export interface OthersClient {
  /** Sends the request. Rejects if the client could not make one. */
  send(asked: Asked): Promise<void>;
  close(): Promise<void>;
}

export const startOthersClient = (): OthersClient => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'peers/client.mjs')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async send(asked) {
      child.stdin.write(`${JSON.stringify(asked)}\n`);
      const { done, value } = await lines.next();
      if (done) throw new Error('the client ended');
      const { error } = JSON.parse(value) as { error?: string };
      if (error !== undefined) throw new Error(error);
    },
    async close() {
      const ended = once(child, 'exit');
      child.stdin.end();
      await ended;
    },
  };
};
