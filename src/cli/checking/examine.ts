// Examines a plugin for `toolcell check`.

import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { compileEntry } from '../../catalog/compile/compile.ts';
import { type LintFinding, lintArchiveName, lintManifest } from '../../catalog/lint/lint.ts';
import { lintFormats } from '../../catalog/lint/lint-formats.ts';
import { BundleRefused } from '../../catalog/model/refusal.ts';
import { isLockedDown } from '../../server/sandbox.ts';
import type { Config } from '../../settings/config.ts';
import type { LoadedConfig } from '../../settings/load/load.ts';
import type { Refusal } from '../../shared/protocol/program.ts';
import type { CommandContext } from '../common/command.ts';
import { signatureTextAt } from '../common/named-file.ts';
import { type SignatureVerdict, verifySignature } from '../pack/signing/signature.ts';
import { type CodeFindings, codeFindings } from '../plugin/code-findings.ts';
import { BenchOnDemand, type NamedPlugin, type OpenedPlugin, openAsServed, openPlugin } from '../plugin/open-plugin.ts';
import { tokenCounts } from '../plugin/tokens.ts';
import { Workbench } from '../plugin/workbench.ts';
import { examplesOverLimits } from '../testing/examples.ts';

export type Checked = Awaited<ReturnType<typeof examine>>;

/** Reads, packs, tries out and examines the plugin at `path`. Throws BundleRefused with every reason for which a server would refuse it. */
export const examine = async (named: NamedPlugin, context: CommandContext) => {
  const { path, isFolder, settings } = named;
  await using onDemand = new BenchOnDemand(() => Workbench.open(settings.config, context));
  let staticFindings: Promise<readonly [CodeFindings, UnpackedVerdict | undefined]> | undefined;
  try {
    const opened = await context.withProgress('Reading', openPlugin(named, onDemand));
    // While the sandbox starts, which takes longer.
    staticFindings = Promise.all([
      codeFindings(opened, context),
      isFolder ? unpackedVerdict(path, settings.config) : undefined,
    ]);
    const bench = await onDemand.get();
    const plugin = await context.withProgress('Trying the plugin out', bench.load(opened.bundle));
    const failureContext = { plugin, settings, folder: opened.folder };
    const overLimits = await context.withProgress('Running its examples', examplesOverLimits(bench, failureContext));
    const [code, unpacked] = await context.withProgress('Reading its code', staticFindings);
    return {
      opened,
      plugin,
      /** Whether a server takes the folder without packing; undefined for an archive. */
      unpacked,
      code,
      overLimits,
      findings: findingsOf(opened, isFolder ? undefined : basename(path)),
      tokens: tokenCounts(plugin.manifest),
      /** The verdict on an archive's signature. Undefined for a folder, or if there is no signature file next to the archive. */
      signature: isFolder ? undefined : signatureOf(path, settings),
      /** True if the operating system locks runners down here, as it does for operators on Linux. */
      isBoxed: isLockedDown(bench.sandbox.launch),
    };
  } catch (error) {
    const [code] = (await staticFindings) ?? [];
    if (!(error instanceof BundleRefused) || code === undefined) throw error;
    throw new BundleRefused([...error.refusals, ...code.typeErrors.map(typeRefusal)]);
  } finally {
    // It starts processes, which must end if the plugin is refused.
    await Promise.allSettled([staticFindings]);
  }
};

/** A type error beside the reasons for which a server refuses the plugin. */
const typeRefusal = (error: string): Refusal => {
  const [finding = '', hint = 'correct it: a type error is often why an example fails'] = error.split(' → ');
  const [, where = './', reason = finding] = /^(\S+?:\d+:\d+): (.*)$/s.exec(finding) ?? [];
  return { where, reason, hint };
};

const findingsOf = ({ bundle }: OpenedPlugin, archiveName: string | undefined): readonly LintFinding[] => {
  const named = archiveName === undefined ? undefined : lintArchiveName(archiveName, bundle.manifest);
  const findings = lintManifest(bundle.manifest);
  return [...(named ? [named] : []), ...findings, ...lintFormats(bundle.manifest, findings)];
};

const signatureOf = (path: string, { config }: LoadedConfig): SignatureVerdict | undefined => {
  const signatureText = signatureTextAt(path);
  if (signatureText === undefined) return undefined;
  return verifySignature({ bytes: readFileSync(path), signatureText, publicKeys: config.plugins.trustedKeys });
};

/** A server takes the folder, under this digest, or it refuses it. No code of the folder has run, so it may still not work. */
type UnpackedVerdict =
  | { readonly ok: true; readonly digest: string }
  | { readonly ok: false; readonly refused: readonly Refusal[] };

/** Reads and compiles a folder as a server does. Rejects only for faults of the host. */
const unpackedVerdict = async (folder: string, config: Config): Promise<UnpackedVerdict> => {
  try {
    const bundle = await openAsServed(folder, config);
    await compileEntry(bundle);
    return { ok: true, digest: bundle.digest };
  } catch (error) {
    if (error instanceof BundleRefused) return { ok: false, refused: error.refusals };
    throw error;
  }
};
