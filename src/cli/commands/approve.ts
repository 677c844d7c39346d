// `toolcell approve`: lets a waiting version serve, after a person has seen its changes.

import { shown } from '../../catalog/model/refusal.ts';
import type { InstalledPlugin } from '../../catalog/operate/list-installed.ts';
import { approve, findPlugin, waitingVersion } from '../../catalog/operate/operations.ts';
import { confirm } from '../common/ask.ts';
import { type Command, CommandFailed, EXIT, JSON_FLAG } from '../common/command.ts';
import { openAudit } from '../operate/audited.ts';
import { changeLines } from '../operate/change-lines.ts';
import { FOLDER_FLAGS, folderOf, operate, type ServedFolder, shortDigest } from '../operate/plugins-folder.ts';

export const command: Command = {
  usage: {
    words: [
      { name: 'NAME', meaning: 'the plugin' },
      { name: 'VERSION', meaning: 'the version; default: the highest that waits', isOptional: true },
    ],
    flags: { yes: { meaning: 'do not ask' }, ...FOLDER_FLAGS, ...JSON_FLAG },
    about: [
      'A version waits if it rewrites texts that agents read or may use more than before (plugins.approve).',
      'Exactly the content that was shown is approved, by its digest.',
    ],
    examples: [
      'toolcell approve word-count',
      'toolcell approve word-count 0.2.1',
      'toolcell approve word-count --yes --json',
    ],
  },
  async run(context) {
    const { args, style } = context;
    const served = folderOf(context);
    const name = args.word(0) ?? '';
    const plugin = await operate(findPlugin(served, name));
    const version = args.word(1);
    const waiting = waitingVersion(plugin, version);
    if (!waiting || waiting.approval.mayServe) throw noneWaits(plugin, version);
    const { changes } = waiting.approval;
    const from = plugin.entry ? `${plugin.entry.version} → ` : '';
    context.printError(
      `${style.stderr.strong(`${name} ${from}${waiting.version}`)}  ${shortDigest(waiting.digest)}`,
      ...changeLines(changes, style.stderr),
    );
    await confirm(context, 'Let it serve?', {
      refused: 'It was not approved.',
      unasked: `To approve this: ${served.hint('approve', name, waiting.version, '--yes')}`,
    });
    const record = await openAudit(served.config);
    const approved = await operate(approve(served, name, waiting.digest));
    const { digest } = approved;
    await record({
      action: 'plugin.approve',
      subject: name,
      from: plugin.entry ? { version: plugin.entry.version, digest: plugin.entry.digest } : null,
      to: { version: approved.version, digest },
    });
    return context.answer(
      { ok: true, ...approved, changes },
      `${style.stdout.good('✓')} ${approved.name} ${approved.version} ${pinnedAway(plugin, approved.version, served) ?? 'may serve.'}`,
    );
  },
};

const noneWaits = ({ name, bundles }: InstalledPlugin, version: string | undefined): CommandFailed => {
  const waiting = bundles.filter(({ approval }) => !approval.mayServe).map((one) => one.version);
  const others = waiting.length === 0 ? '' : ` Waiting: ${waiting.join(', ')}.`;
  const what = version === undefined ? `No version of ${name}` : `${name} has no version ${shown(version)} that`;
  return new CommandFailed(EXIT.fault, `${what} waits for approval.${others}`);
};

/** The end of the message about a version that a pin keeps from serving. Undefined if no pin does. */
const pinnedAway = ({ name, entry }: InstalledPlugin, version: string, served: ServedFolder): string | undefined =>
  entry?.pinned === undefined || entry.pinned === version
    ? undefined
    : `is approved, but ${name} is pinned to ${shown(entry.pinned)}. To let the highest version serve: ${served.hint('rollback', name, '--undo')}`;
