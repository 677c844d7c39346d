// `toolcell grant`: writes into the configuration exactly the grants that a plugin asks for, after a person has read what they allow.

import type { InstalledBundle, InstalledPlugin } from '../../catalog/operate/list-installed.ts';
import { findPlugin } from '../../catalog/operate/operations.ts';
import { type Command, type CommandContext, CommandFailed, EXIT, JSON_FLAG } from '../common/command.ts';
import { answerChange, CHANGE_FLAGS, unchanged } from '../operate/config-change.ts';
import { giveGrants, SECRETS_FLAG } from '../operate/give-grants.ts';
import { FOLDER_FLAGS, folderOf, operate } from '../operate/plugins-folder.ts';

export const command: Command = {
  usage: {
    words: [{ name: 'NAME', meaning: 'the plugin' }],
    flags: {
      ...SECRETS_FLAG,
      ...CHANGE_FLAGS,
      ...FOLDER_FLAGS,
      ...JSON_FLAG,
    },
    about: [
      'Says in plain words what the grants allow, shows the difference of the file, and asks. Comments and layout are kept.',
      'A secret comes from the environment variable of its name, unless --secrets names another source.',
      'The grants are those that the currently served version asks for. A later version that asks for more needs another grant.',
    ],
    examples: ['toolcell grant weather', 'toolcell grant weather --yes --secrets KEY=file:/run/secrets/weather'],
  },
  async run(context) {
    const served = folderOf(context);
    const name = context.args.word(0) ?? '';
    const plugin = await operate(findPlugin(served, name));
    const { manifest, version } = servable(plugin);
    warnOfWaiting(plugin, context, served.hint('approve', name));
    const given = await giveGrants(context, served, { manifest, version, again: ['grant', name] });
    if (given === undefined)
      return answerChange(context, await unchanged(served), {
        report: { name, version, granted: [] },
        done: `${name} ${version} already has everything that it asks for.`,
      });
    const report = { name, version, granted: given.granted };
    return answerChange(context, given, { report, done: `${name} has its grants.` });
  },
};

/** The version that serves or would serve. A version that waits for approval is granted nothing. Throws `CommandFailed` if there is none. */
const servable = ({ name, entry, bundles }: InstalledPlugin): InstalledBundle => {
  const pinned = entry?.pinned;
  const found =
    pinned === undefined
      ? bundles.find(({ approval }) => approval.mayServe)
      : bundles.find(({ version }) => version === pinned);
  if (found) return found;
  throw new CommandFailed(EXIT.fault, `No version of ${name} may serve. Approve one first: toolcell approve ${name}`);
};

const warnOfWaiting = (plugin: InstalledPlugin, { printError, style }: CommandContext, hint: string): void => {
  const waiting = plugin.bundles.find(({ approval }) => !approval.mayServe);
  if (waiting)
    printError(
      `${style.stderr.warning('!')} ${plugin.name} ${waiting.version} waits for approval. If it asks for more, that is granted with its approval: ${hint} --grant`,
    );
};
