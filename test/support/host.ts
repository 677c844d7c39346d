// Starts a real host for tests: writes plugins to a temporary folder, serves them on a free port, and calls them over HTTP.

import { rmSync } from 'node:fs';
import type { CallLogEntry } from '../../src/front/http/call-log.ts';
import { type Host, startHost } from '../../src/server/host.ts';
import type { HostOptions } from '../../src/server/host-options.ts';
import { readTraceSettings } from '../../src/server/traces/environment.ts';
import { type ExternalValues, NO_EXTERNAL_VALUES } from '../../src/settings/load/secrets.ts';
import type { Failure } from '../../src/shared/protocol/errors.ts';
import type { Json } from '../../src/shared/protocol/json.ts';
import type { GuestLogLine, Notice } from '../../src/shared/protocol/task.ts';
import { SHARED_CACHE } from './cache.ts';
import { definedMembers, untilLogged } from './call-log.ts';
import { storeFileOf, type TestConfigOptions, type TestPlugin, testConfig, writePlugins } from './config.ts';

export { FAR_LIMITS, type TestPlugin, testConfig, writePlugins } from './config.ts';

export interface TestHostOptions extends TestConfigOptions {
  readonly plugins: Readonly<Record<string, TestPlugin>>;
  readonly cores?: number;
  readonly bounds?: HostOptions['bounds'];
  readonly clockSkewMs?: number;
  /** Secrets and certificates. */
  readonly externalValues?: Partial<ExternalValues>;
  /** Variables `OTEL_…`. */
  readonly traceVariables?: Readonly<Record<string, string>>;
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
  /** Its plugins folder. */
  readonly folder: string;
  readonly url: string;
  readonly log: readonly CallLogEntry[];
  /** Lines that guests logged, in the order in which they arrived. */
  readonly guestLines: readonly (GuestLogLine & { readonly callId: string })[];
  /** The texts of these lines. */
  readonly guestLog: readonly string[];
  readonly notices: readonly Notice[];
  call(
    toolName: string,
    args?: object,
    signal?: AbortSignal,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer>;
  close(): Promise<void>;
}

/** OpenTelemetry's SDK reads the variables of the process when a host starts. */
const withVariables = async <Result>(
  variables: Readonly<Record<string, string>>,
  work: () => Promise<Result>,
): Promise<Result> => {
  Object.assign(process.env, variables);
  try {
    return await work();
  } finally {
    for (const name of Object.keys(variables)) delete process.env[name];
  }
};

/** Starts a host. Throws if it refuses a plugin. `close` ends it and removes its plugins. */
export const startTestHost = async (options: TestHostOptions): Promise<TestHost> => {
  const folder = writePlugins(options.plugins);
  const log: CallLogEntry[] = [];
  const notices: Notice[] = [];
  const guestLines: (GuestLogLine & { readonly callId: string })[] = [];
  const starting = () =>
    startHost({
      config: testConfig(folder, options),
      searchPath: process.env.PATH ?? '',
      ...SHARED_CACHE,
      triedOutAtStart: Number.POSITIVE_INFINITY,
      ...(options.bounds && { bounds: options.bounds }),
      ...(options.clockSkewMs !== undefined && { clockSkewMs: options.clockSkewMs }),
      ...(options.cores !== undefined && { cores: options.cores }),
      externalValues: { ...NO_EXTERNAL_VALUES, ...options.externalValues },
      ...(options.traceVariables && { traces: readTraceSettings(options.traceVariables) }),
      onNotice: (notice) => notices.push(notice),
      onCall: (entry) => log.push(definedMembers(entry)),
      onGuestLog: ({ callId }, lines) => guestLines.push(...lines.map((line) => ({ callId, ...line }))),
    });
  const host = await withVariables(options.traceVariables ?? {}, starting);
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
    folder,
    url: host.url,
    log,
    guestLines,
    notices,
    get guestLog() {
      return guestLines.map(({ text }) => text);
    },
    close,
    call: async (toolName, args = {}, signal, headers = {}) => {
      const answer = await callTool(host.url, toolName, args, signal, headers);
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
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> => {
  const startMs = performance.now();
  const response = await fetch(`${url}/mcp/callTool`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ toolName, arguments: args }),
    ...(signal ? { signal } : {}),
  });
  const body = (await response.json()) as Json;
  const code = response.ok ? undefined : (body as { code: Failure['code'] }).code;
  return { status: response.status, body, code, headers: response.headers, elapsedMs: performance.now() - startMs };
};
