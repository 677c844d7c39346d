// The report of `toolcell check`, as lines for a person and as JSON for a script.

import type { Manifest } from '../../../packages/plugin/src/manifest.ts';
import type { LintFinding } from '../../catalog/lint/lint.ts';
import { capabilityRequests } from '../../catalog/model/capabilities.ts';
import { mergedBlock, missingFor } from '../../catalog/model/missing-grants.ts';
import { shown } from '../../catalog/model/refusal.ts';
import { blockLines, wishLines } from '../../server/reach-lines.ts';
import type { LoadedConfig } from '../../settings/load/load.ts';
import type { Style } from '../common/command.ts';
import { refusalLines } from '../common/error-report.ts';
import { noteLines, warningLines } from '../plugin/code-findings.ts';
import { manifestPlace } from '../plugin/manifest-place.ts';
import type { OpenedPlugin } from '../plugin/open-plugin.ts';
import type { Checked } from './examine.ts';

export const warningsIn = ({ findings, code, signature }: Checked): number =>
  findings.filter(({ level }) => level === 'warning').length +
  code.warnings.length +
  (signature?.state === 'unknown' ? 1 : 0);

/** True if calls such as the examples would fail, or if TypeScript finds errors, which examples need not reach. */
export const isAtFault = ({ overLimits, code }: Checked): boolean =>
  overLimits.length > 0 || code.typeErrors.length > 0;

export const checkJson = (checked: Checked, { config }: LoadedConfig): object => {
  const { plugin, findings, code, tokens, signature, isBoxed, overLimits, unpacked } = checked;
  const { manifest, program, bundle } = plugin;
  return {
    ok: !isAtFault(checked),
    name: manifest.name,
    version: manifest.version ?? '0.0.0',
    digest: bundle.digest,
    ...(unpacked && { asItLies: unpacked }),
    freshState: program.verdict,
    overLimits,
    capabilities: capabilityRequests(manifest, config),
    warnings: code.warnings,
    notes: code.notes,
    types: code.types,
    findings,
    tokens,
    signature: signature ?? null,
    isBoxed,
  };
};

export const checkLines = (checked: Checked, settings: LoadedConfig, style: Style): readonly string[] => {
  const { opened, plugin, findings, code, tokens, isBoxed } = checked;
  const { manifest, program, bundle } = plugin;
  const good = style.good('✓');
  const counts = tokens.tools.map(({ name, tokens: count }) => `${name} ${count}`).join(', ');
  return [
    `${style.strong(`${manifest.name} ${manifest.version ?? '0.0.0'}`)}  ${bundle.digest}`,
    `${good} Manifest, schemas and module are in order.`,
    `${good} Tried out in the sandbox: ${program.verdict.mode} mode, ${shown(program.verdict.reason, 300)}`,
    ...overLimitLines(checked, style),
    ...(isBoxed
      ? []
      : [
          `${style.warning('!')} The operating system here locks plugins down only in part, and an operator's may allow less. "toolcell doctor" says what is missing.`,
        ]),
    ...warningLines(code.warnings, style),
    ...noteLines(code.notes, style),
    ...wishLines(capabilityRequests(manifest, settings.config), style),
    ...grantLines(manifest, settings.config),
    ...findings.flatMap((finding) => findingLines(finding, opened, style)),
    ...signatureLines(checked, settings, style),
    `  ${tokens.total} tokens in every conversation with its tools (${counts}), counted as OpenAI's models do; an estimate for others`,
    ...verdictLines(checked, style),
  ];
};

const overLimitLines = ({ overLimits }: Checked, style: Style): readonly string[] =>
  overLimits.flatMap(({ toolName, example, reason, failure }) => [
    `${style.bad('✗')} ${style.strong(toolName)}: ${shown(example, 200)}: ${shown(reason, 500)}`,
    ...(failure?.setBy === undefined ? [] : [`    → ${failure.setBy}`]),
  ]);

const verdictLines = (checked: Checked, style: Style): readonly string[] => {
  const { overLimits, unpacked } = checked;
  if (overLimits.length > 0) {
    const names = [...new Set(overLimits.map(({ toolName }) => toolName))].join(', ');
    return [
      `${style.bad('✗')} A server would list it, but calls such as its examples would fail: ${names}. Do less in a call, or ask the operator for higher limits.`,
    ];
  }
  const { length: typeErrors } = checked.code.typeErrors;
  if (typeErrors > 0)
    return [
      `${style.bad('✗')} A server would take it, but TypeScript finds ${typeErrors} ${typeErrors === 1 ? 'error' : 'errors'}. Correct them: a call may run into them.`,
    ];
  const warnings = warningsIn(checked);
  const counted = warnings === 0 ? '' : `, with ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`;
  if (unpacked === undefined || unpacked.ok)
    return [`${style.good('✓')} A server takes it${unpacked ? ', packed or as a folder' : ''}${counted}.`];
  return [
    `${style.good('✓')} A server takes it once it is packed ("toolcell pack")${counted}.`,
    '  It refuses the unpacked folder:',
    ...refusalLines(unpacked.refused.slice(0, 3), style).map((line) => `  ${line}`),
  ];
};

const grantLines = (manifest: Manifest, config: LoadedConfig['config']): readonly string[] => {
  const missing = missingFor(manifest, config);
  if (!missing) return [];
  const block = blockLines(mergedBlock([[manifest.name, missing]]));
  const how = `    → toolcell grant ${manifest.name}, or in sandbox.config.json:`;
  return [how, ...block.map((line) => `        ${shown(line, 2_000)}`)];
};

const findingLines = ({ level, where, finding, hint }: LintFinding, opened: OpenedPlugin, style: Style) => {
  const place = manifestPlace(opened.folder, where, opened.bundle.manifest);
  const mark = level === 'warning' ? style.warning('!') : style.faint('·');
  return [`${mark} ${style.strong(place)}: ${finding}`, `    → ${hint}`];
};

const signatureLines = ({ signature, opened }: Checked, { config }: LoadedConfig, style: Style): readonly string[] => {
  const { requireSignature } = config.plugins;
  if (opened.packed)
    return requireSignature ? ['  This configuration requires a signature: pack it, then toolcell sign FILE'] : [];
  if (signature === undefined) return ['  It is not signed.'];
  if (signature.state === 'good')
    return [`${style.good('✓')} Signed by ${signature.keyId}: ${signature.trustedComment}`];
  if (signature.state === 'bad') return [`${style.bad('✗')} ${signature.reason}`];
  return [`${style.warning('!')} Signed with the key ${signature.keyId}, which is not trusted here.`];
};
