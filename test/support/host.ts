// A real host for tests: plugins written to a temporary folder, served on a free port, called over HTTP.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../../src/config/config.ts';
import { loadConfig } from '../../src/config/load.ts';
import { NO_REACH, type ReachParts } from '../../src/config/secrets.ts';
import { type Host, startHost } from '../../src/host.ts';
import type { CallLogEntry } from '../../src/http/call-log.ts';
import type { Failure } from '../../src/protocol/errors.ts';
import type { Json } from '../../src/protocol/json.ts';
import type { Limits } from '../../src/protocol/limits.ts';
import type { GuestLogLine } from '../../src/protocol/task.ts';

/** A plugin as a test writes it: its module, and for every tool what the manifest says beyond the least. */
export interface TestPlugin {
  readonly source: string;
  readonly tools: Readonly<Record<string, { readonly [member: string]: Json }>>;
  /** What the manifest says of the plugin as a whole. */
  readonly manifest?: { readonly [member: string]: Json };
}

export interface TestHostOptions {
  readonly plugins: Readonly<Record<string, TestPlugin>>;
  readonly limits?: Partial<Limits>;
  readonly pool?: Partial<Config['pool']>;
  readonly quarantine?: Partial<Config['quarantine']>;
  readonly validateArguments?: boolean;
  readonly freshState?: Config['freshState'];
  readonly overrides?: Config['plugins']['overrides'];
  readonly cores?: number;
  readonly grants?: Config['grants'];
  readonly egress?: Partial<Config['egress']>;
  /** SQLite in a file that is removed in the end, where absent. */
  readonly store?: Partial<Config['store']>;
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

/** Limits that no test should meet unless it sets them. */
export const FAR_LIMITS: Partial<Limits> = {
  cpuMs: 10_000,
  wallMs: 20_000,
  queueMs: 20_000,
  memoryMb: 64,
  runnerRssMb: 512,
};

/** Writes the plugins' bundles into a new temporary folder. */
export const writePlugins = (plugins: TestHostOptions['plugins']): string => {
  const folder = mkdtempSync(join(tmpdir(), 'toolcell-test-'));
  for (const [name, { source, tools, manifest: more }] of Object.entries(plugins)) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'index.js'), source);
    const manifest = {
      name,
      version: '1.0.0',
      ...more,
      tools: Object.entries(tools).map(([tool, members]) => ({
        name: tool,
        description: `Test tool ${tool}.`,
        inputSchema: { type: 'object' },
        outputSchema: {},
        ...members,
      })),
    };
    writeFileSync(join(folder, name, 'plugin.json'), JSON.stringify(manifest));
  }
  return folder;
};

/** Beside the plugins: what lies among them is taken for a bundle. */
const storeFileOf = (folder: string): string => `${folder}.sqlite`;

/** The defaults, with a free port, every plugin tried out at start, and what the options change. */
export const testConfig = (folder: string, options: Omit<TestHostOptions, 'plugins'> = {}): Config => {
  const loaded = loadConfig({ cwd: folder, args: ['--port', '0', '--plugins', folder], env: {} });
  if (!loaded.ok) throw new Error(loaded.problems.join('\n'));
  const { config } = loaded;
  return {
    ...config,
    limits: { ...config.limits, ...FAR_LIMITS, ...options.limits },
    pool: { ...config.pool, ...options.pool },
    plugins: { ...config.plugins, tryOutAtStart: 1_000, overrides: options.overrides ?? config.plugins.overrides },
    quarantine: { ...config.quarantine, ...options.quarantine },
    grants: options.grants ?? config.grants,
    egress: { ...config.egress, ...options.egress },
    store: { ...config.store, file: storeFileOf(folder), ...options.store },
    freshState: options.freshState ?? config.freshState,
    validateArguments: options.validateArguments ?? config.validateArguments,
  };
};

/** Starts a host; `close` ends it and removes its plugins. */
export const startTestHost = async (options: TestHostOptions): Promise<TestHost> => {
  const folder = writePlugins(options.plugins);
  const log: CallLogEntry[] = [];
  const guestLines: (GuestLogLine & { readonly callId: string })[] = [];
  const host = await startHost({
    config: testConfig(folder, options),
    searchPath: process.env.PATH ?? '',
    ...(options.cores !== undefined && { cores: options.cores }),
    reach: { ...NO_REACH, ...options.reach },
    onCall: (entry) => log.push(entry),
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
    call: (toolName, args = {}, signal) => callTool(host.url, toolName, args, signal),
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
