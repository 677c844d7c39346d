// `toolcell remove`: removes a plugin, or one version of it, from the plugins folder.

import { findPlugin, removePlugin } from '../../catalog/operate/operations.ts';
import { confirm } from '../common/ask.ts';
import { type Command, JSON_FLAG } from '../common/command.ts';
import { openAudit } from '../operate/audited.ts';
import { FOLDER_FLAGS, folderOf, operate } from '../operate/plugins-folder.ts';

export const command: Command = {
  usage: {
    words: [
      { name: 'NAME', meaning: 'the plugin' },
      { name: 'VERSION', meaning: 'remove only this version; default: all versions', isOptional: true },
    ],
    flags: {
      yes: { meaning: 'do not ask before deleting bundles that are folders' },
      ...FOLDER_FLAGS,
      ...JSON_FLAG,
    },
    about: [
      'With the last version, the plugin is removed from the lock file too. If it comes back, it is a new plugin.',
    ],
    examples: ['toolcell remove word-count 1.0.0', 'toolcell remove word-count'],
  },
  async run(context) {
    const { args, style } = context;
    const served = folderOf(context);
    const [name = '', version] = [args.word(0), args.word(1)];
    const { bundles } = await operate(findPlugin(served, name));
    const folders = bundles.filter((one) => !one.bundle.endsWith('.tgz') && (version ?? one.version) === one.version);
    if (folders.length > 0) {
      const what = folders.map(({ bundle }) => `"${bundle}"`).join(', ');
      await confirm(context, `Delete the folder ${what} for good?`, {
        refused: 'Nothing was removed.',
        unasked: `${what} is a folder and may be the only copy. To delete it: --yes`,
      });
    }
    const record = await openAudit(served.config);
    const removed = await operate(
      removePlugin(served, name, { mayRemoveFolders: true, ...(version !== undefined && { version }) }),
    );
    const from = removed.map((one) => ({ version: one.version, digest: one.digest }));
    await record({ action: 'plugin.remove', subject: name, from, to: null });
    const lines = removed.map(
      (one) => `${style.stdout.good('✓')} ${one.name} ${one.version} was removed: ${one.bundle}`,
    );
    return context.answer({ ok: true, removed }, ...lines);
  },
};
