// The second half of a load: a bundle that looks right is tried out in a throwaway runner, unless the same one was before.
// Front process: what runs plugin code is the inspector's process.

import { availableParallelism } from 'node:os';
import type { Config } from '../../config/config.ts';
import { limitsFor } from '../../config/limits.ts';
import type { CheckedProgram, Inspection, Inspector, Program } from '../../protocol/program.ts';
import type { Manifest } from '../../sdk/manifest.ts';
import { freshStatePolicy } from '../model/snapshot.ts';
import type { Candidate } from '../model/versions.ts';
import { exampleEffects } from './example-effects.ts';
import { NO_CACHE, type ProgramCache, programKey } from './program-cache.ts';

const LEAST_AT_ONCE = 2;
/** Each is a process of some 60 MB beside those that serve calls. */
const MOST_AT_ONCE = 8;

/** Bundles tried out at a time: one for each core, within bounds. */
export const TRIED_AT_ONCE = Math.min(MOST_AT_ONCE, Math.max(LEAST_AT_ONCE, availableParallelism()));

/** A bundle that has passed every check but the one that runs it. */
export interface UntriedBundle extends Candidate {
  readonly entryName: string;
  /** A script that evaluates to `(require) => exports`. */
  readonly factoryCode: string;
}

export interface TryOutOptions {
  readonly config: Config;
  readonly inspector: Inspector;
  /** Whoever works on a plugin wants to see what its examples answer: they are not a reason to refuse it. */
  readonly examplesMayFail?: boolean;
  /** Where programs are kept between starts, and what release of the host tried them out. */
  readonly cache?: { readonly programs: ProgramCache; readonly release: string };
}

type Identity = Pick<UntriedBundle, 'manifest' | 'digest'>;

const pluginLimits = (manifest: Manifest, config: Config) =>
  limitsFor(manifest.limits ?? {}, config, manifest.name, '');

const keyOf = ({ manifest, digest }: Identity, { config, cache }: TryOutOptions): string => {
  const { policy } = freshStatePolicy(config, manifest);
  const tried = { limits: pluginLimits(manifest, config), policy, loadMs: config.plugins.loadMs };
  return programKey(digest, tried, cache?.release ?? '');
};

/** The program of a bundle as it was kept, where the same was tried out before. */
export const keptProgram = async (read: Identity, options: TryOutOptions): Promise<CheckedProgram | undefined> => {
  if (!options.cache) return undefined;
  const kept = await options.cache.programs.find(keyOf(read, options));
  return kept?.digest === read.digest && kept.pluginName === read.manifest.name ? Object.freeze(kept) : undefined;
};

/** Tries a bundle out, and keeps its program where it is one. Rejects where the inspector itself fails. */
export const tryOut = async (untried: UntriedBundle, options: TryOutOptions): Promise<Inspection> => {
  const inspection = await options.inspector.inspect(programOf(untried, options));
  if (!inspection.ok) return inspection;
  const { programs } = options.cache ?? { programs: NO_CACHE };
  await programs.keep(keyOf(untried, options), inspection.program);
  return { ok: true, program: Object.freeze(inspection.program) };
};

const programOf = (
  { manifest, digest, entryName, factoryCode }: UntriedBundle,
  { config, examplesMayFail = false }: TryOutOptions,
): Program => ({
  pluginName: manifest.name,
  digest,
  entryName,
  factoryCode,
  examples: examplesOf(manifest),
  examplesMustHold: !examplesMayFail,
  limits: pluginLimits(manifest, config),
  tools: manifest.tools.map((tool) => ({
    name: tool.name,
    exportName: tool.export ?? tool.name,
    inputSchema: tool.inputSchema,
    outputSchema: tool.outputSchema,
  })),
});

/** The calls that a manifest shows. */
const examplesOf = ({ tools }: Manifest): Program['examples'] =>
  tools.flatMap(({ name, examples = [] }, tool) =>
    examples.map((example, index) => ({
      toolName: name,
      argumentsText: JSON.stringify(example.arguments),
      resultText: JSON.stringify(example.result),
      where: `plugin.json /tools/${tool}/examples/${index}`,
      ...(example.effects && { effects: exampleEffects(example.effects) }),
    })),
  );
