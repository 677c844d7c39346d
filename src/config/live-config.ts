// The configuration while the server runs: read again, checked like at start, and taken up as far as that is possible without a restart. Nothing of
// a file with a problem is taken up.

import type { Secret } from '../protocol/capabilities.ts';
import type { LimitName, Limits } from '../protocol/limits.ts';
import type { Config, PluginOverride, SecretBinding } from './config.ts';
import { type LoadedConfig, type LoadRequest, loadConfig } from './load.ts';
import { loadReach, type ReachParts } from './secrets.ts';
import { SETTING_BY_PATH } from './settings.ts';

/** Settings that new calls follow at once. All others wait for a restart. */
const LIVE =
  /^(grants|secrets|limits\..*|plugins\.(overrides|approve|listUngranted)|freshState|validateArguments|log\.level)$/;

/** Buffers were measured by the largest of these when the server started: they can be lowered, and raised again as far as that. */
const MEASURED = [
  'argumentsBytes',
  'resultBytes',
  'fetchRequestBytes',
  'storeValueBytes',
] as const satisfies LimitName[];

/** What a file that was read again comes to. */
export type Update =
  | {
      readonly ok: true;
      readonly config: Config;
      readonly reach: ReachParts;
      /** Settings that change with it, by path. */
      readonly taken: readonly string[];
      /** Settings that differ from those the server started with, and wait for a restart: each a path, or a path and why. */
      readonly waiting: readonly string[];
      readonly warnings: readonly string[];
    }
  | { readonly ok: false; readonly problems: readonly string[] };

export interface LiveConfigOptions extends LoadRequest {
  readonly loaded: LoadedConfig;
  readonly reach: ReachParts;
}

/** Reads the configuration of a running server again, as often as it changes. */
export class LiveConfig {
  readonly #options: LiveConfigOptions;
  readonly #started: LoadedConfig;
  #config: Config;
  #reach: ReachParts;
  readonly #commandSecrets: ReadonlyMap<string, Secret>;

  constructor(options: LiveConfigOptions) {
    this.#options = options;
    this.#started = options.loaded;
    this.#config = options.loaded.config;
    this.#reach = options.reach;
    const { secrets } = this.#config;
    this.#commandSecrets = new Map(
      options.reach.secrets.filter(({ name }) => secrets[name]?.command !== undefined).map((one) => [one.name, one]),
    );
  }

  /** What is in force. */
  get config(): Config {
    return this.#config;
  }

  /**
   * Reads the file, and the variables and files that secrets come from. Commands are not run again: they could hold the server up. Never throws.
   * The answer is not in force before {@link accept}.
   */
  read(): Update {
    const { cwd, args = [], env = {} } = this.#options;
    const next = loadConfig({ cwd, args, env });
    if (!next.ok) return next;
    if (next.file === undefined && this.#started.file !== undefined)
      return { ok: false, problems: [`${this.#started.file}: the file is gone → put it back, or restart without it`] };
    const { kept, waiting: waitingSecrets, rest } = this.#commands(next.config.secrets);
    const reach = loadReach({ config: { ...next.config, secrets: rest }, sources: next.sources, env, cwd });
    if (!reach.ok) return reach;
    const { config, clamped } = this.#merged(next.config, { ...rest, ...kept.bindings });
    return {
      ok: true,
      config,
      reach: { ...this.#reach, secrets: [...reach.reach.secrets, ...kept.secrets] },
      taken: [...SETTING_BY_PATH.keys()].filter(
        (path) => LIVE.test(path) && differs(at(config, path), at(this.#config, path)),
      ),
      waiting: [...this.#waiting(next), ...clamped, ...waitingSecrets],
      warnings: reach.warnings,
    };
  }

  /** From now on this is in force. */
  accept({ config, reach }: { readonly config: Config; readonly reach: ReachParts }): void {
    this.#config = config;
    this.#reach = reach;
  }

  #waiting(next: LoadedConfig): readonly string[] {
    return [...SETTING_BY_PATH.keys()].filter(
      (path) => !LIVE.test(path) && differs(next.values[path], this.#started.values[path]),
    );
  }

  /** Secrets of commands keep the value that was read at start; new and changed ones wait. */
  #commands(secrets: Config['secrets']) {
    const rest: Record<string, SecretBinding> = Object.create(null);
    const bindings: Record<string, SecretBinding> = Object.create(null);
    const kept: Secret[] = [];
    const waiting: string[] = [];
    for (const [name, binding] of Object.entries(secrets)) {
      const known = this.#commandSecrets.get(name);
      if (binding.command === undefined) rest[name] = binding;
      else if (known && !differs(binding, this.#started.config.secrets[name])) {
        bindings[name] = binding;
        kept.push(known);
      } else waiting.push(`secrets.${name}.command (commands are run at start only)`);
    }
    return { rest, kept: { bindings, secrets: kept }, waiting };
  }

  #merged(next: Config, secrets: Config['secrets']): { readonly config: Config; readonly clamped: readonly string[] } {
    const started = this.#started.config;
    const clamped = new Set<string>();
    const clamp = <Some extends Partial<Limits>>(limits: Some): Some => {
      const low: Record<string, number> = {};
      for (const name of MEASURED) {
        const most = largestIn(name, started);
        if ((limits[name] ?? 0) <= most) continue;
        low[name] = most;
        clamped.add(`limits.${name} above ${most}`);
      }
      return { ...limits, ...low };
    };
    const overrides = Object.entries(next.plugins.overrides).map(([name, { limits, tools, ...more }]) => [
      name,
      {
        ...more,
        ...(limits && { limits: clamp(limits) }),
        ...(tools && {
          tools: Object.fromEntries(
            Object.entries(tools).map(([tool, each]) => [tool, each.limits ? { limits: clamp(each.limits) } : each]),
          ),
        }),
      } satisfies PluginOverride,
    ]);
    const { approve, listUngranted } = next.plugins;
    const config: Config = {
      ...started,
      grants: next.grants,
      secrets,
      limits: clamp(next.limits),
      freshState: next.freshState,
      validateArguments: next.validateArguments,
      plugins: { ...started.plugins, approve, listUngranted, overrides: Object.fromEntries(overrides) },
      log: { ...started.log, level: next.log.level },
    };
    return { config, clamped: [...clamped] };
  }
}

/** The highest value that any override gives a limit. */
const largestIn = (name: LimitName, { limits, plugins }: Config): number =>
  Math.max(
    limits[name],
    ...Object.values(plugins.overrides).flatMap((plugin) => [
      plugin.limits?.[name] ?? 0,
      ...Object.values(plugin.tools ?? {}).map((tool) => tool.limits?.[name] ?? 0),
    ]),
  );

const at = (config: Config, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as Readonly<Record<string, unknown>>)[key], config);

const differs = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other);
