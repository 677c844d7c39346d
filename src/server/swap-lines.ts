// Makes the log lines of a swap: each plugin that came, went or changed, and bundles that are newly refused or wait. Front process.

import type { BundleRefusal, BundleStatus, CatalogSnapshot } from '../catalog/model/snapshot.ts';

/** A line of the log. */
export interface LogLine {
  readonly level: 'info' | 'warn';
  readonly fields: object;
  readonly message: string;
}

const nameOf = ({ pluginName, version, digest }: BundleStatus) => ({ pluginName, version, digest });

function* served(before: CatalogSnapshot, after: CatalogSnapshot): Generator<LogLine> {
  const old = new Map(before.bundles.map((bundle) => [bundle.pluginName, bundle]));
  for (const bundle of after.bundles) {
    const was = old.get(bundle.pluginName);
    old.delete(bundle.pluginName);
    if (was?.digest === bundle.digest) continue;
    const { freshState, bundle: file } = bundle;
    const from = was && { before: was.version };
    yield {
      level: 'info',
      fields: { ...nameOf(bundle), ...from, bundle: file, mode: freshState.mode },
      message: 'serves',
    };
  }
  for (const bundle of old.values()) yield { level: 'info', fields: nameOf(bundle), message: 'serves no more' };
}

const textOf = ({ bundle, where, reason }: BundleRefusal): string => JSON.stringify([bundle, where, reason]);

function* notServing(before: CatalogSnapshot, after: CatalogSnapshot): Generator<LogLine> {
  const known = new Set(before.refused.map(textOf));
  for (const refusal of after.refused)
    if (!known.has(textOf(refusal))) yield { level: 'warn', fields: refusal, message: 'refused' };
  const waited = new Set(before.standby.map(({ digest, cause }) => `${cause} ${digest}`));
  for (const { cause, pluginName, version, digest, bundle, changes } of after.standby) {
    if (cause !== 'waits for approval' || waited.has(`${cause} ${digest}`)) continue;
    // The waiting content has replaced the serving one on disk. The serving one is only in memory, so a later start does not find it.
    const isGone = after.bundles.some((one) => one.pluginName === pluginName && one.bundle === bundle);
    const hint = `toolcell approve ${pluginName} ${version}${isGone ? '; until then what serves is in memory only, and gone after a restart' : ''}`;
    yield { level: 'warn', fields: { pluginName, version, digest, bundle, changes, hint }, message: cause };
  }
}

/** The lines for a swap of `before` for `after`; none for what is unchanged. */
export const swapLines = (before: CatalogSnapshot, after: CatalogSnapshot): readonly LogLine[] => [
  ...served(before, after),
  ...notServing(before, after),
];
