// The package.json of a new plugin, which makes its files ES modules for Node and editors, and leads an editor to Toolcell's types.
//
// If no package with them is installed in the folder or above it, as with a program that was installed globally, a link leads to this program's own. npm
// keeps the link if the package.json has it, and fetches nothing for it.

import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export type Language = 'javascript' | 'typescript';

export const DESCRIPTION = 'package.json';

/** The package of types that the templates name. */
const SDK = '@toolcell/plugin';
/** The host's package, which has the same files. */
const HOST_PACKAGE = 'toolcell';
const HOST_TYPES = 'dist/types/tsconfig.json';

const PROGRAM = fileURLToPath(new URL('../../../', import.meta.url));

interface Described {
  /** The package.json. */
  readonly text: string;
  /** Names the types by the package that is found from the folder. Packing knows both names. */
  readonly withFoundTypes: (source: string) => string;
}

/** Describes the plugin in a folder that exists, and links a package of types in TypeScript if none is found from there. */
export const describePackage = (
  folder: string,
  { name, language }: { readonly name: string; readonly language: Language },
): Described => {
  const installed = installedTypes(folder);
  const linked = installed === undefined && language === 'typescript' ? linkTypes(folder) : undefined;
  const own = { name, private: true, type: 'module', ...(linked && { devDependencies: linked.dependency }) };
  const isHosts = (installed ?? linked?.name) === HOST_PACKAGE;
  return {
    text: `${JSON.stringify(own, undefined, 2)}\n`,
    withFoundTypes: (source) =>
      isHosts
        ? source
            .replaceAll(`'${SDK}'`, `'${HOST_PACKAGE}/plugin'`)
            .replaceAll(`${SDK}/tsconfig`, `${HOST_PACKAGE}/tsconfig`)
        : source,
  };
};

/** The package with types that is installed in `folder` or above it. */
const installedTypes = (folder: string): string | undefined => {
  if (isInstalled(`${SDK}/${DESCRIPTION}`, folder)) return SDK;
  return isInstalled(`${HOST_PACKAGE}/${HOST_TYPES}`, folder) ? HOST_PACKAGE : undefined;
};

/** True if `file`, which begins with the name of a package, is installed in `folder` or above it. */
const isInstalled = (file: string, folder: string): boolean =>
  existsSync(join(folder, 'node_modules', file)) || (folder !== dirname(folder) && isInstalled(file, dirname(folder)));

/** Links the types that came with this program: those of its package, or those of a checkout. Undefined if the system allows no link. */
const linkTypes = (folder: string): { readonly name: string; readonly dependency: object } | undefined => {
  const isPackage = existsSync(join(PROGRAM, HOST_TYPES));
  const [name, target] = isPackage ? [HOST_PACKAGE, PROGRAM] : [SDK, join(PROGRAM, 'packages/plugin')];
  const link = join(folder, 'node_modules', name);
  try {
    mkdirSync(dirname(link), { recursive: true });
    // On Windows, everybody may make a junction.
    symlinkSync(target, link, 'junction');
  } catch {
    return undefined;
  }
  return { name, dependency: { [name]: `file:${relative(folder, target).split(sep).join('/')}` } };
};
