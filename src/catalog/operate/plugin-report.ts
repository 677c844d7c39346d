// Reports for operators: for each plugin the version that serves, those that stand by, and those that are refused. Front process.

import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Manifest } from '../../../packages/plugin/src/manifest.ts';
import type { Config } from '../../settings/config.ts';
import type {
  PluginReport,
  PluginsReport,
  PluginWarning,
  RefusedBundle,
  StandbyVersion,
} from '../../shared/protocol/admin.ts';
import { isArchiveName, readBundleAt } from '../bundle/bundle.ts';
import { capsOf } from '../bundle/bundle-caps.ts';
import { type LintOptions, lintArchiveName, lintManifest } from '../lint/lint.ts';
import { entryOf, type Lock } from '../lock/lock.ts';
import { type BundleRefusal, type CatalogSnapshot, pluginNames } from '../model/snapshot.ts';

export interface ReportSource {
  readonly snapshot: CatalogSnapshot;
  readonly lock: Lock;
}

const warningsOf = (
  { bundle, manifest }: { readonly bundle: string; readonly manifest: Manifest },
  options: LintOptions = {},
): readonly PluginWarning[] => {
  const named = isArchiveName(bundle) ? lintArchiveName(bundle, manifest) : undefined;
  return [...(named ? [named] : []), ...lintManifest(manifest, options)].map((finding) => {
    const [, index] = /^\/tools\/(\d+)(?:\/|$)/.exec(finding.where) ?? [];
    const tool = index === undefined ? undefined : manifest.tools[Number(index)]?.name;
    return { ...finding, ...(tool !== undefined && { tool }) };
  });
};

const refusalOf = ({ bundle, where, reason, hint, stillServes }: BundleRefusal): RefusedBundle => ({
  bundle,
  where,
  reason,
  hint,
  ...(stillServes !== undefined && { stillServes }),
});

const withoutName = <Version extends { readonly pluginName: string }>({ pluginName: _, ...version }: Version) =>
  version;

/** The report of one plugin; nearly empty if nothing is known of the name. */
export const reportOf = (
  name: string,
  { snapshot, lock }: ReportSource,
  otherTools: readonly string[] = [],
): PluginReport => {
  const status = snapshot.bundles.find(({ pluginName }) => pluginName === name);
  const loaded = snapshot.loaded.find(({ manifest }) => manifest.name === name);
  const pinned = entryOf(lock, name)?.pinned;
  return {
    name,
    serving: status ? withoutName(status) : null,
    ...(pinned !== undefined && { pinned }),
    standby: snapshot.standby.filter(({ pluginName }) => pluginName === name).map(withoutName),
    refused: snapshot.refused.filter(({ pluginName }) => pluginName === name).map(refusalOf),
    warnings: loaded ? warningsOf(loaded, { otherTools }) : [],
  };
};

/** The report of all plugins. With thousands of tools it takes a while, so other work gets its turn after each plugin. */
export const reportAll = async (source: ReportSource): Promise<PluginsReport> => {
  const plugins: PluginReport[] = [];
  for (const name of pluginNames(source.snapshot)) {
    plugins.push(reportOf(name, source));
    await setImmediate();
  }
  const unknown = source.snapshot.refused.filter(({ pluginName }) => pluginName === undefined);
  return { plugins, refused: unknown.map(refusalOf) };
};

/** The report of one plugin, with warnings for the versions that wait for approval, because they are read before an approval. */
export const reportInFull = async (
  name: string,
  source: ReportSource,
  { folder, config }: { readonly folder: string; readonly config: Pick<Config, 'plugins'> },
): Promise<PluginReport> => {
  const { toolNames: otherTools } = source.snapshot;
  const report = reportOf(name, source, otherTools);
  const caps = capsOf(config.plugins);
  const standby = report.standby.map(async (one): Promise<StandbyVersion> => {
    if (one.changes.length === 0) return one;
    // The bundle may have been removed meanwhile. Its report goes out without warnings then.
    const read = await readBundleAt(join(folder, one.bundle), caps, config.plugins).catch(() => undefined);
    if (read?.digest !== one.digest) return one;
    return { ...one, warnings: warningsOf({ bundle: one.bundle, manifest: read.manifest }, { otherTools }) };
  });
  return { ...report, standby: await Promise.all(standby) };
};
