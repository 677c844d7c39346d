// Runs cases one after the other in each mode that a plugin may get, and measures the cost of calls.

import { freshStatePolicy } from '../../catalog/model/routes.ts';
import type { CatalogSnapshot } from '../../catalog/model/snapshot.ts';
import type { Config } from '../../settings/config.ts';
import type { Usage } from '../../shared/protocol/call.ts';
import type { FreshState } from '../../shared/protocol/fresh-state.ts';
import type { Called } from '../plugin/stack-lines.ts';
import { type LoadedPlugin, type Workbench, withRoutes } from '../plugin/workbench.ts';
import type { Case, Verdict } from './cases.ts';
import { faultsOfExamples } from './examples.ts';

export interface CaseRun {
  readonly testCase: Case;
  readonly mode: FreshState;
  /** Absent for an example that an inspection ran instead. */
  readonly called?: Called;
  /** Why the case failed; undefined if it holds. */
  readonly verdict: Verdict | undefined;
}

export interface Sample extends Usage {
  readonly toolName: string;
  readonly resultBytes: number;
}

/** The modes that a plugin may get. The first is the one that it gets under this configuration. */
export const modesOf = ({ manifest, program, snapshot }: LoadedPlugin, config: Config): readonly FreshState[] => {
  const [route] = snapshot.routes.values();
  const served = route?.freshState ?? 'isolate';
  const { policy } = freshStatePolicy(config, manifest);
  if (policy !== 'auto' || program.verdict.mode !== 'realm') return [served];
  return ['realm', 'isolate'];
};

export const runCases = async (
  bench: Workbench,
  plugin: LoadedPlugin,
  cases: readonly Case[],
  modes: readonly FreshState[],
): Promise<readonly CaseRun[]> => {
  const runs: CaseRun[] = [];
  const scripted = cases.flatMap(({ toolName, scriptedExample: index }) =>
    index === undefined ? [] : { toolName, index },
  );
  const faults = [...(await faultsOfExamples(bench, plugin, scripted))];
  for (const [index, mode] of modes.entries()) {
    const snapshot = withRoutes(plugin.snapshot, mode);
    for (const testCase of cases) {
      if (testCase.scriptedExample !== undefined) {
        // An inspection covers both modes.
        if (index > 0) continue;
        const reason = faults.shift();
        runs.push({ testCase, mode, verdict: reason === undefined ? undefined : { reason } });
        continue;
      }
      const called = await bench.callOfAuthor({ ...plugin, snapshot }, testCase.toolName, testCase.argumentsText);
      runs.push({ testCase, mode, called, verdict: await testCase.judge(called.outcome) });
    }
  }
  return runs;
};

/** Makes each call of `cases` `times` times, in turn, and returns the cost of those that had a result. */
export const sample = async (
  bench: Workbench,
  plugin: LoadedPlugin,
  cases: readonly Case[],
  options: { readonly mode: FreshState; readonly times: number },
): Promise<readonly Sample[]> => {
  const snapshot = withRoutes(plugin.snapshot, options.mode);
  const samples: Sample[] = [];
  for (let turn = 0; turn < options.times; turn += 1) {
    for (const { toolName, argumentsText } of cases) {
      const { outcome } = await bench.call(snapshot, toolName, argumentsText);
      if (outcome.ok) samples.push({ ...outcome.usage, toolName, resultBytes: outcome.resultJson.length });
    }
  }
  return samples;
};

const LEAST_HEAP_MB = 16;

/**
 * Finds the smallest `memoryMb`, doubled from 16, under which all cases of a tool still have results: V8 does not report the peak of a call's heap. Each call
 * has an isolate, and so a heap, of its own. Resolves with tool → megabytes, without the tools that need all that they may use.
 */
export const smallestHeaps = async (
  bench: Workbench,
  plugin: LoadedPlugin,
  cases: readonly Case[],
): Promise<ReadonlyMap<string, number>> => {
  const found = new Map<string, number>();
  for (const [toolName, route] of plugin.snapshot.routes) {
    const own = cases.filter((testCase) => testCase.toolName === toolName);
    if (own.length === 0) continue;
    for (let memoryMb = LEAST_HEAP_MB; memoryMb < route.limits.memoryMb; memoryMb *= 2) {
      const snapshot = withRoutes(plugin.snapshot, 'isolate', { memoryMb });
      if (!(await allSucceed(bench, snapshot, own))) continue;
      found.set(toolName, memoryMb);
      break;
    }
  }
  return found;
};

const allSucceed = async (bench: Workbench, snapshot: CatalogSnapshot, cases: readonly Case[]): Promise<boolean> => {
  for (const { toolName, argumentsText } of cases)
    if (!(await bench.call(snapshot, toolName, argumentsText)).outcome.ok) return false;
  return true;
};
