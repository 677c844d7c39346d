// Plugins and a configuration for tests. Starts nothing, so that unit tests may use it.

import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../../src/config/config.ts';
import { loadConfig } from '../../src/config/load.ts';
import type { Json } from '../../src/protocol/json.ts';
import type { Limits } from '../../src/protocol/limits.ts';

/** A plugin as a test writes it: its module, and for every tool what the manifest says beyond the least. */
export interface TestPlugin {
  readonly source: string;
  readonly tools: Readonly<Record<string, { readonly [member: string]: Json }>>;
  /** What the manifest says of the plugin as a whole. */
  readonly manifest?: { readonly [member: string]: Json };
}

/** What a test changes of the configuration. */
export interface TestConfigOptions {
  readonly server?: Partial<Config['server']>;
  readonly limits?: Partial<Limits>;
  readonly pool?: Partial<Config['pool']>;
  readonly quarantine?: Partial<Config['quarantine']>;
  readonly validateArguments?: boolean;
  readonly freshState?: Config['freshState'];
  readonly overrides?: Config['plugins']['overrides'];
  readonly grants?: Config['grants'];
  readonly egress?: Partial<Config['egress']>;
  /** SQLite in a file that is removed in the end, where absent. */
  readonly store?: Partial<Config['store']>;
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
export const writePlugins = (plugins: Readonly<Record<string, TestPlugin>>): string => {
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

/** The store's file lies beside the folder: a file inside it would be read as a bundle. */
export const storeFileOf = (folder: string): string => `${folder}.sqlite`;

/** With it, hosts of tests listen in so many threads. */
const THREADS = Number(process.env.TOOLCELL_TEST_THREADS ?? 1);

/** The defaults, with a free port, every plugin tried out at start, and what the options change. */
export const testConfig = (folder: string, options: TestConfigOptions = {}): Config => {
  const loaded = loadConfig({ cwd: folder, args: ['--port', '0', '--plugins', folder], env: {} });
  if (!loaded.ok) throw new Error(loaded.problems.join('\n'));
  const { config } = loaded;
  return {
    ...config,
    server: { ...config.server, threads: THREADS, ...options.server },
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
