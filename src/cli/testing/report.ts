// The report of a test run, for people and for scripts.

import { shown } from '../../catalog/model/refusal.ts';
import type { FreshState } from '../../shared/protocol/fresh-state.ts';
import type { Style } from '../common/command.ts';
import { explainFailure, type FailureContext, failureLines } from '../plugin/failure-lines.ts';
import { logLines } from '../plugin/log-lines.ts';
import type { Called } from '../plugin/stack-lines.ts';
import type { BrokenTestFile } from './cases.ts';
import { type Headroom, headroomTable } from './headroom.ts';
import type { CaseRun } from './run-cases.ts';

export interface TestRun {
  readonly failureContext: FailureContext;
  /** The modes that were run. The first is the one that a server would use. */
  readonly modes: readonly FreshState[];
  readonly runs: readonly CaseRun[];
  readonly broken: readonly BrokenTestFile[];
  readonly headroom: readonly Headroom[];
  /** How often each call was made for the figures. */
  readonly times: number;
  /** Warnings about the code, one sentence each. */
  readonly warnings: readonly string[];
}

export const testReport = async (run: TestRun, style: Style, withBars: boolean): Promise<readonly string[]> => {
  const { failureContext, modes, runs, broken, headroom, times } = run;
  const { manifest, program } = failureContext.plugin;
  const cases = [...Map.groupBy(runs, ({ testCase }) => testCase)];
  const failed = cases.filter(([, runsOfCase]) => runsOfCase.some(({ verdict }) => verdict)).length + broken.length;
  const caseLines: string[] = [];
  for (const [, runsOfCase] of cases) caseLines.push(...(await linesOf(runsOfCase, failureContext, style)));
  for (const brokenFile of broken) caseLines.push(...(await brokenLines(brokenFile, style)));
  const serving = modes[0] ?? 'isolate';
  return [
    `${style.strong(`${manifest.name} ${manifest.version ?? '0.0.0'}`)} in ${modes.join(' and ')} mode (${shown(program.verdict.reason, 300)})`,
    ...caseLines,
    ...(headroom.length > 0
      ? [
          '',
          `Below the limits, in ${serving} mode, each call made ${times} times:`,
          ...headroomTable(headroom, style, withBars),
        ]
      : []),
    '',
    ...(cases.length === 0 && broken.length === 0
      ? [
          `${style.warning('!')} There is nothing to run: give the tools "examples" in plugin.json, or write plugin.test.js.`,
        ]
      : []),
    failed === 0
      ? `${style.good('✓')} ${cases.length} of ${cases.length} cases hold.`
      : `${style.bad('✗')} ${failed} of ${cases.length + broken.length} cases fail.`,
  ];
};

const linesOf = async (runs: readonly CaseRun[], failureContext: FailureContext, style: Style) => {
  const [first] = runs;
  if (first === undefined) return [];
  const bad = runs.filter(({ verdict }) => verdict);
  const name = `${first.testCase.toolName}: ${shown(first.testCase.name, 120)}${first.testCase.from === 'example' ? ' (example)' : ''}`;
  if (bad.length === 0) return [`${style.good('✓')} ${name}`];
  const modes = bad.length === runs.length ? '' : ` (in ${bad.map(({ mode }) => mode).join(', ')} mode)`;
  const [shownRun = first] = bad;
  return [
    `${style.bad('✗')} ${name}${modes}`,
    ...(await whyLines(shownRun, failureContext, style)).map((line) => `    ${line}`),
  ];
};

const whyLines = async (
  { testCase, called, verdict }: CaseRun,
  failureContext: FailureContext,
  style: Style,
): Promise<readonly string[]> => {
  if (verdict?.checked) return calledLines(verdict.checked, 'check', verdict.checked, style);
  const reason = verdict?.reason.split('\n') ?? [];
  if (!called) return reason;
  const lines = await calledLines(called, testCase.toolName, failureContext, style);
  return called.outcome.ok ? [...reason, ...lines] : lines;
};

/** The failure of a call, if it failed, and its log. */
const calledLines = async (
  called: Called,
  toolName: string,
  failureContext: FailureContext,
  style: Style,
): Promise<readonly string[]> => {
  const { outcome } = called;
  const log = await logLines(called, failureContext.plugin.bundle, style);
  if (outcome.ok) return log;
  const explained = await explainFailure(outcome.failure, called, toolName, failureContext);
  return [...failureLines(explained, style), ...log];
};

const brokenLines = async ({ from, called, plugin }: BrokenTestFile, style: Style) => [
  `${style.bad('✗')} ${from} cannot be used as a test file`,
  ...(await calledLines(called, 'check', { plugin }, style)).map((line) => `    ${line}`),
];

export const testReportJson = async (run: TestRun): Promise<object> => {
  const { failureContext, modes, runs, broken, headroom, times, warnings } = run;
  const { manifest, bundle, program } = failureContext.plugin;
  const cases = [];
  for (const { testCase, mode, called, verdict } of runs) {
    const failure =
      !called || called.outcome.ok
        ? undefined
        : (await explainFailure(called.outcome.failure, called, testCase.toolName, failureContext)).failure;
    cases.push({
      tool: testCase.toolName,
      name: testCase.name,
      from: testCase.from,
      mode,
      ok: verdict === undefined,
      ...(verdict && { reason: verdict.reason }),
      ...(verdict && failure && { failure }),
    });
  }
  return {
    ok: broken.length === 0 && cases.every(({ ok }) => ok),
    name: manifest.name,
    version: manifest.version ?? '0.0.0',
    digest: bundle.digest,
    modes,
    verdict: program.verdict,
    cases,
    broken: broken.map(({ from, called: { outcome } }) => ({
      from,
      ...(outcome.ok ? {} : { failure: outcome.failure }),
    })),
    warnings,
    runs: times,
    headroom,
  };
};
