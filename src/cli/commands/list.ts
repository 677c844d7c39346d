// `toolcell list`: lists the bundles in the plugins folder and their states by the lock file, without running them.

import { statSync } from 'node:fs';
import { capabilityRequests } from '../../catalog/model/capabilities.ts';
import { shown } from '../../catalog/model/refusal.ts';
import { yieldsTo } from '../../catalog/model/yielding.ts';
import {
  type Installed,
  type InstalledBundle,
  type InstalledPlugin,
  listInstalled,
} from '../../catalog/operate/list-installed.ts';
import type { Config } from '../../settings/config.ts';
import { type Command, EXIT, JSON_FLAG, misused } from '../common/command.ts';
import { tableLines } from '../common/table.ts';
import { FOLDER_FLAGS, folderOf, operate, shortDigest } from '../operate/plugins-folder.ts';

const HEADER = ['PLUGIN', 'VERSION', 'STATE', 'DIGEST', 'REACH', 'BUNDLE'];

export const command: Command = {
  usage: {
    flags: { ...FOLDER_FLAGS, ...JSON_FLAG },
    about: ['Reads the bundles and runs none of them: "toolcell status" tells whether they work.'],
    examples: ['toolcell list', 'toolcell list --plugins /srv/plugins --json'],
  },
  async run(context) {
    const { folder, config } = folderOf(context);
    const isMissing = statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true;
    if (isMissing) throw misused(`There is no folder ${folder}. Create it, or name another with --plugins DIR.`);
    const found = await operate(listInstalled(folder, config));
    const rows = found.plugins.flatMap((plugin) =>
      plugin.bundles.map((bundle) => [
        plugin.name,
        bundle.version,
        standingOf(bundle, plugin, config),
        shortDigest(bundle.digest),
        grantedOf(bundle, config),
        shown(bundle.bundle),
      ]),
    );
    // In the table, too: a bundle that no row names looks as if it were not there.
    const refused = found.refused.map(({ bundle, pluginName = '-' }) => [
      ...[shown(pluginName), '-', 'refused', '-', '-', shown(bundle)],
    ]);
    rows.push(...refused);
    const lines = rows.length === 0 ? [`There is no plugin in ${folder}.`] : tableLines([HEADER, ...rows]);
    context.answer(jsonOf(found, config), ...lines);
    for (const { bundle, where, reason, hint } of context.args.has('json') ? [] : found.refused)
      context.printError(`${context.style.stderr.bad('✗')} ${bundle}: ${where}: ${reason}`, `    → ${hint}`);
    return EXIT.done;
  },
};

/** The state of a version, in at most three words. */
export const standingOf = (
  bundle: InstalledBundle,
  { entry, bundles }: InstalledPlugin,
  config: Pick<Config, 'plugins' | 'grants' | 'secrets'>,
): string => {
  if (entry?.pinned !== undefined) return entry.pinned === bundle.version ? 'pinned' : 'pinned away';
  if (!bundle.approval.mayServe) return 'waits for approval';
  const servedLast = bundles.find(({ isAccepted }) => isAccepted);
  if (yieldsTo(bundle, servedLast, config)) return 'waits for grants';
  const first = bundles.find((one) => one.approval.mayServe && !yieldsTo(one, servedLast, config));
  if (bundle === first) return bundle.isAccepted ? 'accepted' : 'new';
  return first?.digest === bundle.digest ? 'copy' : 'older';
};

const grantedOf = ({ manifest }: InstalledBundle, config: Config): string => {
  const states = capabilityRequests(manifest, config);
  const granted = states.filter(({ state }) => state === 'granted').length;
  return states.length === 0 ? 'asks for nothing' : `${granted} of ${states.length} granted`;
};

const jsonOf = ({ plugins, refused }: Installed, config: Config): object => ({
  plugins: plugins.map((plugin) => ({
    name: plugin.name,
    pinned: plugin.entry?.pinned ?? null,
    versions: plugin.bundles.map((bundle) => ({
      version: bundle.version,
      digest: bundle.digest,
      bundle: bundle.bundle,
      standing: standingOf(bundle, plugin, config),
      tools: bundle.manifest.tools.map(({ name }) => name),
      capabilities: capabilityRequests(bundle.manifest, config),
      changes: bundle.approval.mayServe ? [] : bundle.approval.changes,
      ...(bundle.manifest.importedFrom && { importedFrom: bundle.manifest.importedFrom }),
    })),
  })),
  refused,
});
