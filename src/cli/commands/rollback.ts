// `toolcell rollback`: goes back to an earlier version of a plugin, and stays there until it is told otherwise.

import { join } from 'node:path';
import { type Folder, rollback, rollbackTarget, unpin } from '../../catalog/operate/operations.ts';
import type { Config } from '../../config/config.ts';
import { type Command, type CommandContext, EXIT, JSON_FLAG } from '../command.ts';
import { FOLDER_FLAGS, folderOf, operate } from '../operate/plugins-folder.ts';
import { openAsItLies } from '../plugin/open-plugin.ts';
import { Workbench } from '../plugin/workbench.ts';

export const command: Command = {
  name: 'rollback',
  summary: 'Go back to the version of a plugin before the one that serves, or to a named one.',
  usage: {
    words: [
      { name: 'NAME', meaning: 'the plugin' },
      { name: 'VERSION', meaning: 'the version to go back to; default: the one before', isOptional: true },
    ],
    flags: { undo: { meaning: 'let the highest version serve again' }, ...FOLDER_FLAGS, ...JSON_FLAG },
    about: [
      'The plugin is pinned to that version, also after a restart, until --undo. It must lie in the plugins folder.',
    ],
    examples: ['toolcell rollback word-count', 'toolcell rollback word-count --undo'],
  },
  async run(context) {
    const { given, paint } = context;
    const at = folderOf(context);
    const name = given.word(0) ?? '';
    if (given.has('undo')) {
      await operate(unpin(at, name));
      if (given.has('json')) context.print(JSON.stringify({ ok: true, name, pinned: null }, null, 2));
      else context.print(`${paint.stdout.good('✓')} The highest version of ${name} may serve again.`);
      return EXIT.done;
    }
    // One that does not work would leave the plugin without a version that serves.
    await tryOut(context, at, join(at.folder, (await operate(rollbackTarget(at, name, given.word(1)))).bundle));
    const target = await operate(rollback(at, name, given.word(1)));
    if (given.has('json')) context.print(JSON.stringify({ ok: true, ...target, pinned: target.version }, null, 2));
    else
      context.print(
        `${paint.stdout.good('✓')} ${name} is pinned to ${target.version} (${target.bundle}).`,
        `  To let the highest serve again: ${at.hint('rollback', name, '--undo')}`,
      );
    return EXIT.done;
  },
};

const tryOut = async (
  context: CommandContext,
  { config }: Folder & { readonly config: Config },
  path: string,
): Promise<void> => {
  const bundle = await openAsItLies(path, config);
  const bench = await Workbench.open(config, context);
  try {
    await context.during('Trying that version out', bench.load(bundle));
  } finally {
    await bench.close();
  }
};
