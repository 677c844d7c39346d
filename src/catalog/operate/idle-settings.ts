// Finds settings that name an unknown plugin, tool or origin. Most are slips, and they matter: a limit with a misspelt plugin name has no
// effect. Front process and command line; runs no plugin code.

import type { Manifest } from '../../../packages/plugin/src/manifest.ts';
import type { Config, PluginGrants, SecretBinding } from '../../settings/config.ts';
import { idleRules } from '../../settings/rules/idle-rules.ts';
import { ruledTools } from '../../settings/rules/rule.ts';
import { originCovers } from '../../shared/protocol/origins.ts';
import { nearest } from '../../shared/text/nearest.ts';
import { EMPTY_LOCK, type Lock } from '../lock/lock.ts';
import { requestedBy } from '../model/capabilities.ts';
import { shown } from '../model/refusal.ts';
import { type CatalogSnapshot, pluginNames } from '../model/snapshot.ts';
import type { Installed } from './list-installed.ts';

/** The plugins of a folder, as far as settings can name them. */
export interface KnownPlugins {
  /** Manifests of the plugins that serve or could serve. */
  readonly manifests: readonly Manifest[];
  /** Names of all plugins in the folder, refused and waiting ones too. */
  readonly names: readonly string[];
  readonly lock?: Lock;
}

/** The settings that name plugins, tools or origins. */
export type NamingConfig = Pick<Config, 'grants' | 'secrets' | 'access' | 'scripts'> & {
  readonly plugins: Pick<Config['plugins'], 'overrides'>;
  readonly pool: Pick<Config['pool'], 'cordons'>;
};

export const knownIn = (snapshot: CatalogSnapshot, lock?: Lock): KnownPlugins => ({
  manifests: snapshot.loaded.map(({ manifest }) => manifest),
  names: pluginNames(snapshot),
  ...(lock && { lock }),
});

/** The plugins of a folder that was only listed. The highest version of each counts. */
export const knownBy = ({ plugins, refused, lock }: Installed): KnownPlugins => ({
  manifests: plugins.flatMap(({ bundles }) => bundles[0]?.manifest ?? []),
  names: [...new Set([...plugins.map(({ name }) => name), ...refused.flatMap(({ pluginName }) => pluginName ?? [])])],
  lock,
});

/** One line for each setting without effect: the setting, what is wrong, what to do. Empty if there are none. */
export const idleSettings = (known: KnownPlugins, config: NamingConfig): readonly string[] => [
  ...overrideLines(known, config),
  ...cordonLines(known, config),
  ...Object.entries(config.grants).flatMap(([name, grants]) => grantLines(name, grants, known)),
  ...Object.entries(config.secrets).flatMap(([name, binding]) => secretLines(name, binding, known)),
  ...pinLines(known),
  ...idleRules(config.access, ruledTools(known.manifests, config.scripts)),
];

const line = (setting: string, wrong: string, fix: string): string => `${setting}: ${wrong} → ${fix}`;

/** A setting with the name that was probably meant, or the names that exist. */
const meant = (name: string, known: readonly string[], settingOf: (name: string) => string, none: string): string => {
  const [near] = nearest(name, known);
  if (near !== undefined) return `did you mean ${settingOf(near)}?`;
  return known.length === 0 ? none : `there are ${shown(known.join(', '), 300)}`;
};

const NO_PLUGIN = 'the plugins folder has no plugin; remove the setting, or add the plugin';

const unknownPlugin = (name: string, { names }: KnownPlugins, settingOf: (name: string) => string): string =>
  line(settingOf(name), 'there is no plugin of this name', meant(name, names, settingOf, NO_PLUGIN));

