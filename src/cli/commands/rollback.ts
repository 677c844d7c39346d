// `toolcell rollback`: goes back to an earlier version of a plugin, which serves until `--undo`.

import { join } from 'node:path';
import { findPlugin, rollback, rollbackTarget, unpin } from '../../catalog/operate/operations.ts';
import { type Command, JSON_FLAG } from '../common/command.ts';
import { openAudit } from '../operate/audited.ts';
import { FOLDER_FLAGS, folderOf, operate } from '../operate/plugins-folder.ts';
import { inspectBundle } from '../plugin/open-plugin.ts';

export const command: Command = {
  usage: {
    words: [
      { name: 'NAME', meaning: 'the plugin' },
      { name: 'VERSION', meaning: 'the version to go back to; default: the previous one', isOptional: true },
    ],
    flags: { undo: { meaning: 'let the highest version serve again' }, ...FOLDER_FLAGS, ...JSON_FLAG },
    about: [
      'Pins the plugin to that version, also after a restart, until --undo. The version must be in the plugins folder.',
    ],
    examples: ['toolcell rollback word-count', 'toolcell rollback word-count --undo'],
  },
  async run(context) {
    const { args, style } = context;
    const served = folderOf(context);
    const name = args.word(0) ?? '';
    if (args.has('undo')) {
      const { entry } = await operate(findPlugin(served, name));
      const record = await openAudit(served.config);
      await operate(unpin(served, name));
      await record({ action: 'plugin.unpin', subject: name, from: { version: entry?.pinned }, to: null });
      const done = `${style.stdout.good('✓')} The highest version of ${name} may serve again.`;
      return context.answer({ ok: true, name, pinned: null }, done);
    }
    // A pin to a version that does not work would leave the plugin without a version that serves.
    const { bundle } = await operate(rollbackTarget(served, name, args.word(1)));
    await inspectBundle(context, join(served.folder, bundle), served.config, 'Trying that version out');
    const { entry } = await operate(findPlugin(served, name));
    const record = await openAudit(served.config);
    const target = await operate(rollback(served, name, args.word(1)));
    const from = entry ? { version: entry.version, digest: entry.digest } : null;
    await record({
      action: 'plugin.rollback',
      subject: name,
      from,
      to: { version: target.version, digest: target.digest },
    });
    return context.answer(
      { ok: true, ...target, pinned: target.version },
      `${style.stdout.good('✓')} ${name} is pinned to ${target.version} (${target.bundle}).`,
      `  To let the highest serve again: ${served.hint('rollback', name, '--undo')}`,
    );
  },
};
