// Tries a bundle out in a runner that is thrown away afterwards: compiles its schemas, evaluates its module, looks at its exports.

import type { InspectionStage } from '../../protocol/messages.ts';
import type { FreshStateVerdict, Inspection, Program, Refusal } from '../../protocol/program.ts';
import { GuestRealm, ModuleCode } from '../isolates/guest-realm.ts';
import { processCpuMs } from '../isolates/process-cpu.ts';
import { freshSeeds } from '../isolates/seeds.ts';
import { ValidatorIsolate } from '../isolates/validator-isolate.ts';
import { runExamples } from './example-runs.ts';
import { compileDiagnosis, compileValidators, SchemaRefused } from './schema-compile.ts';

export interface InspectionOptions {
  readonly memoryMb: number;
  readonly loadMs: number;
  /** Told what comes next and where, so that a step that never returns can be explained by whoever kills the process. */
  readonly onStage: (stage: InspectionStage, where: string) => void;
}

const WATCH_EVERY_MS = 10;

const UNJUDGED: FreshStateVerdict = { mode: 'isolate', reason: 'it was not tried out' };

const refuse = (refusal: Refusal): Inspection => ({ ok: false, refusal });

/** Resolves with the program and its validators, or with the reason why it is refused. Never rejects for the plugin's fault. */
export const inspectProgram = async (program: Program, options: InspectionOptions): Promise<Inspection> => {
  let validatorCode: string;
  let diagnosisCode: string;
  try {
    const onTool = (where: string): void => options.onStage('schema', where);
    validatorCode = compileValidators(program, onTool);
    diagnosisCode = compileDiagnosis(program, onTool);
    // Making the isolate proves that the validators' code loads, too.
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
  const { pluginName, digest, entryName, factoryCode, limits } = program;
  const tools = new Map(program.tools.map(({ name, exportName }) => [name, exportName]));
  const unjudged = { pluginName, digest, entryName, factoryCode, validatorCode, diagnosisCode, verdict: UNJUDGED };
  const shown = await runExamples(unjudged, program.examples, {
    limits,
    tools,
    mustHold: program.examplesMustHold,
    onExample: (where) => options.onStage('example', where),
  });
  if ('refusal' in shown) return refuse(shown.refusal);
  return { ok: true, program: { ...unjudged, verdict: shown.verdict } };
};

const moduleExports = async (
  program: Program,
  { memoryMb, loadMs }: InspectionOptions,
): Promise<Map<string, string> | Refusal> => {
  const where = program.entryName;
  let isTooSlow = false;
  try {
    const code = new ModuleCode(program.factoryCode, where);
    const realm = await GuestRealm.prepare({ code, memoryMb, isFrozen: false, onCatastrophe: () => {} });
    const seed = [...freshSeeds(), realm.cryptoSeed];
    const entry = ['exports', undefined, undefined, undefined, undefined, undefined, ...seed];
    // A module does nothing but compute while it loads: on a busy machine that takes longer, and no more CPU. The host
    // ends one that is late by the clock.
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
        reason: `it takes longer to load than ${loadMs} ms (plugins.loadMs)`,
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
      hint: 'Run the module by itself and mend what it throws; Node and DOM globals do not exist here.',
    };
  }
};

/** Calls back once this process has used so much CPU, unless the function that it returns is called before. */
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

/** Message of anything thrown; what the guest threw may be anything. */
const messageOf = (error: unknown): string => {
  const text =
    error instanceof Error ? `${error.name === 'Error' ? '' : `${error.name}: `}${error.message}` : String(error);
  return text.slice(0, 1000);
};
