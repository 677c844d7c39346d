// Runs examples that list answers of the host, and finds examples that pass a limit. A server serves a plugin with such examples, since a busy machine may be
// the reason, but its author should know.

import { shown } from '../../catalog/model/refusal.ts';
import type { Inspection } from '../../shared/protocol/program.ts';
import { type ExplainedFailure, explainFailure, type FailureContext } from '../plugin/failure-lines.ts';
import { LIMIT_PASSED, type LoadedPlugin, type Workbench } from '../plugin/workbench.ts';
import { exampleCases } from './cases.ts';

export interface PickedExample {
  readonly toolName: string;
  readonly index: number;
}

/** Why an example does not hold; undefined if it does. */
type Fault = string | undefined;

/** Most examples that one inspection runs: see src/cell/runner/inspection/example-runs.ts. */
const MOST_EXAMPLES = 24;

const FAULT_CHARACTERS = 1_000;

/**
 * Tries examples out with the answers of the host that they list (`effects`). Resolves with the fault of each example, undefined if it holds.
 * Tries them all together first, since each inspection takes a process, and one by one only if not all of them hold in both modes.
 */
export const faultsOfExamples = async (
  bench: Workbench,
  plugin: LoadedPlugin,
  picked: readonly PickedExample[],
): Promise<readonly Fault[]> => {
  const faults: Fault[] = [];
  for (let from = 0; from < picked.length; from += MOST_EXAMPLES) {
    const some = picked.slice(from, from + MOST_EXAMPLES);
    const together = some.length > 1 ? await tryExamples(bench, plugin, some) : undefined;
    if (together?.ok && together.program.verdict.mode === 'realm') faults.push(...some.map(() => undefined));
    else for (const example of some) faults.push(faultOf(await tryExamples(bench, plugin, [example])));
  }
  return faults;
};

const tryExamples = (
  bench: Workbench,
  { manifest, program }: LoadedPlugin,
  picked: readonly PickedExample[],
): Promise<Inspection> => {
  const tools = manifest.tools.map((tool) => ({
    ...tool,
    examples: (tool.examples ?? []).filter((_, index) =>
      picked.some((example) => example.toolName === tool.name && example.index === index),
    ),
  }));
  return bench.inspect({ ...program, manifest: { ...manifest, tools } }, program.factoryCode);
};

const faultOf = (inspection: Inspection): Fault => {
  if (!inspection.ok) return shown(inspection.refusal.reason, FAULT_CHARACTERS);
  const { reason } = inspection.program.verdict;
  return reason.includes(LIMIT_PASSED) ? shown(reason, FAULT_CHARACTERS) : undefined;
};

export interface LimitPassed {
  readonly toolName: string;
  /** The example's description, or its number. */
  readonly example: string;
  readonly reason: string;
  /** Absent for an example with effects. */
  readonly failure?: ExplainedFailure;
}

/** Calls each example of a plugin that may pass a limit. A plugin in realm mode has no such example: all of its examples were run and compared. */
export const examplesOverLimits = async (
  bench: Workbench,
  failureContext: FailureContext,
): Promise<readonly LimitPassed[]> => {
  const { plugin } = failureContext;
  if (plugin.program.verdict.mode === 'realm') return [];
  const passed: LimitPassed[] = [];
  for (const { toolName, name: example, argumentsText, scriptedExample } of exampleCases(plugin.manifest)) {
    if (scriptedExample !== undefined) {
      const [reason] = await faultsOfExamples(bench, plugin, [{ toolName, index: scriptedExample }]);
      if (reason !== undefined) passed.push({ toolName, example, reason });
      continue;
    }
    const called = await bench.call(plugin.snapshot, toolName, argumentsText);
    if (called.outcome.ok) continue;
    const { failure } = await explainFailure(called.outcome.failure, called, toolName, failureContext);
    // The machine was busy, so this call proves nothing: the finding of the inspection remains.
    const isUnclear =
      failure.fault === 'host' && plugin.program.verdict.reason.startsWith(`${toolName} ${LIMIT_PASSED}`);
    const reason = `${failure.code}: ${failure.detail}`;
    if (isUnclear) passed.push({ toolName, example, reason: `${LIMIT_PASSED}, and when called once more: ${reason}` });
    if (failure.limit !== undefined) passed.push({ toolName, example, reason, failure });
  }
  return passed;
};
