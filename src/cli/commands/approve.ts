// `toolcell approve`: lets a waiting version serve, after a person has seen its changes.

import { waitsForGrants } from '../../catalog/model/capabilities.ts';
import { shown } from '../../catalog/model/refusal.ts';
import { yieldsTo } from '../../catalog/model/yielding.ts';
import type { InstalledBundle, InstalledPlugin } from '../../catalog/operate/list-installed.ts';
import { approve, findPlugin, waitingVersion } from '../../catalog/operate/operations.ts';
import { confirm } from '../common/ask.ts';
import { type Command, CommandFailed, EXIT, JSON_FLAG } from '../common/command.ts';
import { openAudit } from '../operate/audited.ts';
import { changeLines } from '../operate/change-lines.ts';
import { CHANGE_FLAGS } from '../operate/config-change.ts';
import { giveGrants, SECRETS_FLAG } from '../operate/give-grants.ts';
import { FOLDER_FLAGS, folderOf, operate, type ServedFolder, shortDigest } from '../operate/plugins-folder.ts';
import { hasNotTakenUp, standingLines } from '../operate/running-servers.ts';
import { ungrantedLines } from '../operate/ungranted-lines.ts';

export const command: Command = {
  usage: {
    words: [
      { name: 'NAME', meaning: 'the plugin' },
      { name: 'VERSION', meaning: 'the version; default: the highest that waits', isOptional: true },
    ],
    flags: {
      grant: { meaning: 'first grant what the version asks for and does not have, as "toolcell grant" does' },
      ...SECRETS_FLAG,
      ...CHANGE_FLAGS,
      ...FOLDER_FLAGS,
      ...JSON_FLAG,
    },
    about: [
      'A version waits if it rewrites texts that agents read or may use more than before (plugins.approve).',
      'Exactly the content that was shown is approved, by its digest. Until then the version before goes on serving.',
    ],
    examples: [
      'toolcell approve word-count',
      'toolcell approve word-count 0.2.1',
      'toolcell approve weather --grant',
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
    const grants = args.has('grant') ? ['--grant'] : [];
    const again = ['approve', name, waiting.version, ...grants];
    if (args.has('dry-run')) {
      if (args.has('grant')) await giveGrants(context, served, { ...waiting, again });
      return context.answer({ ok: true, name, changes, isWritten: false }, 'Nothing was changed (--dry-run).');
    }
    await confirm(context, 'Let it serve?', {
      refused: 'It was not approved.',
      unasked: `To approve this: ${served.hint(...again, '--yes')}`,
    });
    // Before the approval, so that the version serves with it. Without its grants, it stands by.
    const given = args.has('grant') ? await giveGrants(context, served, { ...waiting, again }) : undefined;
    if (given?.servers.some(hasNotTakenUp))
      throw new CommandFailed(EXIT.host, ...standingLines(given.servers, style.stderr), `${name} was not approved.`);
    const record = await openAudit(served.config);
    const approved = await operate(approve(served, name, waiting.digest));
    const { digest } = approved;
    await record({
      action: 'plugin.approve',
      subject: name,
      from: plugin.entry ? { version: plugin.entry.version, digest: plugin.entry.digest } : null,
      to: { version: approved.version, digest },
    });
    const granted = given?.granted ?? [];
    const needs = given === undefined && waitsForGrants(waiting.manifest, served.config);
    return context.answer(
      { ok: true, ...approved, changes, granted },
      `${style.stdout.good('✓')} ${approved.name} ${approved.version} ${pinnedAway(plugin, approved.version, served) ?? approvedWords(plugin, waiting, served)}`,
      ...(needs ? ungrantedLines(waiting.manifest, served, style.stdout) : []),
    );
  },
};

const approvedWords = ({ bundles }: InstalledPlugin, waiting: InstalledBundle, { config }: ServedFolder): string => {
  const servedLast = bundles.find(({ isAccepted }) => isAccepted);
  return yieldsTo(waiting, servedLast, config)
    ? `is approved, and stands by until it has its grants: ${servedLast?.version} goes on serving.`
    : 'may serve.';
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
