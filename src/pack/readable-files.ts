// Which files may become part of a bundle: those of the folder, those of packages, and Toolcell's own. Whoever packs a stranger's folder, or one with a
// stranger's library in it, must not find files of their own machine in the archive. Runs on the author's machine.

import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import type { Message, OnLoadResult, Plugin } from 'esbuild';
import { refused } from '../catalog/model/refusal.ts';
import type { Explained } from './import-faults.ts';
import { isOwnSource } from './own-sources.ts';

const PACKAGES = `${sep}node_modules${sep}`;
const PACKAGE_NAME = /^(?:@[^./\\][^/\\]*[/\\])?[^./\\][^/\\]*(?=[/\\])/;
const PACKAGE_FILE = /\.(?:[cm]?[jt]s|[jt]sx|json)$/;
const SCRIPT = /\.(?:[cm]?[jt]s|[jt]sx)$/;

/** What an author reads of such a file. */
export const OUTSIDE = 'lies outside the folder of the plugin, where packing reads nothing but packages';
const NOT_OF_PACKAGE = 'is no script and no JSON of a package';
const HINT = 'copy it into the folder, or install it as a package';

/** True for a real path below a real folder. */
export const isWithin = (folder: string, path: string): boolean => path.startsWith(folder + sep);

/** The real path of a file of the folder, which is real too; undefined if there is none. Throws BundleRefused for a link that leads out of the folder. */
export const realFileOf = (folder: string, name: string): string | undefined => {
  if (!existsSync(join(folder, name))) return undefined;
  const path = realpathSync(join(folder, name));
  if (isWithin(folder, path)) return path;
  throw refused(name, `is a link to what ${OUTSIDE}`, HINT);
};

/** A description of a package, unless it is a link to something else. */
const hasOwnDescription = (folder: string): boolean => {
  const path = join(folder, 'package.json');
  return existsSync(path) && dirname(realpathSync(path)) === folder;
};

/** Why the file at a real path may not be read; undefined if it may. `root` is the folder, and real. */
const faultOf = (path: string, root: string): string | undefined => {
  const at = path.lastIndexOf(PACKAGES);
  if (at < 0) return isWithin(root, path) && !hasForeignDescription(path, root) ? undefined : OUTSIDE;
  const packages = path.slice(0, at + PACKAGES.length);
  const [name] = PACKAGE_NAME.exec(path.slice(packages.length)) ?? [];
  const isOfPackage = name !== undefined && PACKAGE_FILE.test(path) && hasOwnDescription(packages + name);
  return isOfPackage ? undefined : NOT_OF_PACKAGE;
};

/** True if a package.json that counts for the file is a link to something else. */
const hasForeignDescription = (path: string, root: string): boolean => {
  for (let folder = dirname(path); folder.length >= root.length; folder = dirname(folder))
    if (existsSync(join(folder, 'package.json')) && !hasOwnDescription(folder)) return true;
  return false;
};

/**
 * The text of an author's script, so that no map that it names is read: a map names other files, and their text would lie in the bundle's own map. Undefined
 * if it names none. The last name counts, and this one is of an empty map. Scripts of packages are left to the bundler, which knows what of them
 * is empty in a browser; text that their maps name is kept out by source-names.ts.
 */
const withoutMap = (path: string): OnLoadResult | undefined => {
  if (!SCRIPT.test(path) || path.includes(PACKAGES)) return undefined;
  const text = readFileSync(path, 'utf8');
  if (!text.includes('sourceMappingURL=')) return undefined;
  return { contents: text + NO_MAP, loader: 'default' };
};

const NO_MAP = '\n//# sourceMappingURL=data:application/json,{}';

/** A source as its author wrote it. */
export const asWritten = (source: string): string =>
  source.endsWith(NO_MAP) ? source.slice(0, -NO_MAP.length) : source;

/** Lets the bundler read what may be read for the folder `root`, which is a real path, and `others`. */
export const readableFiles = (root: string, others: readonly string[] = []): Plugin => ({
  name: 'readable-files',
  setup: ({ onLoad }) =>
    onLoad({ filter: /.*/, namespace: 'file' }, ({ path }) => {
      // What a package's "browser" field empties is asked for too, by a name that may be no file's.
      if (isOwnSource(path) || others.includes(path) || !existsSync(path)) return undefined;
      const real = realpathSync(path);
      const reason = faultOf(real, root);
      return reason === undefined ? withoutMap(real) : { errors: [{ text: reason, detail: OUTSIDE }] };
    }),
});

/** Reason and hint for such a file; undefined for another fault. */
export const explainUnreadable = ({ text, detail, location }: Message): Explained | undefined => {
  if (detail !== OUTSIDE) return undefined;
  if (!location) return { reason: `it ${text}`, hint: HINT };
  const { lineText, column, length } = location;
  return { reason: `imports ${Buffer.from(lineText).subarray(column, column + length)}, which ${text}`, hint: HINT };
};
