// `toolcell approve`: lets a version serve that waits, once a person has seen what it changes.

import { shown } from '../../catalog/model/refusal.ts';
import { approve, findPlugin, waitingVersion } from '../../catalog/operate/operations.ts';
import type { SurveyedPlugin } from '../../catalog/operate/survey.ts';
import { ask } from '../ask.ts';
import { type Command, CommandFailed, EXIT, JSON_FLAG, misused } from '../command.ts';
import { changeLines } from '../operate/change-lines.ts';
import { FOLDER_FLAGS, folderOf, operate, type ServedFolder, shortDigest } from '../operate/plugins-folder.ts';

export const command: Command = {
  name: 'approve',
  summary: 'Show what a waiting version of a plugin changes, and let it serve.',
  usage: {
    words: [
      { name: 'NAME', meaning: 'the plugin' },
      { name: 'VERSION', meaning: 'that version; the highest that waits, by default', isOptional: true },
    ],
    flags: { yes: { meaning: 'without a question' }, ...FOLDER_FLAGS, ...JSON_FLAG },
    about: [
      'A version waits where it rewrites what agents know of a tool or may use more than before (plugins.approve).',
      'Exactly the content that was shown is approved, by its digest.',
    ],
    examples: [
      'toolcell approve word-count',
      'toolcell approve word-count 0.2.1',
      'toolcell approve word-count --yes --json',
    ],
  },
  async run(context) {
    const { given, paint, isInteractive } = context;
    const at = folderOf(context);
    const name = given.word(0) ?? '';
    const plugin = await operate(findPlugin(at, name));
    const version = given.word(1);
    const waiting = waitingVersion(plugin, version);
    if (!waiting || waiting.approval.mayServe) throw noneWaits(plugin, version);
    const { changes } = waiting.approval;
    const from = plugin.entry ? `${plugin.entry.version} → ` : '';
    const lines = [
      `${paint.stderr.strong(`${name} ${from}${waiting.version}`)}  ${shortDigest(waiting.digest)}`,
      ...changeLines(changes, paint.stderr),
    ];
    context.complain(...lines);
    if (!given.has('yes')) {
      if (!isInteractive) throw misused(`To approve this: ${at.hint('approve', name, waiting.version, '--yes')}`);
      const answer = await ask(context, 'Let it serve? [y/N] ');
      if (!/^y(es)?$/i.test(answer)) throw misused('It was not approved.');
    }
    const approved = await operate(approve(at, name, waiting.digest));
    if (given.has('json')) context.print(JSON.stringify({ ok: true, ...approved, changes }, null, 2));
    else
      context.print(
        `${paint.stdout.good('✓')} ${approved.name} ${approved.version} ${pinnedAway(plugin, approved.version, at) ?? 'may serve.'}`,
      );
    return EXIT.done;
  },
};

const noneWaits = ({ name, bundles }: SurveyedPlugin, version: string | undefined): CommandFailed => {
  const waiting = bundles.filter(({ approval }) => !approval.mayServe).map((one) => one.version);
  const others = waiting.length === 0 ? '' : ` Waiting: ${waiting.join(', ')}.`;
  const what = version === undefined ? `No version of ${name}` : `${name} has no version ${shown(version)} that`;
  return new CommandFailed(EXIT.fault, `${what} waits for approval.${others}`);
};

/** A version that a pin keeps from serving, approved or not. */
export const pinnedAway = ({ name, entry }: SurveyedPlugin, version: string, at: ServedFolder): string | undefined =>
  entry?.pinned === undefined || entry.pinned === version
    ? undefined
    : `is approved, but ${name} is pinned to ${shown(entry.pinned)}. To let the highest version serve: ${at.hint('rollback', name, '--undo')}`;
