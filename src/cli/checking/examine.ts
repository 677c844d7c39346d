// All that `toolcell check` finds out about a plugin.

import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { SIGNATURE_ENDING } from '../../catalog/bundle/bundle.ts';
import { type LintFinding, lintArchiveName, lintManifest } from '../../catalog/lint/lint.ts';
import type { LoadedConfig } from '../../config/load.ts';
import { type SignatureVerdict, verifySignature } from '../../pack/signing/signature.ts';
import { isLockedDown } from '../../sandbox.ts';
import type { CommandContext } from '../command.ts';
import { readNamed } from '../named-file.ts';
import { type AsItLies, asItLies } from '../plugin/as-it-lies.ts';
import { BenchOnDemand } from '../plugin/bench-on-demand.ts';
import { type CodeFindings, codeFindings } from '../plugin/code-findings.ts';
import { examplesOverLimits, type LimitPassed } from '../plugin/example-limits.ts';
import { type kindOf, type OpenedPlugin, openPlugin } from '../plugin/open-plugin.ts';
import { type TokenCounts, tokenCounts } from '../plugin/tokens.ts';
import { type LoadedPlugin, Workbench } from '../plugin/workbench.ts';

export interface Checked {
  readonly opened: OpenedPlugin;
  readonly plugin: LoadedPlugin;
  /** What a server makes of a folder that is not packed; absent for an archive. */
  readonly lies?: AsItLies;
  readonly code: CodeFindings;
  readonly overLimits: readonly LimitPassed[];
  readonly findings: readonly LintFinding[];
  readonly tokens: TokenCounts;
  /** Of an archive; undefined if there is none beside it. */
  readonly signature: SignatureVerdict | undefined;
  /** The sandbox here has the operating system's locks, as an operator's on Linux has. */
  readonly isBoxed: boolean;
}

/** Reads, packs, tries out and looks at the plugin at `path`. Throws BundleRefused with every reason for which a server would refuse it. */
export const examine = async (
  at: ReturnType<typeof kindOf>,
  context: CommandContext,
  settings: LoadedConfig,
): Promise<Checked> => {
  const { path, isFolder } = at;
  const onDemand = new BenchOnDemand(() => Workbench.open(settings.config, context));
  let beside: Promise<readonly [CodeFindings, AsItLies | undefined]> | undefined;
  try {
    const opened = await context.during('Reading', openPlugin(at, settings.config, onDemand));
    // Beside the sandbox, which takes longer.
    beside = Promise.all([codeFindings(opened, context), isFolder ? asItLies(path, settings.config) : undefined]);
    const bench = await onDemand.get();
    const plugin = await context.during('Trying the plugin out', bench.load(opened.bundle));
    const scene = { plugin, settings, ...(opened.folder !== undefined && { folder: opened.folder }) };
    const overLimits = await context.during('Running its examples', examplesOverLimits(bench, scene));
    const [code, lies] = await context.during('Reading its code', beside);
    return {
      opened,
      plugin,
      ...(lies && { lies }),
      code,
      overLimits,
      findings: findingsOf(opened, isFolder ? undefined : basename(path)),
      tokens: tokenCounts(plugin.manifest),
      signature: isFolder ? undefined : signatureOf(path, settings),
      isBoxed: isLockedDown(bench.sandbox.launch),
    };
  } finally {
    // It has processes of its own, which must not outlive a plugin that is refused.
    await Promise.allSettled([beside]);
    await onDemand.close();
  }
};

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
