// The second half of a load: finds whether one bundle works, by an inspection in a throwaway runner, by an earlier one, or assumed until its first call.
// Front process; plugin code runs in the inspector's process only.

import { availableParallelism } from 'node:os';
import type {
  EffectError,
  FetchEffect,
  Manifest,
  SignEffect,
  StoreEffect,
  ToolEffect,
} from '../../../packages/plugin/src/manifest.ts';
import type { Config } from '../../settings/config.ts';
import { limitsFor } from '../../settings/limits.ts';
import type { FetchResponse, HostReply, HostRequestError, SigningResult } from '../../shared/protocol/capabilities.ts';
import type { CheckedProgram, ExampleEffect, Inspection, Program } from '../../shared/protocol/program.ts';
import { refusalsIn } from '../model/refusal.ts';
import { checkedResultSchema } from '../model/result-schemas.ts';
import { freshStatePolicy } from '../model/routes.ts';
import type { BundleRefusal } from '../model/snapshot.ts';
import { candidateOf } from '../model/versions.ts';
import { programKey } from './program-cache.ts';
import type { InspectionOutcome, InspectOptions, LoadOptions, SoundBundle, UninspectedBundle } from './types.ts';

const LEAST_AT_ONCE = 2;
/** Each inspection is a process of some 60 MB, in addition to those that serve calls. */
const MOST_AT_ONCE = 8;

/** Bundles inspected at a time: one for each core, within bounds. */
export const INSPECTED_AT_ONCE = Math.min(MOST_AT_ONCE, Math.max(LEAST_AT_ONCE, availableParallelism()));

type Identity = Pick<UninspectedBundle, 'manifest' | 'digest'>;

const pluginLimits = (manifest: Manifest, config: Config) =>
  limitsFor(manifest.limits ?? {}, config, manifest.name, '');

const keyOf = ({ manifest, digest }: Identity, { config, cache }: InspectOptions): string => {
  const { policy } = freshStatePolicy(config, manifest);
  const inspectedUnder = { limits: pluginLimits(manifest, config), policy };
  return programKey(digest, inspectedUnder, cache?.release ?? '');
};

/** The program from the cache, if the same bundle was inspected before. */
export const keptProgram = async (read: Identity, options: InspectOptions): Promise<CheckedProgram | undefined> => {
  if (!options.cache) return undefined;
  const kept = await options.cache.programs.find(keyOf(read, options));
  return kept?.digest === read.digest && kept.pluginName === read.manifest.name ? Object.freeze(kept) : undefined;
};

/** Inspects a bundle, and keeps its program if it passes. Rejects if the inspector itself fails. */
export const inspectBundle = async (uninspected: UninspectedBundle, options: InspectOptions): Promise<Inspection> => {
  const inspection = await options.inspector.inspect(programOf(uninspected, options));
  if (!inspection.ok) return inspection;
  await options.cache?.programs.keep(keyOf(uninspected, options), inspection.program);
  return { ok: true, program: Object.freeze(inspection.program) };
};

const programOf = (
  { manifest, digest, entryName, factoryCode }: UninspectedBundle,
  { config, examplesMayFail = false }: InspectOptions,
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
    outputSchema: checkedResultSchema(tool),
  })),
});

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

export const isUninspected = (bundle: SoundBundle): bundle is UninspectedBundle => 'factoryCode' in bundle;

/** Inspects a bundle now. Never rejects: a failure of the inspector itself is a host fault. */
export const inspectNow = async (uninspected: UninspectedBundle, options: LoadOptions): Promise<InspectionOutcome> => {
  const { bundle } = uninspected;
  try {
    const inspection = await inspectBundle(uninspected, options);
    if (inspection.ok) return { ok: true, loaded: { ...candidateOf(uninspected), program: inspection.program } };
    const { refusal, isHostFault = false } = inspection;
    return { ok: false, refused: [{ bundle, ...refusal, ...(isHostFault && { isHostFault }) }] };
  } catch (error) {
    return { ok: false, refused: refusalsIn(error).map((refusal) => ({ bundle, ...refusal, isHostFault: true })) };
  }
};

export interface OutcomeOptions extends LoadOptions {
  /** Bundles that are inspected before the catalog exists. */
  readonly first: ReadonlySet<string>;
}

/** Whether a bundle works, as far as it must be known now. A bundle that is not in `first` is listed without a program. */
export const outcomeOf = async (candidate: SoundBundle, options: OutcomeOptions): Promise<InspectionOutcome> => {
  if (!isUninspected(candidate)) return { ok: true, loaded: candidate };
  const { bundle, digest } = candidate;
  const known: readonly BundleRefusal[] | undefined = options.failures?.get(digest);
  if (known) return { ok: false, refused: known.map((refusal) => ({ ...refusal, bundle })) };
  return options.first.has(bundle) ? inspectNow(candidate, options) : { ok: true, loaded: candidateOf(candidate) };
};

const failed = ({ name, message }: EffectError): HostReply => ({
  ok: false,
  text: JSON.stringify({ name, message } satisfies HostRequestError),
});

const given = (value: unknown): HostReply => ({ ok: true, text: JSON.stringify(value) });

/** Header names in lower case, as the broker sends them. */
const headersOf = ({ headers = {}, json }: FetchEffect['answer'] & object): FetchResponse['headers'] => {
  const pairs = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  const isTyped = json === undefined || pairs.some(([name]) => name === 'content-type');
  return isTyped ? pairs : [...pairs, ['content-type', 'application/json']];
};

const responseOf = ({ fetch: url, answer = {} }: FetchEffect): FetchResponse => ({
  url,
  redirected: false,
  status: answer.status ?? 200,
  statusText: '',
  headers: headersOf(answer),
  ...(answer.body !== undefined && { body: answer.body }),
  ...(answer.json !== undefined && { body: JSON.stringify(answer.json) }),
  ...(answer.base64 !== undefined && { base64: answer.base64 }),
});

const fetchEffect = (effect: FetchEffect): ExampleEffect => ({
  kind: 'fetch',
  url: effect.fetch,
  method: effect.method ?? 'GET',
  reply: effect.error ? failed(effect.error) : given(responseOf(effect)),
});

const storeEffect = ({ store, answer, error }: StoreEffect): ExampleEffect => ({
  kind: 'store',
  // The manifest was checked: this is exactly one kind of request, complete.
  request: store as (ExampleEffect & { kind: 'store' })['request'],
  reply: error ? failed(error) : given(answer),
});

const signEffect = ({
  sign: { name, algorithm, text = '', base64 },
  answer = '',
  error,
}: SignEffect): ExampleEffect => ({
  kind: 'sign',
  request: { name, algorithm, base64: base64 ?? Buffer.from(text).toString('base64') },
  reply: error ? failed(error) : given({ base64: answer } satisfies SigningResult),
});

const effectOf = (effect: ToolEffect): ExampleEffect => {
  if ('store' in effect) return storeEffect(effect);
  return 'sign' in effect ? signEffect(effect) : fetchEffect(effect);
};

export const exampleEffects = (effects: readonly ToolEffect[]): readonly ExampleEffect[] => effects.map(effectOf);
