// Runs a server of npm as its authors meant it: by Node, over standard streams. What it lists and answers is what an import has to give.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { FakeUpstream } from './upstream.ts';

type Fields = Record<string, unknown>;

export interface Oracle {
  /** All pages of its list. */
  listTools(): Promise<Fields[]>;
  /** The result of a call. Rejects with the server's error. */
  callTool(name: string, args: object): Promise<Fields>;
  close(): void;
}

export interface OracleOptions {
  /** The file that its command runs. */
  readonly main: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly upstream: FakeUpstream;
}

const HELLO = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'toolcell', version: '1.0.0' } };
const ANSWER_MS = 60_000;

/** Starts a server and greets it. */
export const startOracle = async ({ main, args, environment, upstream }: OracleOptions): Promise<Oracle> => {
  const home = mkdtempSync(join(tmpdir(), 'toolcell-oracle-'));
  const ca = join(home, 'ca.pem');
  writeFileSync(ca, upstream.ca);
  const child = spawn(process.execPath, ['--require', join(import.meta.dirname, 'redirect.cjs'), main, ...args], {
    cwd: home,
    env: {
      ...{ PATH: process.env.PATH, HOME: home, TMPDIR: process.env.TMPDIR, NODE_EXTRA_CA_CERTS: ca },
      ...{ FAKE_UPSTREAM_PORT: String(upstream.port), ...environment },
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let words = '';
  child.stderr.on('data', (part) => {
    words = (words + part).slice(-2_000);
  });
  const waiting = new Map<number, (message: Fields) => void>();
  const ended = new Promise<never>((_resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The server ended with code ${code}: ${words}`)));
  });
  ended.catch(() => {});
  createInterface({ input: child.stdout }).on('line', (line) => {
    try {
      const message = JSON.parse(line) as Fields;
      if (message.method === undefined) waiting.get(message.id as number)?.(message);
      else if (message.id !== undefined) send({ id: message.id, error: { code: -32601, message: 'Method not found' } });
    } catch {
      // A line of a log.
    }
  });
  const send = (message: Fields): void => void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  let asked = 0;
  const request = async (method: string, params: object): Promise<Fields> => {
    const id = asked++;
    const answered = new Promise<Fields>((resolve, reject) => {
      waiting.set(id, resolve);
      setTimeout(() => reject(new Error(`no answer to ${method}: ${words}`)), ANSWER_MS).unref();
    });
    send({ id, method, params });
    const { result, error } = (await Promise.race([answered, ended])) as { result?: Fields; error?: Fields };
    if (error) throw new Error(String(error.message));
    return result ?? {};
  };
  await request('initialize', HELLO);
  send({ method: 'notifications/initialized' });
  return {
    listTools: async () => {
      const tools: Fields[] = [];
      let cursor: unknown;
      do {
        const page = await request('tools/list', cursor === undefined ? {} : { cursor });
        tools.push(...(page.tools as Fields[]));
        cursor = page.nextCursor;
      } while (cursor !== undefined && cursor !== null);
      return tools;
    },
    callTool: (name, given) => request('tools/call', { name, arguments: given, _meta: { progressToken: 'call' } }),
    close: () => {
      child.kill('SIGKILL');
      rmSync(home, { recursive: true, force: true });
    },
  };
};
