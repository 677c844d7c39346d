// From a package of npm to the files of a plugin. Its code runs in the sandbox only; writes nothing. Decision 0066.

import { realpathSync } from 'node:fs';
import type { Manifest } from '../../../../packages/plugin/src/manifest.ts';
import { BundleRefused, shown } from '../../../catalog/model/refusal.ts';
import { LICENCES_FILE, librariesIn, licencesText } from '../../pack/licences.ts';
import type { Workbench } from '../../plugin/workbench.ts';
import { ImportRefused } from '../kind.ts';
import { type BuildMemory, buildMemory } from './build-memory.ts';
import { bundleServer, type InstalledPackage } from './bundle-server.ts';
import { type AskedServer, loadServer } from './describe-server.ts';
import type { FetchedPackage } from './fetch-package.ts';
import { type FinalBundle, finalBundle } from './final-bundle.ts';
import { type FoundInCode, foundInCode } from './found-in-code.ts';
import { environmentOf, type Learned, learn } from './learn.ts';
import { pluginNameOf } from './plugin-name.ts';
import { reachOf } from './reach.ts';
import { readmeText } from './readme.ts';
import { notesOfBlocked } from './refusals.ts';
import { chosen, type Selection, toolsFrom } from './tools.ts';
import { isSecretName } from './variable-names.ts';

export interface ServerOptions extends Selection {
  /** The plugin's name; after the package's if absent. */
  readonly pluginName: string | undefined;
  /** Variables with values. */
  readonly settings: Readonly<Record<string, string>>;
  /** Variables that are secrets, and the origin of each, if it was named. */
  readonly secrets: Readonly<Record<string, string | undefined>>;
  /** The words of the server's command line. */
  readonly args: readonly string[];
}

export interface ImportedServer {
  readonly manifest: Manifest;
  /** Name → text. */
  readonly files: Readonly<Record<string, string>>;
  readonly notes: readonly string[];
  readonly way: Pick<FinalBundle, 'sdk' | 'isAhead'>;
  /** Tools that the server lists, chosen or not. */
  readonly listedTools: number;
  readonly bundleBytes: number;
  readonly learned: Learned;
  /** Variables and origins that its code writes down, and that nothing asked for when it was tried. */
  readonly foundInCode: { readonly variables: readonly string[]; readonly origins: readonly string[] };
}

/** A fault of the package's code, in the words of an import. */
const refusalOf = (error: unknown): unknown => {
  if (!(error instanceof BundleRefused)) return error;
  const [first] = error.refusals;
  const more = error.refusals.length > 1 ? ` (and ${error.refusals.length - 1} more)` : '';
  return new ImportRefused(`${first?.where}: ${first?.reason}${more}`, first?.hint ?? 'run this server by itself');
};

/** A server that can be asked: with its own SDK, whose list is the right one. */
const askable = async (
  bench: Workbench,
  installed: InstalledPackage,
  { args }: ServerOptions,
  memory: BuildMemory,
): Promise<AskedServer> => {
  const parts = { isAhead: false, environment: {}, args, names: {}, structured: [], learns: true, memory };
  try {
    return await loadServer(bench, await bundleServer(installed, { ...parts, sdk: 'whole' }));
  } catch (error) {
    throw refusalOf(error);
  }
};

const notesOf = ({ unset, faults, requests }: Learned): readonly string[] => [
  ...(unset.length > 0
    ? [
        `it reads variables that have no value: ${unset
          .slice(0, 30)
          .map((name) => shown(name))
          .join(', ')}`,
      ]
    : []),
  ...(requests.length === 0 ? ['no tool sent a request when it was tried, so the plugin asks for no origin'] : []),
  ...faults.slice(0, 10).map(({ tool, fault }) => `${shown(tool)}, when it was tried: ${shown(fault, 200)}`),
];

/** Variables that the code writes down, and that the server did not read when it was tried. */
const unreadOf = ({ variables }: FoundInCode, { settings, secrets, unset }: Learned): readonly string[] =>
  variables.filter((name) => !Object.hasOwn(settings, name) && !secrets.includes(name) && !unset.includes(name));

const unreadNotes = (unread: readonly string[]): readonly string[] =>
  unread.length === 0
    ? []
    : [
        `variables found in its code, and not read when it was tried: ${unread.map((name) => (isSecretName(name) ? `${name} (a secret by its name)` : name)).join(', ')} → give those that it needs with --set or --secret`,
      ];

/** Imports an installed package. Rejects with ImportRefused for what is wrong with it. */
export const importServer = async (
  bench: Workbench,
  installed: FetchedPackage,
  options: ServerOptions,
): Promise<ImportedServer> => {
  const memory = buildMemory(realpathSync(installed.folder));
  const load = () => askable(bench, installed, options, memory);
  const given = { settings: options.settings, secrets: Object.keys(options.secrets) };
  const learned = await learn({ bench, load, memory, isWanted: (tools) => chosen(tools, options.only) }, given);
  const { tools, names, notes } = toolsFrom(learned.tools, options);
  const tried = chosen(learned.tools, options.only).map(({ name }) => name);
  const blockedNotes = notesOfBlocked(learned.blocked, tried);
  const wanted = learned.secrets.map((name) => ({
    name,
    origin: options.secrets[name],
    isNamed: Object.hasOwn(options.secrets, name),
  }));
  const serverNames = new Set(tools.map(({ name }) => (Object.hasOwn(names, name) ? String(names[name]) : name)));
  const must = { tools: learned.tools.filter(({ name }) => serverNames.has(name)), answered: learned.answered };
  const structured = tools.filter(({ outputSchema }) => outputSchema !== undefined).map(({ name }) => name);
  const parts = { environment: environmentOf(learned), args: options.args, names, structured, memory };
  const { bundle, ...way } = await finalBundle(bench, installed, parts, must).catch((error) => {
    throw refusalOf(error);
  });
  const found = foundInCode(bundle, realpathSync(installed.folder), installed.name);
  const reach = reachOf(learned.requests, wanted, found.addresses);
  const unread = unreadOf(found, learned);
  const manifest: Manifest = {
    name: options.pluginName ?? pluginNameOf(installed.name),
    version: installed.version,
    description: `The MCP server ${installed.name}${installed.source === undefined ? ' of npm' : ''}.`,
    entry: 'index.js',
    capabilities: reach.capabilities,
    importedFrom: {
      kind: 'npm',
      source: installed.source ?? installed.name,
      version: installed.version,
      ...(installed.integrity !== undefined && { integrity: installed.integrity }),
    },
    tools,
  };
  const libraries = await librariesIn(bundle.metafile, installed.folder);
  return {
    manifest,
    files: {
      'plugin.json': `${JSON.stringify(manifest, undefined, 2)}\n`,
      'index.js': bundle.code,
      'index.js.map': bundle.sourceMap,
      [LICENCES_FILE]: licencesText(libraries),
      'README.md': readmeText(manifest, {
        way,
        settings: Object.keys(learned.settings),
        unset: learned.unset,
        unread,
        written: reach.written,
      }),
    },
    notes: [...blockedNotes, ...reach.notes, ...notes, ...notesOf(learned), ...unreadNotes(unread)],
    way,
    listedTools: learned.tools.length,
    bundleBytes: bundle.code.length,
    learned,
    foundInCode: { variables: unread, origins: reach.written },
  };
};
