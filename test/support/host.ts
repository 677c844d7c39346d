// A real host for tests: plugins written to a temporary folder, served on a free port, called over HTTP.

import { rmSync } from 'node:fs';
import { NO_REACH, type ReachParts } from '../../src/config/secrets.ts';
import { type Host, startHost } from '../../src/host.ts';
import type { CallLogEntry } from '../../src/http/call-log.ts';
import type { Failure } from '../../src/protocol/errors.ts';
import type { Json } from '../../src/protocol/json.ts';
import type { GuestLogLine } from '../../src/protocol/task.ts';
import { SHARED_CACHE } from './cache.ts';
import { told, untilLogged } from './call-log.ts';
import { storeFileOf, type TestConfigOptions, type TestPlugin, testConfig, writePlugins } from './config.ts';

export { FAR_LIMITS, type TestPlugin, testConfig, writePlugins } from './config.ts';

export interface TestHostOptions extends TestConfigOptions {
  readonly plugins: Readonly<Record<string, TestPlugin>>;
  readonly cores?: number;
  /** Secrets and certificates. */
  readonly reach?: Partial<ReachParts>;
}

export interface Answer {
  readonly status: number;
  readonly body: Json;
  /** Code of the failure, or undefined for a result. */
  readonly code: Failure['code'] | undefined;
  readonly headers: Headers;
  readonly elapsedMs: number;
}

export interface TestHost {
  readonly host: Host;
  readonly url: string;
  readonly log: readonly CallLogEntry[];
  /** What guests wrote, in the order it came. */
  readonly guestLines: readonly (GuestLogLine & { readonly callId: string })[];
  /** Its text. */
  readonly guestLog: readonly string[];
  call(toolName: string, args?: object, signal?: AbortSignal): Promise<Answer>;
  close(): Promise<void>;
}

/** Starts a host; `close` ends it and removes its plugins. */
export const startTestHost = async (options: TestHostOptions): Promise<TestHost> => {
  const folder = writePlugins(options.plugins);
  const log: CallLogEntry[] = [];
  const guestLines: (GuestLogLine & { readonly callId: string })[] = [];
  const host = await startHost({
    config: testConfig(folder, options),
    searchPath: process.env.PATH ?? '',
    ...SHARED_CACHE,
    ...(options.cores !== undefined && { cores: options.cores }),
    reach: { ...NO_REACH, ...options.reach },
    onCall: (entry) => log.push(told(entry)),
    onGuestLog: ({ callId }, lines) => guestLines.push(...lines.map((line) => ({ callId, ...line }))),
  });
  const close = async (): Promise<void> => {
    await host.close();
    rmSync(folder, { recursive: true });
    for (const ending of ['', '-wal', '-shm']) rmSync(storeFileOf(folder) + ending, { force: true });
  };
  if (host.catalog.refused.length > 0) {
    const refused = JSON.stringify(host.catalog.refused);
    await close();
    throw new Error(`refused: ${refused}`);
  }
  return {
    host,
    url: host.url,
    log,
    guestLines,
    get guestLog() {
      return guestLines.map(({ text }) => text);
    },
    close,
    call: async (toolName, args = {}, signal) => {
      const answer = await callTool(host.url, toolName, args, signal);
      await untilLogged(log, answer);
      return answer;
    },
  };
};

/** Calls a tool over HTTP. */
export const callTool = async (
  url: string,
  toolName: string,
  args: object = {},
  signal?: AbortSignal,
): Promise<Answer> => {
  const startMs = performance.now();
  const response = await fetch(`${url}/mcp/callTool`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ toolName, arguments: args }),
    ...(signal ? { signal } : {}),
  });
  const body = (await response.json()) as Json;
  const code = response.ok ? undefined : (body as { code: Failure['code'] }).code;
  return { status: response.status, body, code, headers: response.headers, elapsedMs: performance.now() - startMs };
};
