// `toolcell approve`: lets a version serve that waits, once a person has seen what it changes.

import { approve, findPlugin, waitingVersion } from '../../catalog/operations.ts';
import { ask } from '../ask.ts';
import { type Command, CommandFailed, EXIT, JSON_FLAG, misused } from '../command.ts';
import { changeLines } from '../operate/change-lines.ts';
import { FOLDER_FLAGS, folderOf, operate, shortDigest } from '../operate/plugins-folder.ts';

export const command: Command = {
  name: 'approve',
  summary: 'Show what a waiting version of a plugin changes, and let it serve.',
  usage: {
    words: [{ name: 'NAME', meaning: 'the plugin' }],
    flags: { yes: { meaning: 'without a question' }, ...FOLDER_FLAGS, ...JSON_FLAG },
    about: [
      'A version waits where it rewrites what agents know of a tool or may use more than before (plugins.approve).',
      'Exactly the content that was shown is approved, by its digest.',
    ],
    examples: ['toolcell approve word-count', 'toolcell approve word-count --yes --json'],
  },
  async run(context) {
    const { given, paint, isInteractive } = context;
    const at = folderOf(context);
    const name = given.word(0) ?? '';
    const plugin = await operate(findPlugin(at, name));
    const waiting = waitingVersion(plugin);
    if (!waiting || waiting.approval.mayServe)
      throw new CommandFailed(EXIT.fault, `No version of ${name} waits for approval.`);
    const { changes } = waiting.approval;
    const from = plugin.entry ? `${plugin.entry.version} → ` : '';
    const lines = [
      `${paint.stderr.strong(`${name} ${from}${waiting.version}`)}  ${shortDigest(waiting.digest)}`,
      ...changeLines(changes, paint.stderr),
    ];
    context.complain(...lines);
    if (!given.has('yes')) {
      if (!isInteractive) throw misused(`To approve this: toolcell approve ${name} --yes`);
      const answer = await ask(context, 'Let it serve? [y/N] ');
      if (!/^y(es)?$/i.test(answer)) throw misused('It was not approved.');
    }
    const approved = await operate(approve(at, name, waiting.digest));
    if (given.has('json')) context.print(JSON.stringify({ ok: true, ...approved, changes }, null, 2));
    else context.print(`${paint.stdout.good('✓')} ${approved.name} ${approved.version} may serve.`);
    return EXIT.done;
  },
};
