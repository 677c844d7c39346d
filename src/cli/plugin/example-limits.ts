// Examples that pass a limit. A server serves such a plugin, since a busy machine may be the reason; whoever checks one wants to know.

import { exampleCases } from '../testing/cases.ts';
import { type ExplainedFailure, explainFailure, type FailureScene } from './failure-lines.ts';
import { LIMIT_PASSED, type Workbench } from './workbench.ts';

/** An example that does not end within the limits. */
export interface LimitPassed {
  readonly toolName: string;
  /** What the manifest calls the example. */
  readonly example: string;
  readonly reason: string;
  /** Absent for an example with effects. */
  readonly failure?: ExplainedFailure;
}

/** Calls the examples of a plugin that may have passed one, each by itself. A plugin in realm mode has none: all of its were compared. */
export const examplesOverLimits = async (bench: Workbench, scene: FailureScene): Promise<readonly LimitPassed[]> => {
  const { plugin } = scene;
  if (plugin.program.verdict.mode === 'realm') return [];
  const passed: LimitPassed[] = [];
  for (const { toolName, name: example, argumentsText, scriptedExample } of exampleCases(plugin.manifest)) {
    if (scriptedExample !== undefined) {
      const [reason] = await bench.faultsOfExamples(plugin, [{ toolName, index: scriptedExample }]);
      if (reason !== undefined) passed.push({ toolName, example, reason });
      continue;
    }
    const called = await bench.call(plugin.snapshot, toolName, argumentsText);
    if (called.outcome.ok) continue;
    const { failure } = await explainFailure(called.outcome.failure, called, toolName, scene);
    // A busy machine says nothing of the tool: what was seen when the plugin was tried out stands.
    const isUnclear =
      failure.fault === 'host' && plugin.program.verdict.reason.startsWith(`${toolName} ${LIMIT_PASSED}`);
    const reason = `${failure.code}: ${failure.detail}`;
    if (isUnclear) passed.push({ toolName, example, reason: `${LIMIT_PASSED}, and when called once more: ${reason}` });
    if (failure.limit !== undefined) passed.push({ toolName, example, reason, failure });
  }
  return passed;
};
