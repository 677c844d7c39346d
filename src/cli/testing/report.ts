// What came of a test run, for people and for scripts.

import { shown } from '../../catalog/model/refusal.ts';
import type { FreshState } from '../../protocol/call.ts';
import type { CommandContext, Paint } from '../command.ts';
import { explainFailure, type FailureScene, failureLines } from '../plugin/failure-lines.ts';
import { logLines } from '../plugin/log-lines.ts';
import type { Called, LoadedPlugin } from '../plugin/workbench.ts';
import type { BrokenTestFile } from './cases.ts';
import { type Headroom, headroomTable } from './headroom.ts';
import type { CaseRun } from './run-cases.ts';

export interface TestRun {
  readonly scene: FailureScene;
  /** The modes that were run, the one that serves first. */
  readonly modes: readonly FreshState[];
  readonly runs: readonly CaseRun[];
  readonly broken: readonly BrokenTestFile[];
  readonly headroom: readonly Headroom[];
  /** How often each call was made for the figures. */
  readonly times: number;
  /** What the code itself shows, one sentence each. */
  readonly warnings: readonly string[];
}

/** Lines for a person. */
export const testReport = async (
  run: TestRun,
  paint: Paint,
  withBars: CommandContext['isInteractive'],
): Promise<readonly string[]> => {
  const { scene, modes, runs, broken, headroom, times } = run;
  const { manifest, program } = scene.plugin;
  const cases = [...Map.groupBy(runs, ({ one }) => one)];
  const failed = cases.filter(([, ofOne]) => ofOne.some(({ verdict }) => verdict)).length + broken.length;
  const caseLines: string[] = [];
  for (const [, ofOne] of cases) caseLines.push(...(await linesOf(ofOne, scene, paint)));
  for (const one of broken) caseLines.push(...(await brokenLines(one, paint)));
  const serving = modes[0] ?? 'isolate';
  return [
    `${paint.strong(`${manifest.name} ${manifest.version ?? '0.0.0'}`)} in ${modes.join(' and ')} mode (${shown(program.verdict.reason, 300)})`,
    ...caseLines,
    ...(headroom.length > 0
      ? [
          '',
          `Below the limits, in ${serving} mode, each call made ${times} times:`,
          ...headroomTable(headroom, paint, withBars),
        ]
      : []),
    '',
    ...(cases.length === 0 && broken.length === 0 ? [noCases(paint)] : []),
    failed === 0
      ? `${paint.good('✓')} ${cases.length} of ${cases.length} cases hold.`
      : `${paint.bad('✗')} ${failed} of ${cases.length + broken.length} cases fail.`,
  ];
};

const noCases = (paint: Paint): string =>
  `${paint.warning('!')} There is nothing to run: give the tools "examples" in plugin.json, or write plugin.test.js.`;

const linesOf = async (runs: readonly CaseRun[], scene: FailureScene, paint: Paint): Promise<readonly string[]> => {
  const [first] = runs;
  if (first === undefined) return [];
  const bad = runs.filter(({ verdict }) => verdict);
  const name = `${first.one.toolName}: ${shown(first.one.name, 120)}${first.one.from === 'example' ? ' (example)' : ''}`;
  if (bad.length === 0) return [`${paint.good('✓')} ${name}`];
  const modes = bad.length === runs.length ? '' : ` (in ${bad.map(({ mode }) => mode).join(', ')} mode)`;
  const [shownRun = first] = bad;
  return [
    `${paint.bad('✗')} ${name}${modes}`,
    ...(await whyLines(shownRun, scene, paint)).map((line) => `    ${line}`),
  ];
};

const whyLines = async (
  { one, called, verdict }: CaseRun,
  scene: FailureScene,
  paint: Paint,
): Promise<readonly string[]> => {
  if (verdict?.checked) return checkedLines(verdict.checked, paint);
  if (!called) return verdict?.reason.split('\n') ?? [];
  const { outcome } = called;
  if (outcome.ok) return [...(verdict?.reason.split('\n') ?? []), ...logLines(called, paint)];
  const explained = await explainFailure(outcome.failure, called, one.toolName, scene);
  return [...failureLines(explained, paint), ...logLines(called, paint)];
};

/** What a check has to say, with its place in the test file. */
const checkedLines = async (
  { plugin, ...called }: Called & { readonly plugin: LoadedPlugin },
  paint: Paint,
): Promise<readonly string[]> => {
  const { outcome } = called;
  if (outcome.ok) return [];
  const explained = await explainFailure(outcome.failure, called, 'check', { plugin });
  return [...failureLines(explained, paint), ...logLines(called, paint)];
};

const brokenLines = async ({ from, called, plugin }: BrokenTestFile, paint: Paint) => [
  `${paint.bad('✗')} ${from} cannot be used as a test file`,
  ...(await checkedLines({ ...called, plugin }, paint)).map((line) => `    ${line}`),
];

/** The same for a script. */
export const testReportJson = async ({
  scene,
  modes,
  runs,
  broken,
  headroom,
  times,
  warnings,
}: TestRun): Promise<object> => {
  const { manifest, bundle, program } = scene.plugin;
  const cases = [];
  for (const { one, mode, called, verdict } of runs) {
    const failure =
      !called || called.outcome.ok
        ? undefined
        : (await explainFailure(called.outcome.failure, called, one.toolName, scene)).failure;
    cases.push({
      tool: one.toolName,
      name: one.name,
      from: one.from,
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
