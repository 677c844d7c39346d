// Inspects a bundle: compiles its schemas, evaluates its module, checks its exports, runs its examples. Runs in a runner that is used once.

import { type GuestEntry, LIST_EXPORTS } from '../../../shared/protocol/guest-wire.ts';
import type { InspectionStage } from '../../../shared/protocol/messages.ts';
import type { FreshStateVerdict, Inspection, Program, Refusal } from '../../../shared/protocol/program.ts';
import { GuestIsolate } from '../isolates/guest-isolate.ts';
import { ModuleCode } from '../isolates/module-code.ts';
import { processCpuMs } from '../isolates/process-cpu.ts';
import { freshSeeds } from '../isolates/seeds.ts';
import { ValidatorIsolate } from '../isolates/validator-isolate.ts';
import { runExamples } from './example-runs.ts';
import { compileDiagnosis, compileValidators, SchemaRefused } from './schema-compile.ts';

export interface InspectionOptions {
  /** V8 heap while the module loads, in MB. */
  readonly memoryMb: number;
  /** CPU time that loading the module may take, in milliseconds. */
  readonly loadMs: number;
  /** Called before each step, so that a step that never returns can be explained after the process is killed. */
  readonly onStage: (stage: InspectionStage, where: string) => void;
}

const WATCH_EVERY_MS = 10;

const UNJUDGED: FreshStateVerdict = { mode: 'isolate', reason: 'it was not inspected' };

const refuse = (refusal: Refusal): Inspection => ({ ok: false, refusal });

/** Resolves with the program and its validators, or with the reason why it is refused. Never rejects for the plugin's fault. */
export const inspectProgram = async (program: Program, options: InspectionOptions): Promise<Inspection> => {
  let validatorCode: string;
  let diagnosisCode: string;
  try {
    const onTool = (where: string): void => options.onStage('schema', where);
    validatorCode = compileValidators(program, onTool);
    diagnosisCode = compileDiagnosis(program, onTool);
    // Making the isolate also proves that the validators' code loads.
    await new ValidatorIsolate(validatorCode, () => {}).warm();
  } catch (error) {
    if (error instanceof SchemaRefused) return refuse(error.refusal);
    return refuse({
      where: 'plugin.json',
      reason: `the schemas do not load: ${messageOf(error)}`,
      hint: 'Simplify the schemas.',
    });
  }
  options.onStage('module', program.entryName);
  const exports = await moduleExports(program, options);
  if (!(exports instanceof Map)) return refuse(exports);
  for (const [index, tool] of program.tools.entries()) {
    const type = exports.get(tool.exportName);
    if (type === 'function') continue;
    const names = [...exports.keys()].slice(0, 10).join(', ');
    const found =
      type === undefined
        ? `does not export ${tool.exportName}`
        : `exports ${tool.exportName} as ${type}, not as a function`;
    return refuse({
      where: `${program.entryName} (plugin.json /tools/${index}/export)`,
      reason: `it ${found}; it exports ${names === '' ? 'nothing' : names}`,
      hint: `Export a function named ${tool.exportName}, or name the right one in "export".`,
    });
  }
  const { pluginName, digest, entryName, factoryCode } = program;
  const unjudged = { pluginName, digest, entryName, factoryCode, validatorCode, diagnosisCode, verdict: UNJUDGED };
  const result = await runExamples(unjudged, program, (where) => options.onStage('example', where));
  if ('refusal' in result) return refuse(result.refusal);
  return { ok: true, program: { ...unjudged, verdict: result.verdict } };
};

const moduleExports = async (
  program: Program,
  { memoryMb, loadMs }: InspectionOptions,
): Promise<Map<string, string> | Refusal> => {
  const where = program.entryName;
  let isTooSlow = false;
  try {
    const code = new ModuleCode(program.factoryCode, where);
    const realm = await GuestIsolate.prepare({ code, memoryMb, onCatastrophe: () => {} }, false);
    const entry: GuestEntry = [LIST_EXPORTS, ...freshSeeds(), realm.cryptoSeed];
    // A module only computes while it loads. On a busy machine that takes longer, but no more CPU time, so only CPU time counts here.
    // The host kills an inspection that takes too long by the clock.
    const stopWatching = overCpu(loadMs, () => {
      isTooSlow = true;
      realm.dispose();
    });
    const returned = await realm.enter.apply(undefined, entry, { result: { copy: true } }).finally(stopWatching);
    const list: unknown = JSON.parse(String(returned));
    return new Map(Array.isArray(list) ? list.filter(isNameAndType) : []);
  } catch (error) {
    if (isTooSlow) {
      return {
        where,
        reason: `it takes longer to load than ${loadMs} ms`,
        hint: 'Do the work inside the tools, not while the module loads.',
      };
    }
    const message = messageOf(error);
    if (/disposed/.test(message)) {
      return {
        where,
        reason: `the module used more than ${memoryMb} MB while loading (limits.memoryMb)`,
        hint: 'Build large tables inside the tools, or raise the limit for this plugin.',
      };
    }
    return {
      where,
      reason: `the module threw while loading: ${message}`,
      hint: 'Correct what it throws. A module has no page, and only the files and variables of an environment that plugin.json names.',
    };
  }
};

/** Calls `onOver` when this process has used more than `cpuMs`, unless the returned function is called before. */
const overCpu = (cpuMs: number, onOver: () => void): (() => void) => {
  const fromMs = processCpuMs();
  const watch = setInterval(() => {
    if (processCpuMs() - fromMs <= cpuMs) return;
    clearInterval(watch);
    onOver();
  }, WATCH_EVERY_MS);
  return () => clearInterval(watch);
};

const isNameAndType = (entry: unknown): entry is [string, string] =>
  Array.isArray(entry) && entry.length === 2 && typeof entry[0] === 'string' && typeof entry[1] === 'string';

/** The message of any thrown value: a guest may throw anything. */
const messageOf = (error: unknown): string => {
  const text =
    error instanceof Error ? `${error.name === 'Error' ? '' : `${error.name}: `}${error.message}` : String(error);
  return text.slice(0, 1000);
};
