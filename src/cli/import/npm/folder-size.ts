// Looks at a folder that a stranger fills: how much is in it, and whether something in it leads out. Runs on the author's machine.

import { lstatSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

export interface FolderLimits {
  readonly files: number;
  readonly bytes: number;
}

/** Why a folder may not be used; undefined if it may. Looks at no more entries than the limit. */
export const folderFault = (folder: string, limits: FolderLimits): string | undefined => {
  const waiting = [folder];
  let files = 0;
  let bytes = 0;
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop())
    for (const entry of readdirOrNone(at)) {
      const path = join(at, entry.name);
      files += 1;
      if (files > limits.files) return `has more than ${limits.files.toLocaleString('en-US')} files`;
      if (entry.isDirectory()) waiting.push(path);
      else if (entry.isFile()) bytes += sizeOf(path);
      else return `has ${relative(folder, path)}, which is no file and no folder`;
      if (bytes > limits.bytes) return `has more than ${Math.floor(limits.bytes / 1e6).toLocaleString('en-US')} MB`;
    }
  return undefined;
};

/** npm moves folders while it works. */
const readdirOrNone = (folder: string) => {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
};

const sizeOf = (path: string): number => {
  try {
    return lstatSync(path).size;
  } catch {
    return 0;
  }
};
