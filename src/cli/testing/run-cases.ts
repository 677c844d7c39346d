// Runs cases in each mode that a plugin may get, one after the other, and keeps what each cost.

import { freshStatePolicy } from '../../catalog/model/snapshot.ts';
import type { Config } from '../../config/config.ts';
import type { FreshState, Usage } from '../../protocol/call.ts';
import { type Called, type LoadedPlugin, type Workbench, withRoutes } from '../plugin/workbench.ts';
import type { Case, Verdict } from './cases.ts';

/** A case in one mode. */
export interface CaseRun {
  readonly one: Case;
  readonly mode: FreshState;
  /** Absent for an example that was tried out instead. */
  readonly called?: Called;
  /** What is wrong; undefined where the case holds. */
  readonly verdict: Verdict | undefined;
}

/** What one call cost. */
export interface Sample extends Usage {
  readonly toolName: string;
  readonly resultBytes: number;
}

/** The modes that a plugin may get, the one it would get under this configuration first. */
export const modesOf = ({ manifest, program, snapshot }: LoadedPlugin, config: Config): readonly FreshState[] => {
  const [route] = snapshot.routes.values();
  const served = route?.freshState ?? 'isolate';
  const { policy } = freshStatePolicy(config, manifest);
  if (policy !== 'auto' || program.verdict.mode !== 'realm') return [served];
  return ['realm', 'isolate'];
};

const inMode = (plugin: LoadedPlugin, freshState: FreshState) =>
  withRoutes(plugin.snapshot, (route) => ({ ...route, freshState }));

/** Runs every case in every mode. */
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
  const faults = [...(await bench.faultsOfExamples(plugin, scripted))];
  for (const [index, mode] of modes.entries()) {
    const snapshot = inMode(plugin, mode);
    for (const one of cases) {
      if (one.scriptedExample !== undefined) {
        // Trying out has both modes in it.
        if (index > 0) continue;
        const reason = faults.shift();
        runs.push({ one, mode, verdict: reason === undefined ? undefined : { reason } });
        continue;
      }
      const called = await bench.call(snapshot, one.toolName, one.argumentsText);
      runs.push({ one, mode, called, verdict: await one.judge(called.outcome) });
    }
  }
  return runs;
};

/** Calls again what had a result, so many times in turn, for figures of what calls cost. */
export const sample = async (
  bench: Workbench,
  plugin: LoadedPlugin,
  cases: readonly Case[],
  options: { readonly mode: FreshState; readonly times: number },
): Promise<readonly Sample[]> => {
  const snapshot = inMode(plugin, options.mode);
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
 * The smallest `memoryMb`, doubled from 16, under which a tool's cases still have their results: V8 lets nobody ask afterwards how much
 * a call needed at its height. In an isolate each, whose heap is the call's alone. Tool → megabytes; none for a tool that needs it all.
 */
export const smallestHeaps = async (
  bench: Workbench,
  plugin: LoadedPlugin,
  cases: readonly Case[],
): Promise<ReadonlyMap<string, number>> => {
  const found = new Map<string, number>();
  for (const [toolName, route] of plugin.snapshot.routes) {
    const own = cases.filter((one) => one.toolName === toolName);
    if (own.length === 0) continue;
    for (let memoryMb = LEAST_HEAP_MB; memoryMb < route.limits.memoryMb; memoryMb *= 2) {
      if (!(await passes(bench, plugin, own, memoryMb))) continue;
      found.set(toolName, memoryMb);
      break;
    }
  }
  return found;
};

const passes = async (
  bench: Workbench,
  plugin: LoadedPlugin,
  cases: readonly Case[],
  memoryMb: number,
): Promise<boolean> => {
  const snapshot = withRoutes(plugin.snapshot, (route) => ({
    ...route,
    freshState: 'isolate',
    limits: { ...route.limits, memoryMb },
  }));
  for (const { toolName, argumentsText } of cases)
    if (!(await bench.call(snapshot, toolName, argumentsText)).outcome.ok) return false;
  return true;
};
