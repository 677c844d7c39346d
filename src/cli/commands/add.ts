// `toolcell add`: puts a packed plugin into the plugins folder, after it has passed the checks of a server.

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Manifest } from '../../../packages/plugin/src/manifest.ts';
import { lintManifest } from '../../catalog/lint/lint.ts';
import { capabilityRequests, waitsForGrants } from '../../catalog/model/capabilities.ts';
import { shown } from '../../catalog/model/refusal.ts';
import { addArchive } from '../../catalog/operate/add-archive.ts';
import type { InstalledPlugin } from '../../catalog/operate/list-installed.ts';
import { findPlugin } from '../../catalog/operate/operations.ts';
import { type Command, type CommandContext, EXIT, JSON_FLAG, misused } from '../common/command.ts';
import { readNamed, signatureTextAt } from '../common/named-file.ts';
import { openAudit } from '../operate/audited.ts';
import { changeLines } from '../operate/change-lines.ts';
import { newPlaceLines } from '../operate/new-place.ts';
import { FOLDER_FLAGS, folderOf, operate, type ServedFolder, shortDigest } from '../operate/plugins-folder.ts';
import { ungrantedLines } from '../operate/ungranted-lines.ts';
import { inspectBundle, kindOf } from '../plugin/open-plugin.ts';

export const command: Command = {
  usage: {
    words: [{ name: 'FILE', meaning: 'a .tgz that "toolcell pack" or "npm pack" made' }],
    flags: { ...FOLDER_FLAGS, ...JSON_FLAG },
    about: [
      'Checks the plugin and tries it out in the sandbox first. A plugin that a server would refuse is not put in.',
      'Copies its signature, FILE.minisig, too. You can also copy the file into the folder yourself, without the check.',
    ],
    examples: ['toolcell add word-count-1.1.0.tgz', 'toolcell add word-count-1.1.0.tgz --plugins /srv/plugins --json'],
  },
  async run(context) {
    const served = folderOf(context);
    const path = resolve(context.cwd, context.args.word(0) ?? '');
    if (kindOf(context.cwd, path, 'a .tgz that "toolcell pack" or "npm pack" made').isFolder)
      throw misused(`${path} is a folder. Pack it first: toolcell pack ${context.args.word(0)}`);
    const bundle = await inspectBundle(context, path, served.config, 'Trying the plugin out');
    const signatureText = signatureTextAt(path);
    const isFirst = !served.isConfigured && !existsSync(served.folder);
    const record = await openAudit(served.config);
    const added = await operate(
      addArchive(served, { bytes: readNamed(path), ...(signatureText !== undefined && { signatureText }) }),
    );
    const to = { version: added.version, digest: added.digest };
    if (added.isNew) await record({ action: 'plugin.upload', subject: added.name, to, detail: added.bundle });
    const plugin = await operate(findPlugin(served, added.name));
    const approval = plugin.bundles.find(({ digest }) => digest === added.digest)?.approval ?? { mayServe: true };
    const { manifest } = bundle;
    const capabilities = capabilityRequests(manifest, served.config);
    const waits = waitsForGrants(manifest, served.config);
    context.answer(
      { ok: true, ...added, approval, capabilities, waitsForGrants: waits },
      ...addedLines(context, added, { approval, served, plugin, manifest }),
    );
    for (const { where, finding } of lintManifest(manifest).filter(({ level }) => level === 'warning'))
      context.printError(`${context.style.stderr.warning('!')} ${where}: ${shown(finding, 500)}`);
    if (isFirst) context.printError(...newPlaceLines(served.folder, context.style.stderr));
    return EXIT.done;
  },
};

type Added = Awaited<ReturnType<typeof addArchive>>;
type Approval = Awaited<ReturnType<typeof findPlugin>>['bundles'][number]['approval'];

interface AddedParts {
  readonly approval: Approval;
  readonly served: ServedFolder;
  readonly plugin: InstalledPlugin;
  readonly manifest: Manifest;
}

const addedLines = (
  { style: { stdout: style } }: CommandContext,
  { name, version, digest, bundle, isNew }: Added,
  { approval, served, plugin, manifest }: AddedParts,
): readonly string[] => {
  const pinned = plugin.entry?.pinned;
  const pinLines = [
    `${style.warning('!')} ${name} is pinned to ${shown(pinned ?? '')}, so no other version serves.`,
    `  To let the highest serve: ${served.hint('rollback', name, '--undo')}`,
  ];
  const isGranted = !waitsForGrants(manifest, served.config);
  return [
    `${style.good('✓')} ${name} ${version} ${isNew ? 'is now in' : 'was already in'} ${bundle}  ${shortDigest(digest)}`,
    ...(pinned === undefined || pinned === version ? [] : pinLines),
    ...(approval.mayServe
      ? ungrantedLines(manifest, served, style)
      : [
          `${style.warning('!')} It waits for approval, because it changes:`,
          ...changeLines(approval.changes, style),
          `  To ${pinned === undefined ? 'let it serve' : 'approve it'}: ${served.hint('approve', name, version, ...(isGranted ? [] : ['--grant']))}`,
        ]),
  ];
};
