// Chooses the variant of each library: the one for no platform, because the sandbox is none, or the one for browsers. Runs on the author's machine.
//
// A package is taken in its variant for browsers if it imports a module of Node, or if one that it uses does and cannot help itself. The choice is made for each
// package, because a variant for browsers may expect what a sandbox lacks, such as `document`: a library must not change because of another one beside it.
// The bundler knows one platform for each build, and empties files by a "browser" field only for browsers. So the build is one for browsers as soon as one
// package needs it, and all other packages are resolved by a second build, which is for no platform and makes nothing.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, type BuildResult, build, type OnResolveArgs, type Plugin, type PluginBuild } from 'esbuild';
import { packageFolderOf, packageNamed, packageOf } from './package-names.ts';

type Variant = Pick<BuildOptions, 'platform' | 'mainFields' | 'conditions'>;

const NEUTRAL: Variant = { platform: 'neutral', mainFields: ['module', 'main'] };
/** Only for this platform does esbuild apply a package's `"browser": {…}` map, which replaces or empties single files. */
const BROWSER: Variant = {
  platform: 'browser',
  mainFields: ['browser', 'module', 'main'],
  conditions: ['module', 'browser'],
};

interface Description {
  readonly browser?: unknown;
  readonly exports?: unknown;
  readonly dependencies?: unknown;
  readonly peerDependencies?: unknown;
  readonly optionalDependencies?: unknown;
}

const descriptionOf = (file = ''): Description => {
  const folder = packageFolderOf(file);
  const path = join(folder ?? '', 'package.json');
  return folder !== undefined && existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
};

/** True if the package of a file has a variant for browsers. */
export const hasBrowserVariant = (file: string | undefined): boolean => {
  const { browser, exports } = descriptionOf(file);
  return browser !== undefined || JSON.stringify(exports ?? '').includes('"browser":');
};

/** True if the package of a file says that it depends on a package of this name. */
export const dependsOn = (file: string, name: string): boolean => {
  const { dependencies, peerDependencies, optionalDependencies } = descriptionOf(file);
  return [dependencies, peerDependencies, optionalDependencies].some((one) => Object.hasOwn(Object(one), name));
};

/** True if the "browser" field of the package of a file replaces what the file imports. */
export const isReplaced = (specifier: string, importer: string | undefined): boolean => {
  const { browser } = descriptionOf(importer);
  return typeof browser === 'object' && browser !== null && Object.hasOwn(browser, specifier);
};

const isForBrowsers = ({ path, importer }: OnResolveArgs, inBrowser: ReadonlySet<string>): boolean => {
  const by = packageOf(importer) ?? '';
  const named = packageNamed(path);
  return inBrowser.has(named ?? by) || (inBrowser.has(by) && isReplaced(path, importer));
};

/** Resolves the imports of packages that are not `inBrowser` as for no platform. What cannot be resolved so is left to the bundler and its words. */
const neutralPackages = (inBrowser: ReadonlySet<string>, resolveNeutral: PluginBuild['resolve']): Plugin => ({
  name: 'neutral-packages',
  setup: ({ onResolve }) =>
    onResolve({ filter: /.*/, namespace: 'file' }, async (asked) => {
      const { path, kind, importer, resolveDir, namespace } = asked;
      const isOwn = packageOf(importer) === undefined && packageNamed(path) === undefined;
      if (kind === 'entry-point' || isOwn || isForBrowsers(asked, inBrowser)) return undefined;
      const { errors, warnings: _, ...found } = await resolveNeutral(path, { kind, importer, resolveDir, namespace });
      return errors.length === 0 ? found : undefined;
    }),
});

const WAITING = 'toolcell-waiting';

/** Calls `use` with the resolution of a build that is for no platform. */
const withNeutral = async <Result>(
  options: BuildOptions,
  use: (resolve: PluginBuild['resolve']) => Promise<Result>,
): Promise<Result> => {
  const ready = Promise.withResolvers<PluginBuild['resolve']>();
  const done = Promise.withResolvers<void>();
  const waiting: Plugin = {
    name: WAITING,
    setup: ({ onResolve, onLoad, resolve }) => {
      onResolve({ filter: new RegExp(`^${WAITING}$`) }, ({ path }) => ({ path, namespace: WAITING }));
      onLoad({ filter: /.*/, namespace: WAITING }, async () => {
        ready.resolve(resolve);
        await done.promise;
        return { contents: '' };
      });
    },
  };
  const resolving = build({ ...options, ...NEUTRAL, inject: [], entryPoints: [WAITING], plugins: [waiting] });
  try {
    return await use(await Promise.race([ready.promise, resolving.then(() => ready.promise)]));
  } finally {
    done.resolve();
    await resolving;
  }
};

/** A build in memory. */
export type MemoryBuild = BuildOptions & { readonly write: false; readonly metafile: true };

/** Builds with the packages `inBrowser` in their variants for browsers, and all others in those for no platform. */
export const buildWithVariants = (
  options: MemoryBuild,
  inBrowser: ReadonlySet<string>,
): Promise<BuildResult<MemoryBuild>> => {
  if (inBrowser.size === 0) return build<MemoryBuild>({ ...options, ...NEUTRAL });
  return withNeutral(options, (resolve) => {
    const plugins = [...(options.plugins ?? []), neutralPackages(inBrowser, resolve)];
    return build<MemoryBuild>({ ...options, ...BROWSER, plugins });
  });
};
