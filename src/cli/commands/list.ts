// `toolcell list`: what lies in the plugins folder and what the lock file makes of it, without running anything.

import { statSync } from 'node:fs';
import { wishStates } from '../../catalog/model/capabilities.ts';
import { shown } from '../../catalog/model/refusal.ts';
import { type Survey, type SurveyedBundle, type SurveyedPlugin, survey } from '../../catalog/operate/survey.ts';
import type { Config } from '../../config/config.ts';
import { type Command, EXIT, JSON_FLAG, misused } from '../command.ts';
import { FOLDER_FLAGS, folderOf, operate, shortDigest } from '../operate/plugins-folder.ts';
import { tableLines } from '../operate/table.ts';

const HEADER = ['PLUGIN', 'VERSION', 'STATE', 'DIGEST', 'REACH', 'BUNDLE'];

export const command: Command = {
  name: 'list',
  summary: 'List the plugins of a folder, version by version.',
  usage: {
    flags: { ...FOLDER_FLAGS, ...JSON_FLAG },
    about: ['Reads the bundles and runs none of them: "toolcell status" tells whether they work.'],
    examples: ['toolcell list', 'toolcell list --plugins /srv/plugins --json'],
  },
  async run(context) {
    const { folder, config } = folderOf(context);
    const isMissing = statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true;
    if (isMissing) throw misused(`There is no folder ${folder}. Create it, or name another with --plugins DIR.`);
    const found = await operate(survey(folder, config));
    if (context.given.has('json')) {
      context.print(JSON.stringify(report(found, config), null, 2));
      return EXIT.done;
    }
    const rows = found.plugins.flatMap((plugin) =>
      plugin.bundles.map((bundle) => [
        plugin.name,
        bundle.version,
        standingOf(bundle, plugin),
        shortDigest(bundle.digest),
        grantedOf(bundle, config),
        shown(bundle.bundle),
      ]),
    );
    context.print(...(rows.length === 0 ? [`There is no plugin in ${folder}.`] : tableLines([HEADER, ...rows])));
    for (const { bundle, where, reason, hint } of found.refused)
      context.complain(`${context.paint.stderr.bad('✗')} ${bundle}: ${where}: ${reason}`, `    → ${hint}`);
    return EXIT.done;
  },
};

/** In a word or three, what becomes of a version. */
export const standingOf = (bundle: SurveyedBundle, { entry, bundles }: SurveyedPlugin): string => {
  if (entry?.pinned !== undefined) return entry.pinned === bundle.version ? 'pinned' : 'pinned away';
  if (!bundle.approval.mayServe) return 'waits for approval';
  const first = bundles.find(({ approval }) => approval.mayServe);
  if (bundle === first) return bundle.isAccepted ? 'accepted' : 'new';
  return first?.digest === bundle.digest ? 'copy' : 'older';
};

/** How much of what a version asks to reach is granted. */
const grantedOf = ({ manifest }: SurveyedBundle, config: Config): string => {
  const states = wishStates(manifest, config);
  const granted = states.filter(({ state }) => state === 'granted').length;
  return states.length === 0 ? 'asks for nothing' : `${granted} of ${states.length} granted`;
};

const report = ({ plugins, refused }: Survey, config: Config): object => ({
  plugins: plugins.map((plugin) => ({
    name: plugin.name,
    pinned: plugin.entry?.pinned ?? null,
    versions: plugin.bundles.map((bundle) => ({
      version: bundle.version,
      digest: bundle.digest,
      bundle: bundle.bundle,
      standing: standingOf(bundle, plugin),
      tools: bundle.manifest.tools.map(({ name }) => name),
      capabilities: wishStates(bundle.manifest, config),
      changes: bundle.approval.mayServe ? [] : bundle.approval.changes,
    })),
  })),
  refused,
});
