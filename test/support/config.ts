// Writes plugins and a configuration for tests. Starts no process, so that unit tests may use it.

import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../../src/settings/config.ts';
import { operatorLimits } from '../../src/settings/limits.ts';
import { loadConfig } from '../../src/settings/load/load.ts';
import type { Json } from '../../src/shared/protocol/json.ts';
import type { Limits } from '../../src/shared/protocol/limits.ts';

/** A plugin of a test: its module, and for every tool the members that its entry in the manifest has in addition to the required ones. */
export interface TestPlugin {
  readonly source: string;
  readonly tools: Readonly<Record<string, { readonly [member: string]: Json }>>;
  /** Additional members of the manifest. */
  readonly manifest?: { readonly [member: string]: Json };
}

/** The settings that a test changes. */
export interface TestConfigOptions {
  readonly server?: Partial<Config['server']>;
  readonly limits?: Partial<Limits>;
  readonly pool?: Partial<Config['pool']>;
  readonly freshState?: Config['freshState'];
  readonly overrides?: Config['plugins']['overrides'];
  readonly grants?: Config['grants'];
  readonly egress?: Partial<Config['egress']>;
  /** Default: SQLite in a file that is removed at the end. */
  readonly store?: Partial<Config['store']>;
  readonly metrics?: Partial<Config['metrics']>;
  readonly throttling?: Partial<Config['throttling']>;
  readonly toolsets?: Config['discovery']['toolsets'];
  readonly metaTools?: boolean;
  readonly access?: Partial<Omit<Config['access'], 'oauth'>> & { readonly oauth?: Partial<Config['access']['oauth']> };
  readonly embeddings?: Partial<Config['discovery']['embeddings']>;
  /** Scripts run if these are given. */
  readonly scripts?: Partial<Config['scripts']>;
}

/** Limits that no test reaches unless it sets them. */
export const FAR_LIMITS: Partial<Limits> = {
  cpuMs: 10_000,
  wallMs: 20_000,
  queueMs: 20_000,
  memoryMb: 64,
  runnerRssMb: 512,
};

/** Writes the plugins' bundles into a folder, a new temporary one by default. */
export const writePlugins = (
  plugins: Readonly<Record<string, TestPlugin>>,
  folder = mkdtempSync(join(tmpdir(), 'toolcell-test-')),
): string => {
  for (const [name, { source, tools, manifest: more }] of Object.entries(plugins)) {
    mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, name, 'index.js'), source);
    const manifest = {
      name,
      version: '1.0.0',
      ...more,
      tools: Object.entries(tools).map(([tool, members]) => ({
        name: tool,
        description: `Test tool ${tool}.`,
        inputSchema: { type: 'object' },
        ...(members.contentBlocks === undefined && { outputSchema: {} }),
        ...members,
      })),
    };
    writeFileSync(join(folder, name, 'plugin.json'), JSON.stringify(manifest));
  }
  return folder;
};

/** Path of the store's file. It is not inside the plugins folder, because the host would read it as a bundle. */
export const storeFileOf = (folder: string): string => `${folder}.sqlite`;

/** The defaults with a free port, and with the changes in `options`. */
export const testConfig = (folder: string, options: TestConfigOptions = {}): Config => {
  const loaded = loadConfig({ cwd: folder, args: ['--port', '0', '--plugins', folder], env: {} });
  if (!loaded.ok) throw new Error(loaded.problems.join('\n'));
  const { config } = loaded;
  return {
    ...config,
    server: { ...config.server, ...options.server },
    limits: { ...config.limits, ...FAR_LIMITS, ...options.limits },
    // The default follows the memory of the machine.
    pool: { ...config.pool, runners: 16, ...options.pool },
    plugins: { ...config.plugins, overrides: options.overrides ?? config.plugins.overrides },
    grants: options.grants ?? config.grants,
    egress: { ...config.egress, ...options.egress },
    store: { ...config.store, file: storeFileOf(folder), ...options.store },
    metrics: { ...config.metrics, ...options.metrics },
    throttling: { ...config.throttling, ...options.throttling },
    discovery: {
      toolsets: options.toolsets ?? {},
      metaTools: options.metaTools ?? false,
      embeddings: { ...config.discovery.embeddings, ...options.embeddings },
    },
    ...(options.scripts && { scripts: { ...config.scripts, enabled: true, ...options.scripts } }),
    access: { ...config.access, ...options.access, oauth: { ...config.access.oauth, ...options.access?.oauth } },
    freshState: options.freshState ?? config.freshState,
  };
};

/** The limits of a tool of {@link testConfig}. */
export const testLimits = (): Limits => operatorLimits(testConfig('.'), '', '');