const overrideLines = (known: KnownPlugins, { plugins }: NamingConfig): readonly string[] =>
  Object.entries(plugins.overrides).flatMap(([name, { tools = {} }]) => {
    const settingOf = (each: string): string => `plugins.overrides.${each}`;
    if (!known.names.includes(name)) return [unknownPlugin(name, known, settingOf)];
    const manifest = known.manifests.find((each) => each.name === name);
    const toolNames = manifest?.tools.map((tool) => tool.name) ?? [];
    if (!manifest) return [];
    const toolSetting = (tool: string): string => `${settingOf(name)}.tools.${tool}`;
    return Object.keys(tools)
      .filter((tool) => !toolNames.includes(tool))
      .map((tool) =>
        line(toolSetting(tool), `${name} has no tool of this name`, meant(tool, toolNames, toolSetting, '')),
      );
  });

const cordonLines = (known: KnownPlugins, { pool }: NamingConfig): readonly string[] =>
  Object.entries(pool.cordons).flatMap(([cordon, members]) =>
    members
      .filter((name) => !known.names.includes(name))
      .map((name) =>
        line(
          `pool.cordons.${cordon}`,
          `there is no plugin "${name}"`,
          meant(name, known.names, (each) => JSON.stringify(each), NO_PLUGIN),
        ),
      ),
  );

const overlaps = (one: string, other: string): boolean => originCovers(one, other) || originCovers(other, one);

const grantLines = (name: string, grants: PluginGrants, known: KnownPlugins): readonly string[] => {
  const setting = `grants.${name}`;
  if (!known.names.includes(name)) return [unknownPlugin(name, known, (each) => `grants.${each}`)];
  const manifest = known.manifests.find((each) => each.name === name);
  if (!manifest) return [];
  const { fetch: asked, store } = requestedBy(manifest);
  const origins = asked.map(({ origin }) => origin);
  const idle = [...(grants.fetch ?? []), ...(grants.privateFetch ?? [])].filter(
    (pattern) => !origins.some((origin) => overlaps(origin, pattern)),
  );
  return [
    ...idle.map((pattern) =>
      line(
        setting,
        `the plugin does not ask for ${pattern}`,
        meant(pattern, origins, (each) => each, 'it asks for no origin; remove it'),
      ),
    ),
    ...(grants.store === true && store === undefined
      ? [line(`${setting}.store`, 'the plugin does not ask for the store', 'remove it')]
      : []),
  ];
};

const secretLines = (
  name: string,
  { plugin, origin = '', algorithms }: SecretBinding,
  known: KnownPlugins,
): readonly string[] => {
  // The checks of the configuration have found a use for it.
  if (plugin === undefined) return [];
  const setting = `secrets.${name}`;
  if (!known.names.includes(plugin)) {
    const fix = meant(plugin, known.names, (each) => JSON.stringify(each), NO_PLUGIN);
    return [line(`${setting}.plugin`, `there is no plugin "${plugin}"`, fix)];
  }
  const manifest = known.manifests.find((each) => each.name === plugin);
  if (!manifest) return [];
  if (algorithms !== undefined) {
    const names = requestedBy(manifest).signing.map((wish) => wish.name);
    if (names.includes(name)) return [];
    const advice = meant(name, names, (each) => `secrets.${each}`, 'it signs nothing; remove the secret');
    return [line(setting, `${plugin} does not ask to sign with ${name}`, advice)];
  }
  const origins = requestedBy(manifest).fetch.map((rule) => rule.origin);
  if (origins.some((asked) => originCovers(asked, origin))) return [];
  const fix = meant(origin, origins, (each) => each, 'it asks for no origin; remove the secret');
  return [line(`${setting}.origin`, `${plugin} does not ask for requests to ${origin}`, fix)];
};

/** Pins of plugins that are gone. A pin of a missing version is reported with the plugin's bundles instead. */
const pinLines = ({ names, lock = EMPTY_LOCK }: KnownPlugins): readonly string[] =>
  Object.entries(lock.plugins).flatMap(([name, { pinned }]) => {
    if (pinned === undefined || names.includes(name)) return [];
    const fix = `put that version back, or remove the entry "${name}"`;
    return [
      line(
        'toolcell.lock',
        `${name} is pinned to ${shown(pinned)}, and no version of it is in the plugins folder`,
        fix,
      ),
    ];
  });
