// Reads the configuration again while the server runs, checks it like at start, and decides which settings can change without a restart. A file
// with a problem changes nothing. Front process.

import type { Secret } from '../../shared/protocol/capabilities.ts';
import type { Limits } from '../../shared/protocol/limits.ts';
import type { Config, PluginOverride, SecretBinding } from '../config.ts';
import { type LoadedConfig, type LoadRequest, loadConfig } from '../load/load.ts';
import { type ExternalValues, loadExternalValues } from '../load/secrets.ts';
import { SETTING_BY_PATH, SETTINGS_SECTION } from '../settings.ts';
import { isSetting, type Section } from '../table/setting.ts';

/** The largest of these sized buffers at start. They can be lowered, and raised again up to that value. */
const MEASURED = [
  'argumentsBytes',
  'resultBytes',
  'fetchRequestBytes',
  'storeValueBytes',
] as const satisfies (keyof Config['limits'])[];

export type Update =
  | {
      readonly ok: true;
      readonly config: Config;
      readonly externalValues: ExternalValues;
      /** Paths of the settings that change. */
      readonly taken: readonly string[];
      /** Settings that differ from those at start and need a restart: each a path, or a path with the reason. */
      readonly waiting: readonly string[];
      readonly warnings: readonly string[];
    }
  | { readonly ok: false; readonly problems: readonly string[] };

export interface LiveConfigOptions extends LoadRequest {
  readonly loaded: LoadedConfig;
  readonly externalValues: ExternalValues;
}

/** Reads the configuration of a running server again, as often as it changes. */
export class LiveConfig {
  readonly #options: LiveConfigOptions;
  readonly #started: LoadedConfig;
  #config: Config;
  #externalValues: ExternalValues;
  readonly #commandSecrets: ReadonlyMap<string, Secret>;

  constructor(options: LiveConfigOptions) {
    this.#options = options;
    this.#started = options.loaded;
    this.#config = options.loaded.config;
    this.#externalValues = options.externalValues;
    const { secrets } = this.#config;
    this.#commandSecrets = new Map(
      options.externalValues.secrets
        .filter(({ name }) => secrets[name]?.command !== undefined)
        .map((one) => [one.name, one]),
    );
  }

  get config(): Config {
    return this.#config;
  }

  /**
   * Reads the file, and the variables and files that secrets come from. Commands are not run again, because they could block the server. Never
   * throws. The result is in force only after {@link accept}.
   */
  read(): Update {
    const { cwd, args = [], env = {} } = this.#options;
    const next = loadConfig({ cwd, args, env });
    if (!next.ok) return next;
    if (next.file === undefined && this.#started.file !== undefined)
      return { ok: false, problems: [`${this.#started.file}: the file is gone → put it back, or restart without it`] };
    const { kept, waiting: waitingSecrets, rest } = this.#commands(next.config.secrets);
    const read = loadExternalValues({ config: { ...next.config, secrets: rest }, sources: next.sources, env, cwd });
    if (!read.ok) return read;
    const { config, clamped } = this.#merged(next.config, { ...rest, ...kept.bindings });
    return {
      ok: true,
      config,
      externalValues: { ...this.#externalValues, secrets: [...read.externalValues.secrets, ...kept.secrets] },
      taken: [...SETTING_BY_PATH.keys()].filter((path) => differs(at(config, path), at(this.#config, path))),
      waiting: [...this.#waiting(next), ...clamped, ...waitingSecrets],
      warnings: read.warnings,
    };
  }

  /** Puts a configuration in force. */
  accept({ config, externalValues }: { readonly config: Config; readonly externalValues: ExternalValues }): void {
    this.#config = config;
    this.#externalValues = externalValues;
  }

  #waiting(next: LoadedConfig): readonly string[] {
    return [...SETTING_BY_PATH].flatMap(([path, { live }]) =>
      !live && differs(next.values[path], this.#started.values[path]) ? [path] : [],
    );
  }

  /** Secrets of commands keep the value that was read at start. New and changed ones need a restart. */
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
            Object.entries(tools).map(([tool, own]) => [tool, own.limits ? { limits: clamp(own.limits) } : own]),
          ),
        }),
      } satisfies PluginOverride,
    ]);
    const merged = withLive(SETTINGS_SECTION, started, next) as Config;
    const adminKeys = hasAdminApi(started) ? next.server.adminKeys : started.server.adminKeys;
    const config: Config = {
      ...merged,
      secrets,
      limits: clamp(next.limits),
      server: { ...merged.server, adminKeys },
      plugins: { ...merged.plugins, overrides: Object.fromEntries(overrides) },
    };
    if (!hasAdminApi(started) && differs(next.server.adminKeys, adminKeys))
      clamped.add('server.adminKeys (there was no admin API at start)');
    return { config, clamped: [...clamped] };
  }
}

type Values = Readonly<Record<string, unknown>>;

/** The values of `started`, with those of `next` for live settings. */
const withLive = (section: Section, started: Values, next: Values): Values =>
  Object.fromEntries(
    Object.entries(section).map(([name, entry]) => {
      if (!isSetting(entry)) return [name, withLive(entry, started[name] as Values, next[name] as Values)];
      return [name, (entry.live ? next : started)[name]];
    }),
  );

const hasAdminApi = ({ server }: Config): boolean => Object.keys(server.adminKeys).length > 0;

/** The highest value of a limit in `limits` and all overrides. */
const largestIn = (name: keyof Config['limits'], { limits, plugins }: Config): number =>
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
