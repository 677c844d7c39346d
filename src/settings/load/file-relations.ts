// Checks that no two settings name the same file to write. Front process and command line.

import type { Config } from '../config.ts';
import type { Found } from '../file/check-file.ts';
import type { Problem } from '../problem.ts';

/** Files that a server or a command writes, each in a format of its own. */
const WRITTEN = ['store.file', 'log.file', 'audit.file', 'access.keysFile'] as const;

/** Refuses a file that two settings name: each writer would destroy what the other one wrote. */
export function checkFiles(
  _config: Config,
  found: ReadonlyMap<string, Found>,
  refused: ReadonlySet<string>,
): readonly Problem[] {
  const users = new Map<unknown, string>();
  return WRITTEN.flatMap((setting): Problem[] => {
    const { value, source = 'default' } = found.get(setting) ?? {};
    if (value === undefined || value === '' || refused.has(setting)) return [];
    const other = users.get(value);
    users.set(value, setting);
    if (other === undefined) return [];
    return [
      { where: source, setting, wrong: `it is also ${other}, and each writes its own file`, fix: 'name another file' },
    ];
  });
}
