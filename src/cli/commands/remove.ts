// `toolcell remove`: takes a plugin, or one version of it, out of the plugins folder.

import { findPlugin, removePlugin } from '../../catalog/operate/operations.ts';
import { ask } from '../ask.ts';
import { type Command, EXIT, JSON_FLAG, misused } from '../command.ts';
import { FOLDER_FLAGS, folderOf, operate } from '../operate/plugins-folder.ts';

export const command: Command = {
  name: 'remove',
  summary: 'Take a plugin, or one version of it, out of the plugins folder.',
  usage: {
    words: [
      { name: 'NAME', meaning: 'the plugin' },
      { name: 'VERSION', meaning: 'that version alone; default: all of them', isOptional: true },
    ],
    flags: {
      yes: { meaning: 'delete bundles that are folders too, without a question' },
      ...FOLDER_FLAGS,
      ...JSON_FLAG,
    },
    about: ['With the last version goes what the lock file says of the plugin: should it come back, it is a new one.'],
    examples: ['toolcell remove word-count 1.0.0', 'toolcell remove word-count'],
  },
  async run(context) {
    const { given, paint } = context;
    const at = folderOf(context);
    const [name = '', version] = [given.word(0), given.word(1)];
    const { bundles } = await operate(findPlugin(at, name));
    const folders = bundles.filter((one) => !one.bundle.endsWith('.tgz') && (version ?? one.version) === one.version);
    if (folders.length > 0 && !given.has('yes')) {
      const what = folders.map(({ bundle }) => `"${bundle}"`).join(', ');
      if (!context.isInteractive) throw misused(`${what} is a folder, and may be the only copy. To delete it: --yes`);
      const answer = await ask(context, `Delete the folder ${what} for good? [y/N] `);
      if (!/^y(es)?$/i.test(answer)) throw misused('Nothing was removed.');
    }
    const removed = await operate(
      removePlugin(at, name, { mayRemoveFolders: true, ...(version !== undefined && { version }) }),
    );
    if (given.has('json')) context.print(JSON.stringify({ ok: true, removed }, null, 2));
    else
      for (const one of removed)
        context.print(`${paint.stdout.good('✓')} ${one.name} ${one.version} is out: ${one.bundle}`);
    return EXIT.done;
  },
};
