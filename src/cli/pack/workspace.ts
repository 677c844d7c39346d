// Finds the workspace of npm, pnpm or yarn that a plugin's folder belongs to. Packing reads the workspace's packages as it reads the folder: workspaces
// link their packages, and whoever wrote "workspaces" has said that they belong together. Runs on the author's machine.
//
// A folder is in a workspace only if a package.json or pnpm-workspace.yaml above it says so, in patterns that lead to it. The plugin's own folder cannot make
// itself one. Of a workspace, only files of its packages are read, and never a file above its root.

import { existsSync, globSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

export interface Workspace {
  /** A real path. */
  readonly root: string;
  /** The real folder of the package that a file at a real path belongs to; undefined if it is of none. */
  readonly packageOf: (path: string) => string | undefined;
  /** Real folders of all packages, sorted; at most {@link MOST_PACKAGES}. */
  readonly packages: () => readonly string[];
}

const DESCRIPTION = 'package.json';
const PNPM_FILE = 'pnpm-workspace.yaml';
/** Files that describe a workspace are short. */
const MOST_BYTES = 1_000_000;
const MOST_PATTERNS = 200;
const MOST_PACKAGES = 500;

/** The text of a file that lies in `folder` itself, and is not a link to elsewhere. */
const ownText = (folder: string, name: string): string | undefined => {
  const path = join(folder, name);
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats?.isFile() || stats.size > MOST_BYTES || dirname(realpathSync(path)) !== folder) return undefined;
  return readFileSync(path, 'utf8');
};

/** Patterns of a package.json: a list, or an object of yarn with the list under `packages`. */
const npmPatterns = (text: string): unknown => {
  try {
    const { workspaces } = JSON.parse(text) as { readonly workspaces?: unknown };
    if (Array.isArray(workspaces) || typeof workspaces !== 'object' || workspaces === null) return workspaces;
    return (workspaces as { readonly packages?: unknown }).packages;
  } catch {
    return undefined;
  }
};

const plainScalar = (text: string): string => {
  const trimmed = text.trim();
  const [, quoted] = /^(?:"([^"]*)"|'([^']*)')/.exec(trimmed)?.filter((part) => part !== undefined) ?? [];
  return quoted ?? trimmed.replace(/\s+#.*$/, '');
};

/** Patterns under `packages:` of a pnpm-workspace.yaml, as a list of lines or between brackets. Other forms of YAML are not used there. */
const pnpmPatterns = (text: string): readonly string[] => {
  const lines = text.split(/\r?\n/);
  const at = lines.findIndex((line) => /^packages\s*:/.test(line));
  if (at === -1) return [];
  const [, inline = ''] = /^packages\s*:\s*\[(.*)\]/.exec(lines[at] ?? '') ?? [];
  if (inline !== '') return inline.split(',').map(plainScalar);
  const listed: string[] = [];
  for (const line of lines.slice(at + 1)) {
    const [, item] = /^\s*-\s+(.+)$/.exec(line) ?? [];
    if (item !== undefined) listed.push(plainScalar(item));
    else if (!/^\s*(?:#.*)?$/.test(line)) break;
  }
  return listed;
};

/** Patterns that stay below the root, without `./` and a slash at the end. */
const usable = (patterns: unknown): readonly string[] =>
  (Array.isArray(patterns) ? patterns.slice(0, MOST_PATTERNS) : [])
    .filter((each): each is string => typeof each === 'string' && each.length <= 200)
    .map((each) => each.replace(/^(!?)(?:\.\/)+/, '$1').replace(/\/+$/, ''))
    .filter((each) => !/^!?(?:\/|$)|(?:^!?|\/)\.\.(?:\/|$)|\\/.test(each));

const patternsIn = (folder: string): readonly string[] => {
  const pnpm = ownText(folder, PNPM_FILE);
  if (pnpm !== undefined) return usable(pnpmPatterns(pnpm));
  const npm = ownText(folder, DESCRIPTION);
  return npm === undefined ? [] : usable(npmPatterns(npm));
};

/** `*` stands for a part of one name, and `**` for any folders. */
const asRegExp = (pattern: string): RegExp => {
  const parts = pattern.split('/').map((part) => {
    if (part === '**') return '(?:[^/]+/)*';
    const name = part.replaceAll(/[.+^${}()|[\]\\?]/g, '\\$&').replaceAll(/\*+/g, '[^/]*');
    return `${name}/`;
  });
  return new RegExp(`^${parts.join('')}$`);
};

/** Tells whether a folder, by its path from the root, is a package of the workspace. */
const matcherOf = (patterns: readonly string[]): ((folder: string) => boolean) => {
  const formsOf = (isExclusion: boolean): readonly RegExp[] =>
    patterns.filter((each) => each.startsWith('!') === isExclusion).map((each) => asRegExp(each.replace(/^!/, '')));
  const [included, excluded] = [formsOf(false), formsOf(true)];
  return (folder) => {
    const path = `${folder.replaceAll(sep, '/')}/`;
    return included.some((each) => each.test(path)) && !excluded.some((each) => each.test(path));
  };
};

const workspaceAt = (root: string, patterns: readonly string[]): Workspace => {
  const isPackage = matcherOf(patterns);
  const isOwn = (folder: string): boolean =>
    isPackage(relative(root, folder)) && ownText(folder, DESCRIPTION) !== undefined;
  return {
    root,
    packageOf: (path) => {
      for (let folder = dirname(path); folder.startsWith(root + sep); folder = dirname(folder))
        if (isOwn(folder)) return folder;
      return undefined;
    },
    packages: () =>
      globSync(
        patterns.filter((each) => !each.startsWith('!')),
        { cwd: root, exclude: (name) => name === 'node_modules' || name.startsWith('.') },
      )
        .slice(0, MOST_PACKAGES)
        .map((name) => realpathSync(join(root, name)))
        .filter((folder) => folder.startsWith(root + sep) && isOwn(folder))
        .sort(),
  };
};

/** Names of packages that a package.json depends on. */
const dependenciesIn = (folder: string): readonly string[] => {
  try {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(ownText(folder, DESCRIPTION) ?? '{}');
    return [...Object.keys(dependencies), ...Object.keys(devDependencies)];
  } catch {
    return [];
  }
};

const nameOf = (folder: string): unknown => {
  try {
    return JSON.parse(ownText(folder, DESCRIPTION) ?? '{}').name;
  } catch {
    return undefined;
  }
};

/** Real folders of the packages of its workspace that a plugin depends on, also by way of others. A plugin without a workspace has none. */
export const neighboursOf = (folder: string): readonly string[] => {
  const byName = new Map(
    workspaceOf(folder)
      ?.packages()
      .map((each) => [nameOf(each), each]),
  );
  const found = new Set([folder]);
  for (const each of found)
    for (const name of dependenciesIn(each)) {
      const neighbour = byName.get(name);
      if (neighbour !== undefined) found.add(neighbour);
    }
  found.delete(folder);
  return [...found];
};

/** The workspace that has `folder`, a real path, among its packages; undefined if there is none. */
export const workspaceOf = (folder: string): Workspace | undefined => {
  for (let root = dirname(folder); root !== dirname(root); root = dirname(root)) {
    if (!existsSync(join(root, DESCRIPTION)) && !existsSync(join(root, PNPM_FILE))) continue;
    const patterns = patternsIn(root);
    if (patterns.length === 0) continue;
    const isPackage = matcherOf(patterns);
    // A plugin needs no package.json of its own.
    if (isPackage(relative(root, folder))) return workspaceAt(root, patterns);
  }
  return undefined;
};
