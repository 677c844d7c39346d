// Makes a `PATH` without some of the system's tools, for tests of a server that lacks them.

import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

const TOOLS = ['bwrap', 'prlimit', 'setpriv', 'unshare', 'perl', 'sh'];

/** A value for `PATH`: a folder with this machine's tools of that list, without the missing ones. It is removed when the process exits. */
export const toolsWithout = (...missing: readonly string[]): string => {
  const folder = mkdtempSync(join(tmpdir(), 'toolcell-tools-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const folders = (process.env.PATH ?? '').split(delimiter);
  for (const name of TOOLS.filter((tool) => !missing.includes(tool))) {
    const found = folders.map((each) => join(each, name)).find((path) => existsSync(path));
    if (found) symlinkSync(found, join(folder, name));
  }
  return folder;
};
