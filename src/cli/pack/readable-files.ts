// Decides which files may become part of a bundle: those of the folder, those of packages and of the folder's workspace, and Toolcell's own. A stranger's folder or library must not
// bring files of the packer's machine into the archive. Runs on the author's machine.

import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import type { Message, OnLoadResult, Plugin } from 'esbuild';
import { refused } from '../../catalog/model/refusal.ts';
import type { Explained } from './import-faults.ts';
import { isOwnSource } from './own-sources.ts';
import { type Workspace, workspaceOf } from './workspace.ts';

const PACKAGES = `${sep}node_modules${sep}`;
const PACKAGE_NAME = /^(?:@[^./\\][^/\\]*[/\\])?[^./\\][^/\\]*(?=[/\\])/;
const PACKAGE_FILE = /\.(?:[cm]?[jt]s|[jt]sx|json)$/;
const SCRIPT = /\.(?:[cm]?[jt]s|[jt]sx)$/;

const isOwnScript = (path: string): boolean => SCRIPT.test(path) && !path.includes(PACKAGES);

/** Reason that an author reads for a file outside. */
export const OUTSIDE =
  'lies outside the folder of the plugin; packing reads only packages from there, and those of its workspace';
const NOT_OF_PACKAGE = 'is not a script or JSON file of a package';
const HINT =
  'copy it into the folder, or install it as a package; in a workspace of npm, pnpm or yarn, "workspaces" has to list both folders';

/** True for a real path below a real folder. */
export const isWithin = (folder: string, path: string): boolean => path.startsWith(folder + sep);

/** The real path of a file in `folder`, which is a real path; undefined if it does not exist. Throws BundleRefused for a link out of the folder. */
export const realFileOf = (folder: string, name: string): string | undefined => {
  if (!existsSync(join(folder, name))) return undefined;
  const path = realpathSync(join(folder, name));
  if (isWithin(folder, path)) return path;
  throw refused(name, `is a link to a file that ${OUTSIDE}`, HINT);
};

/** True if a package's package.json is not a link to something else. */
const hasOwnDescription = (folder: string): boolean => {
  const path = join(folder, 'package.json');
  return existsSync(path) && dirname(realpathSync(path)) === folder;
};

/** Why the file at a real path may not be read; undefined if it may. `root` is the folder's real path. */
const faultOf = (path: string, root: string, workspace: Workspace | undefined): string | undefined => {
  const at = path.lastIndexOf(PACKAGES);
  if (at < 0) {
    if (isWithin(root, path)) return hasForeignDescription(path, root) ? OUTSIDE : undefined;
    return workspace ? faultInWorkspace(path, workspace) : OUTSIDE;
  }
  const packages = path.slice(0, at + PACKAGES.length);
  const [name] = PACKAGE_NAME.exec(path.slice(packages.length)) ?? [];
  const isOfPackage = name !== undefined && PACKAGE_FILE.test(path) && hasOwnDescription(packages + name);
  return isOfPackage ? undefined : NOT_OF_PACKAGE;
};

const faultInWorkspace = (path: string, workspace: Workspace): string | undefined => {
  const folder = workspace.packageOf(path);
  if (folder === undefined || hasForeignDescription(path, folder)) return OUTSIDE;
  return PACKAGE_FILE.test(path) ? undefined : NOT_OF_PACKAGE;
};

/** True if a package.json that applies to the file is a link to something else. */
const hasForeignDescription = (path: string, root: string): boolean => {
  for (let folder = dirname(path); folder.length >= root.length; folder = dirname(folder))
    if (existsSync(join(folder, 'package.json')) && !hasOwnDescription(folder)) return true;
  return false;
};

/**
 * The text of an author's script with an empty source map appended, so that the bundler reads no map that the script names: a map names other files, and
 * their text would get into the bundle's own map. The last name of a map counts. Undefined if the script names none. Packages' scripts are left to the
 * bundler, which knows which of them are empty in a browser; source-names.ts keeps out text that their maps name.
 */
const withoutMap = (path: string): OnLoadResult | undefined => {
  const text = readFileSync(path, 'utf8');
  if (!text.includes('sourceMappingURL=')) return undefined;
  return { contents: text + NO_MAP, loader: 'default' };
};

const NO_MAP = '\n//# sourceMappingURL=data:application/json,{}';

/** A source as its author wrote it. */
export const asWritten = (source: string): string =>
  source.endsWith(NO_MAP) ? source.slice(0, -NO_MAP.length) : source;

/** Plugin that lets the bundler read only the permitted files of the folder `root`, a real path, and `others`. `load` is given the author's scripts. */
export const readableFiles = (
  root: string,
  others: readonly string[] = [],
  load: (path: string) => Promise<OnLoadResult> | OnLoadResult | undefined = withoutMap,
): Plugin => ({
  name: 'readable-files',
  setup: ({ onLoad }) => {
    const workspace = workspaceOf(root);
    onLoad({ filter: /.*/, namespace: 'file' }, ({ path }) => {
      // The bundler also asks for modules that a package's "browser" field empties, by names that may be no files.
      if (isOwnSource(path) || others.includes(path) || !existsSync(path)) return undefined;
      const real = realpathSync(path);
      const reason = faultOf(real, root, workspace);
      if (reason !== undefined) return { errors: [{ text: reason, detail: OUTSIDE }] };
      return isOwnScript(real) ? load(real) : undefined;
    });
  },
});

/** Reason and hint for a file that may not be read; undefined for another fault. */
export const explainUnreadable = ({ text, detail, location }: Message): Explained | undefined => {
  if (detail !== OUTSIDE) return undefined;
  if (!location) return { reason: `it ${text}`, hint: HINT };
  const { lineText, column, length } = location;
  return { reason: `imports ${Buffer.from(lineText).subarray(column, column + length)}, which ${text}`, hint: HINT };
};
