// Replaces a configuration file in one step, and only if a server would accept the new one. Command line.

import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { writeWhole } from '../../shared/lifetime/whole-file.ts';

/** Thrown if the file was not replaced; the message is the reason. */
export class NotReplaced extends Error {
  override name = 'NotReplaced';
}

/** A new file is for its owner and group, because it may name secrets. */
const NEW_MODE = 0o640;

/**
 * Replaces the file by `after`. `before` is the text that was changed, undefined if there was no file. `check` gets the path of a draft and returns
 * its problems. Rejects with {@link NotReplaced} if the file is not `before` any more or the draft has problems, and with errors of the system.
 */
export const replaceFile = async (
  path: string,
  { before, after, check }: { before: string | undefined; after: string; check: (path: string) => readonly string[] },
): Promise<void> => {
  // A link stays: its target is replaced.
  const target = existsSync(path) ? realpathSync(path) : path;
  const beforeRename = (draft: string): void => {
    const problems = check(draft);
    if (problems.length > 0) throw new NotReplaced(problems.join('\n').replaceAll(draft, path));
    const now = existsSync(target) ? readFileSync(target, 'utf8') : undefined;
    if (now !== before) throw new NotReplaced(`Another program has changed ${path} meanwhile. Run the command again.`);
  };
  await writeWhole(target, after, { mode: NEW_MODE, beforeRename });
};
