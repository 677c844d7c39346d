// `toolcell check`: all that an operator's server looks at before a plugin serves, and what a person should look at besides.

import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { SIGNATURE_ENDING } from '../../catalog/bundle.ts';
import { wishStates } from '../../catalog/capabilities.ts';
import { type LintFinding, lintArchiveName, lintManifest } from '../../catalog/lint.ts';
import { shown } from '../../catalog/refusal.ts';
import { type SignatureVerdict, verifySignature } from '../../catalog/signature.ts';
import { type TokenCounts, tokenCounts } from '../../catalog/tokens.ts';
import type { LoadedConfig } from '../../config/load.ts';
import { CONFIG_FLAG, type Command, EXIT, JSON_FLAG, type Paint } from '../command.ts';
import { readNamed } from '../named-file.ts';
import { wishLines } from '../operate/reach-lines.ts';
import { manifestPlace } from '../plugin/manifest-place.ts';
import { kindOf, type OpenedPlugin, openPlugin } from '../plugin/open-plugin.ts';
import { type LoadedPlugin, Workbench } from '../plugin/workbench.ts';
import { settingsFor } from '../settings.ts';

export const command: Command = {
  name: 'check',
  summary: "Check a plugin as an operator's server does, and what agents will read of it.",
  usage: {
    words: [
      { name: 'PATH', meaning: 'folder or .tgz of the plugin; the working folder where absent', isOptional: true },
    ],
    flags: {
      strict: { meaning: `exit code ${EXIT.fault} for warnings too` },
      ...CONFIG_FLAG,
      ...JSON_FLAG,
    },
    about: [
      'Reads, guards and compiles it, tries it out in the sandbox, runs its examples in both modes; then signature, wording and tokens.',
      'A folder is packed first, in memory, since that is what an operator gets.',
    ],
    examples: ['toolcell check', 'toolcell check word-count-1.0.0.tgz --config sandbox.config.json --strict'],
  },
  async run(context) {
    const { given, cwd, env } = context;
    const { path, isFolder } = kindOf(cwd, given.word(0) ?? '.');
    const settings = settingsFor(context, isFolder ? path : cwd);
    const opened = await context.during('Reading', openPlugin(path, isFolder, settings.config));
    const bench = await Workbench.open(settings.config, env.PATH ?? '');
    try {
      const plugin = await context.during('Trying the plugin out', bench.load(opened.bundle));
      const checked: Checked = {
        opened,
        plugin,
        findings: findingsOf(opened, isFolder ? undefined : basename(path)),
        tokens: tokenCounts(plugin.manifest),
        signature: isFolder ? undefined : signatureOf(path, settings),
        isBoxed: bench.sandbox.launch.boxed,
      };
      if (given.has('json')) context.print(JSON.stringify(report(checked, settings), null, 2));
      else context.print(...reportLines(checked, settings, context.paint.stdout));
      return given.has('strict') && warningsIn(checked) > 0 ? EXIT.fault : EXIT.done;
    } finally {
      await bench.close();
    }
  },
};

interface Checked {
  readonly opened: OpenedPlugin;
  readonly plugin: LoadedPlugin;
  readonly findings: readonly LintFinding[];
  readonly tokens: TokenCounts;
  /** Of an archive; undefined where there is none beside it. */
  readonly signature: SignatureVerdict | undefined;
  /** The sandbox here has the operating system's locks, as an operator's on Linux has. */
  readonly isBoxed: boolean;
}

const findingsOf = ({ bundle }: OpenedPlugin, archiveName: string | undefined): readonly LintFinding[] => {
  const named = archiveName === undefined ? undefined : lintArchiveName(archiveName, bundle.manifest);
  return [...(named ? [named] : []), ...lintManifest(bundle.manifest)];
};

const signatureOf = (path: string, { config }: LoadedConfig): SignatureVerdict | undefined => {
  const signaturePath = `${path}${SIGNATURE_ENDING}`;
  if (!existsSync(signaturePath)) return undefined;
  const signatureText = readNamed(signaturePath).toString();
  return verifySignature({ bytes: readFileSync(path), signatureText, publicKeys: config.plugins.trustedKeys });
};

const warningsIn = ({ findings, opened, signature }: Checked): number =>
  findings.filter(({ level }) => level === 'warning').length +
  (opened.packed?.warnings.length ?? 0) +
  (signature?.state === 'unknown' ? 1 : 0);

const report = (checked: Checked, { config }: LoadedConfig): object => {
  const { opened, plugin, findings, tokens, signature, isBoxed } = checked;
  const { manifest, program, bundle } = plugin;
  return {
    ok: true,
    name: manifest.name,
    version: manifest.version ?? '0.0.0',
    digest: bundle.digest,
    freshState: program.verdict,
    capabilities: wishStates(manifest, config),
    warnings: opened.packed?.warnings ?? [],
    findings,
    tokens,
    signature: signature ?? null,
    isBoxed,
  };
};

const reportLines = (checked: Checked, settings: LoadedConfig, paint: Paint): readonly string[] => {
  const { opened, plugin, findings, tokens, isBoxed } = checked;
  const { manifest, program, bundle } = plugin;
  const good = paint.good('✓');
  const warnings = warningsIn(checked);
  const counts = tokens.tools.map(({ name, tokens: count }) => `${name} ${count}`).join(', ');
  return [
    `${paint.strong(`${manifest.name} ${manifest.version ?? '0.0.0'}`)}  ${bundle.digest}`,
    `${good} Manifest, schemas and module are in order.`,
    `${good} Tried out in the sandbox: ${program.verdict.mode} mode, ${shown(program.verdict.reason, 300)}`,
    ...(isBoxed ? [] : [`${paint.warning('!')} This machine has no OS sandbox; an operator's may allow less.`]),
    ...(opened.packed?.warnings ?? []).map((warning) => `${paint.warning('!')} ${shown(warning, 500)}`),
    ...wishLines(wishStates(manifest, settings.config), paint),
    ...findings.flatMap((finding) => findingLines(finding, opened, paint)),
    ...signatureLines(checked, settings, paint),
    `  ${tokens.total} tokens of every conversation that has its tools (${counts}); counted as OpenAI's models do, an estimate for others`,
    warnings === 0
      ? `${good} A server takes it.`
      : `${good} A server takes it, with ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}.`,
  ];
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
