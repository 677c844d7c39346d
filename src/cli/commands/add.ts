// `toolcell add`: puts a packed plugin into the plugins folder, once it has passed everything that a server looks at.

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { SIGNATURE_ENDING } from '../../catalog/bundle/bundle.ts';
import { lintManifest } from '../../catalog/lint/lint.ts';
import { shown } from '../../catalog/model/refusal.ts';
import { addArchive, findPlugin } from '../../catalog/operate/operations.ts';
import type { SurveyedPlugin } from '../../catalog/operate/survey.ts';
import { type Command, type CommandContext, EXIT, JSON_FLAG, misused } from '../command.ts';
import { readNamed } from '../named-file.ts';
import { changeLines } from '../operate/change-lines.ts';
import { FOLDER_FLAGS, folderOf, operate, type ServedFolder, shortDigest } from '../operate/plugins-folder.ts';
import { kindOf, openAsItLies } from '../plugin/open-plugin.ts';
import { Workbench } from '../plugin/workbench.ts';

export const command: Command = {
  name: 'add',
  summary: 'Put a packed plugin into the plugins folder, where a running server takes it up.',
  usage: {
    words: [{ name: 'FILE', meaning: 'a .tgz that "toolcell pack" or "npm pack" made' }],
    flags: { ...FOLDER_FLAGS, ...JSON_FLAG },
    about: [
      'It is checked and tried out in the sandbox first; one that a server would refuse is not put in.',
      'A signature beside it, FILE.minisig, comes along. Copying the file into the folder does the same, without the check.',
    ],
    examples: ['toolcell add word-count-1.1.0.tgz', 'toolcell add word-count-1.1.0.tgz --plugins /srv/plugins --json'],
  },
  async run(context) {
    const at = folderOf(context);
    const path = resolve(context.cwd, context.given.word(0) ?? '');
    if (kindOf(context.cwd, path).isFolder)
      throw misused(`${path} is a folder. Pack it first: toolcell pack ${context.given.word(0)}`);
    const bundle = await openAsItLies(path, at.config);
    const bench = await Workbench.open(at.config, context);
    try {
      await context.during('Trying the plugin out', bench.load(bundle));
    } finally {
      await bench.close();
    }
    const signaturePath = `${path}${SIGNATURE_ENDING}`;
    const signatureText = existsSync(signaturePath) ? readNamed(signaturePath).toString() : undefined;
    const added = await operate(
      addArchive(at, { bytes: readNamed(path), ...(signatureText !== undefined && { signatureText }) }),
    );
    const plugin = await operate(findPlugin(at, added.name));
    const approval = plugin.bundles.find(({ digest }) => digest === added.digest)?.approval ?? { mayServe: true };
    if (context.given.has('json')) context.print(JSON.stringify({ ok: true, ...added, approval }, null, 2));
    else tell(context, added, { approval, at, plugin });
    for (const { where, finding } of lintManifest(bundle.manifest).filter(({ level }) => level === 'warning'))
      context.complain(`${context.paint.stderr.warning('!')} ${where}: ${shown(finding, 500)}`);
    return EXIT.done;
  },
};

type Added = Awaited<ReturnType<typeof addArchive>>;
type Approval = Awaited<ReturnType<typeof findPlugin>>['bundles'][number]['approval'];

const tell = (
  { print, paint }: CommandContext,
  added: Added,
  { approval, at, plugin }: { approval: Approval; at: ServedFolder; plugin: SurveyedPlugin },
): void => {
  const { name, version, digest, bundle, isNew } = added;
  print(
    `${paint.stdout.good('✓')} ${name} ${version} ${isNew ? 'is in' : 'was there already, as'} ${bundle}  ${shortDigest(digest)}`,
  );
  const pinned = plugin.entry?.pinned;
  if (pinned !== undefined && pinned !== version)
    print(
      `${paint.stdout.warning('!')} ${name} is pinned to ${shown(pinned)}, and no other version serves.`,
      `  To let the highest serve: ${at.hint('rollback', name, '--undo')}`,
    );
  if (approval.mayServe) return;
  print(
    `${paint.stdout.warning('!')} It waits for approval, since it changes:`,
    ...changeLines(approval.changes, paint.stdout),
    `  To ${pinned === undefined ? 'let it serve' : 'approve it'}: ${at.hint('approve', name, version)}`,
  );
};
