// Bundles the command of an installed package into one ES module whose exports call its tools. Runs on the author's machine; the package's files are read, and
// none of them runs.

import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Metafile, Plugin } from 'esbuild';
import { refused, shown } from '../../../catalog/model/refusal.ts';
import { type BundledEntry, bundleEntry } from '../../pack/bundle-entry.ts';
import type { BuildMemory } from './build-memory.ts';
import type { ProcessSettings } from './guest/process.ts';
import { ownPlaces } from './own-places.ts';
import { guestSource, type SdkChoice, standIns } from './stand-ins.ts';

/** A package below `node_modules` of a folder that npm filled. */
export interface InstalledPackage {
  /** A real path. */
  readonly folder: string;
  readonly name: string;
  readonly version: string;
}

export interface ServerBundleOptions {
  readonly sdk: SdkChoice;
  readonly memory: BuildMemory;
  /** True: the module is evaluated with the plugin's, so that it may be done ahead of a call. Not for a module that awaits. */
  readonly isAhead: boolean;
  readonly environment: ProcessSettings['environment'];
  readonly args: readonly string[];
  /** Name of a tool → its name on the server. */
  readonly names: Readonly<Record<string, string>>;
  /** Tools that have an output schema. */
  readonly structured: readonly string[];
  /** True: exports `describe` and `tryTool` for the importer, in place of `callTool` and `listedTools`. */
  readonly learns: boolean;
}

const ENTRY = 'index.js';

type Description = { readonly bin?: unknown; readonly main?: unknown; readonly exports?: unknown };

const descriptionOf = (folder: string): Description => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** The file that the package's command runs. Throws BundleRefused if there is none. */
export const mainFileOf = ({ folder, name }: InstalledPackage): string => {
  const at = join(folder, 'node_modules', name);
  const { bin, main } = descriptionOf(at);
  const bins = typeof bin === 'object' && bin !== null ? Object.values(bin) : [bin];
  const file = [...bins, main, 'index.js'].find((one) => typeof one === 'string') as string;
  const candidates = [file, `${file}.js`, join(file, 'index.js')].map((one) => join(at, one));
  const found = candidates.find((path) => existsSync(path) && /\.[cm]?js$/.test(path)) ?? candidates.find(existsSync);
  if (found !== undefined && realpathSync(found).startsWith(`${realpathSync(at)}/`)) return realpathSync(found);
  throw refused(shown(name), 'has no command that Node could run', 'name a package whose "bin" is an MCP server');
};

/** The server's own view of a file: below /plugin, wherever npm put it. */
export const guestPath = (folder: string, file: string): string =>
  `/plugin/${relative(folder, file).replaceAll('\\', '/')}`;

const quoted = (path: string): string => JSON.stringify(path);

const entryText = (main: string, options: ServerBundleOptions): string => {
  const { isAhead, learns, names, structured } = options;
  const load = isAhead ? '() => undefined' : `() => import(${quoted(main)})`;
  const program = `{ load, names: ${JSON.stringify(names)}, structured: ${JSON.stringify(structured)} }`;
  return [
    `import 'toolcell-configure';`,
    ...(isAhead ? [`import ${quoted(main)};`] : []),
    `import * as program from ${quoted(guestSource(learns ? 'learning.ts' : 'program.ts'))};`,
    `const load = ${load};`,
    ...(learns
      ? [
          'export const describe = (asked, context) => program.describe(load, asked, context);',
          'export const tryTool = (asked, context) => program.tryTool(load, asked, context);',
        ]
      : [
          `const server = ${program};`,
          'export const callTool = (args, context) => program.callTool(server, args, context);',
          'export const listedTools = (_, context) => program.listedTools(server, context);',
        ]),
  ].join('\n');
};

const configureText = (main: string, { environment, args }: ServerBundleOptions): string =>
  `import { configureProcess } from ${quoted(guestSource('process.ts'))};
configureProcess(${JSON.stringify({ environment, args, main })});`;

/** The texts that the importer writes itself. */
const writtenFiles = (entry: string, entryContents: string, configureContents: string): Plugin => ({
  name: 'import-entry',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /.*/ }, ({ path, kind }) => (kind === 'entry-point' && path === entry ? { path } : undefined));
    onResolve({ filter: /^toolcell-configure$/ }, () => ({ path: 'configure', namespace: 'toolcell-configure' }));
    const resolveDir = join(entry, '..');
    onLoad({ filter: /.*/, namespace: 'file' }, ({ path }) =>
      path === entry ? { contents: entryContents, resolveDir } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'toolcell-configure' }, () => ({ contents: configureContents, resolveDir }));
  },
});

export type ServerBundle = BundledEntry & { readonly metafile: Metafile };

/** Bundles the server of an installed package. Throws BundleRefused with the places of what cannot be in a tool. */
export const bundleServer = async (
  installed: InstalledPackage,
  options: ServerBundleOptions,
): Promise<ServerBundle> => {
  const { learns, memory } = options;
  const folder = realpathSync(installed.folder);
  const main = mainFileOf({ ...installed, folder });
  const entry = join(folder, ENTRY);
  const configure = configureText(guestPath(folder, main), options);
  const { plugin, answer } = await standIns(options.sdk, memory.answered, learns);
  const plugins = [
    writtenFiles(entry, entryText(main, options), configure),
    ownPlaces(folder, { guestPath, expect: memory.expect }),
    plugin,
  ];
  const inject = learns ? [guestSource('trial.ts')] : [];
  const program = guestSource(learns ? 'learning-program.ts' : 'process.ts');
  const { files, required, choice: remembered } = memory;
  const node = { environment: {}, files, required, program, isWatched: learns };
  return bundleEntry(folder, ENTRY, { isReadable: false, node, foreign: { plugins, inject, answer, remembered } });
};
