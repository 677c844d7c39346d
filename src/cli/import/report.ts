// What `toolcell import` tells: the tools and their tokens, what the plugin reaches, what its operator has to grant, and what is new.

import type { Manifest } from '../../../packages/plugin/src/manifest.ts';
import { changesBetween, mostOf, recordOf } from '../../catalog/lock/changes.ts';
import { capabilityRequests } from '../../catalog/model/capabilities.ts';
import { mergedBlock, missingFor } from '../../catalog/model/missing-grants.ts';
import { shown } from '../../catalog/model/refusal.ts';
import { blockLines, wishLines } from '../../server/reach-lines.ts';
import type { Config } from '../../settings/config.ts';
import type { VersionChange } from '../../shared/protocol/admin.ts';
import type { Style } from '../common/command.ts';
import { changeLines } from '../operate/change-lines.ts';
import { tokenCounts } from '../plugin/tokens.ts';
import type { ImportedPlugin } from './kind.ts';

/** From here on agents choose worse among tools, and each conversation is paid for all. */
const MANY_TOOLS = 20;

/** How the plugin differs from the one that was imported before. */
export const changesSince = (before: Manifest, after: Manifest): readonly VersionChange[] => {
  const record = recordOf(before, { version: before.version ?? '0.0.0', digest: '' });
  return mostOf(changesBetween({ ...record, accepted: [], dropped: {}, versions: [] }, after));
};

/** The report as JSON. */
export const importJson = (
  { manifest, files, notes, report }: ImportedPlugin,
  more: { readonly folder: string; readonly changes: readonly VersionChange[]; readonly config: Config },
): object => ({
  ok: true,
  name: manifest.name,
  version: manifest.version,
  importedFrom: manifest.importedFrom,
  ...report,
  folder: more.folder,
  files: Object.keys(files),
  tokens: tokenCounts(manifest),
  capabilities: capabilityRequests(manifest, more.config),
  changes: more.changes,
  notes,
});

/** The report for a person. */
export const importLines = (
  { manifest, notes, lines }: ImportedPlugin,
  {
    changes,
    config,
    style,
  }: { readonly changes: readonly VersionChange[]; readonly config: Config; readonly style: Style },
): readonly string[] => {
  const tokens = tokenCounts(manifest);
  const missing = missingFor(manifest, config);
  return [
    ...lines.map((line) => `  ${shown(line, 500)}`),
    ...tokens.tools.map(({ name, tokens: count }) => `    ${name}  ${count} tokens`),
    `  ${tokens.total} tokens in every conversation with all tools, counted as OpenAI's models do; an estimate for others`,
    ...wishLines(capabilityRequests(manifest, config), style),
    ...notes.map((note) => `${style.warning('!')} ${shown(note, 500)}`),
    ...(manifest.tools.length > MANY_TOOLS
      ? [
          `${style.warning('!')} ${manifest.tools.length} tools are many for an agent to choose from → --only takes some of them`,
        ]
      : []),
    ...(changes.length > 0 ? ['  What is new since the last import:', ...changeLines(changes, style)] : []),
    ...(missing
      ? [
          `  What an operator grants: toolcell grant ${manifest.name}, or in sandbox.config.json:`,
          ...blockLines(mergedBlock([[manifest.name, missing]])).map((line) => `      ${shown(line, 2_000)}`),
        ]
      : []),
  ];
};
