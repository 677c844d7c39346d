// Puts a changed configuration file in the place of the old one: whole or not at all, and only if a server would take it.

import { randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Why the file was not replaced. */
export class NotReplaced extends Error {
  override name = 'NotReplaced';
}

/** A new file is for its owner and group: it may say which secrets there are. */
const NEW_MODE = 0o640;

/**
 * Replaces the file by `after`. `before` is the text that the change was made to, undefined if there was no file: throws {@link NotReplaced} if
 * another one is there by now, or if `check` finds problems with the new one, which it is given by its path. Throws errors of the system as they are.
 */
export const replaceFile = (
  path: string,
  { before, after, check }: { before: string | undefined; after: string; check: (path: string) => readonly string[] },
): void => {
  // A link stays one: what it leads to is replaced.
  const target = existsSync(path) ? realpathSync(path) : path;
  const draft = join(dirname(target), `.${basename(target)}.${randomUUID()}`);
  const mode = before === undefined ? NEW_MODE : statSync(target).mode & 0o777;
  try {
    const file = openSync(draft, 'wx', mode);
    try {
      writeSync(file, after);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    const problems = check(draft);
    if (problems.length > 0) throw new NotReplaced(problems.join('\n').replaceAll(draft, path));
    const now = existsSync(target) ? readFileSync(target, 'utf8') : undefined;
    if (now !== before)
      throw new NotReplaced(`${path} was changed by another program meanwhile. Run the command again.`);
    renameSync(draft, target);
  } finally {
    rmSync(draft, { force: true });
  }
};
