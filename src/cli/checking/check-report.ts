// What `toolcell check` has found, as lines for a person and as JSON for a script.

import type { LintFinding } from '../../catalog/lint/lint.ts';
import { wishStates } from '../../catalog/model/capabilities.ts';
import { mergedBlock, missingFor } from '../../catalog/model/missing-grants.ts';
import { shown } from '../../catalog/model/refusal.ts';
import type { LoadedConfig } from '../../config/load.ts';
import type { Manifest } from '../../sdk/manifest.ts';
import type { Paint } from '../command.ts';
import { refusalLines } from '../complaint.ts';
import { blockLines, wishLines } from '../operate/reach-lines.ts';
import { manifestPlace } from '../plugin/manifest-place.ts';
import type { OpenedPlugin } from '../plugin/open-plugin.ts';
import { noteLines, warningLines } from '../plugin/warning-lines.ts';
import type { Checked } from './examine.ts';

/** What a person must look at, counted. */
export const warningsIn = ({ findings, code, signature }: Checked): number =>
  findings.filter(({ level }) => level === 'warning').length +
  code.warnings.length +
  (signature?.state === 'unknown' ? 1 : 0);

/** The answer for a script. */
export const checkJson = (checked: Checked, { config }: LoadedConfig): object => {
  const { plugin, findings, code, tokens, signature, isBoxed, overLimits, lies } = checked;
  const { manifest, program, bundle } = plugin;
  return {
    ok: overLimits.length === 0,
    name: manifest.name,
    version: manifest.version ?? '0.0.0',
    digest: bundle.digest,
    ...(lies && { asItLies: lies }),
    freshState: program.verdict,
    overLimits,
    capabilities: wishStates(manifest, config),
    warnings: code.warnings,
    notes: code.notes,
    types: code.types,
    findings,
    tokens,
    signature: signature ?? null,
    isBoxed,
  };
};

/** The answer for a person. */
export const checkLines = (checked: Checked, settings: LoadedConfig, paint: Paint): readonly string[] => {
  const { opened, plugin, findings, code, tokens, isBoxed } = checked;
  const { manifest, program, bundle } = plugin;
  const good = paint.good('✓');
  const counts = tokens.tools.map(({ name, tokens: count }) => `${name} ${count}`).join(', ');
  return [
    `${paint.strong(`${manifest.name} ${manifest.version ?? '0.0.0'}`)}  ${bundle.digest}`,
    `${good} Manifest, schemas and module are in order.`,
    `${good} Tried out in the sandbox: ${program.verdict.mode} mode, ${shown(program.verdict.reason, 300)}`,
    ...overLimitLines(checked, paint),
    ...(isBoxed
      ? []
      : [
          `${paint.warning('!')} The operating system locks plugins down only in part here; an operator's may allow less. "toolcell doctor" says what is missing.`,
        ]),
    ...warningLines(code.warnings, paint),
    ...noteLines(code.notes, paint),
    ...wishLines(wishStates(manifest, settings.config), paint),
    ...grantLines(manifest, settings.config),
    ...findings.flatMap((finding) => findingLines(finding, opened, paint)),
    ...signatureLines(checked, settings, paint),
    `  ${tokens.total} tokens of every conversation that has its tools (${counts}); counted as OpenAI's models do, an estimate for others`,
    ...verdictLines(checked, paint),
  ];
};

const overLimitLines = ({ overLimits }: Checked, paint: Paint): readonly string[] =>
  overLimits.flatMap(({ toolName, example, reason, failure }) => [
    `${paint.bad('✗')} ${paint.strong(toolName)}: ${shown(example, 200)}: ${shown(reason, 500)}`,
    ...(failure?.setBy === undefined ? [] : [`    → ${failure.setBy}`]),
  ]);

const verdictLines = (checked: Checked, paint: Paint): readonly string[] => {
  const { overLimits, lies } = checked;
  if (overLimits.length > 0) {
    const names = [...new Set(overLimits.map(({ toolName }) => toolName))].join(', ');
    return [
      `${paint.bad('✗')} A server would list it, and calls such as its examples would fail: ${names}. Do less in a call, or ask the operator for higher limits.`,
    ];
  }
  const warnings = warningsIn(checked);
  const counted = warnings === 0 ? '' : `, with ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`;
  if (lies === undefined || lies.ok)
    return [`${paint.good('✓')} A server takes it${lies ? ', packed or as a folder' : ''}${counted}.`];
  return [
    `${paint.good('✓')} A server takes it once it is packed ("toolcell pack")${counted}.`,
    '  It refuses the folder as it is:',
    ...refusalLines(lies.refused.slice(0, 3), paint).map((line) => `  ${line}`),
  ];
};

/** What an operator would write to grant what is missing. */
const grantLines = (manifest: Manifest, config: LoadedConfig['config']): readonly string[] => {
  const missing = missingFor(manifest, config);
  if (!missing) return [];
  const block = blockLines(mergedBlock([[manifest.name, missing]]));
  const how = `    → toolcell grant ${manifest.name}, or in sandbox.config.json:`;
  return [how, ...block.map((line) => `        ${shown(line, 2_000)}`)];
};

const findingLines = ({ level, where, finding, hint }: LintFinding, opened: OpenedPlugin, paint: Paint) => {
  const place = manifestPlace(opened.folder, where, opened.bundle.manifest);
  const mark = level === 'warning' ? paint.warning('!') : paint.faint('·');
  return [`${mark} ${paint.strong(place)}: ${finding}`, `    → ${hint}`];
};

const signatureLines = ({ signature, opened }: Checked, { config }: LoadedConfig, paint: Paint): readonly string[] => {
  const { requireSignature } = config.plugins;
  if (opened.packed) return requireSignature ? ['  Once packed it needs a signature here: toolcell sign FILE'] : [];
  if (signature === undefined) return ['  It is not signed.'];
  if (signature.state === 'good')
    return [`${paint.good('✓')} Signed by ${signature.keyId}: ${signature.trustedComment}`];
  if (signature.state === 'bad') return [`${paint.bad('✗')} ${signature.reason}`];
  return [`${paint.warning('!')} Signed with the key ${signature.keyId}, which is not trusted here.`];
};
