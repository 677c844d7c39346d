// Inspects a bundle in a throwaway runner, and turns a runner that is late or lost into a refusal. Main thread.

import type { InspectionStage } from '../../shared/protocol/messages.ts';
import type { FreshStateVerdict, Inspection, Program, Refusal } from '../../shared/protocol/program.ts';
import { LoadClock } from './load-clock.ts';
import type { RunnerProcess } from './runner-process.ts';
import type { InspectionLimits } from './settings.ts';

const LATE_WORDS: Readonly<Record<InspectionStage, string>> = {
  schema: 'its schema takes longer to compile',
  module: 'it takes longer to load',
  example: 'an example of its manifest takes longer to run',
};

/** For a process that is still starting, on a busy machine. */
const START_MS = 10_000;

/** Resolves with the program and its validators, or with a refusal, and retires the runner. Never rejects through a fault of the plugin. */
export const runInspection = (
  runner: RunnerProcess,
  program: Program,
  limits: InspectionLimits,
  { onStarted, onExited }: { readonly onStarted: () => void; readonly onExited: (lost: boolean) => void },
): Promise<Inspection> =>
  new Promise((resolve) => {
    let stage: { stage: InspectionStage; where: string } | undefined;
    // Each stage restarts the clock, so a runner that names stages without end would never be late.
    let stagesLeft = mostStages(program);
    const finish = (inspection: Inspection): void => {
      clearTimeout(startTimer);
      clock.stop();
      resolve(inspection);
      runner.retire();
    };
    const refuse = (reason: string, hint: string): void =>
      finish({ ok: false, refusal: { where: stage?.where ?? program.entryName, reason, hint } });
    const clock = new LoadClock(runner, limits.loadMs + limits.killGraceMs, (isStarved) => {
      if (isStarved) return finish(starved(stage?.where ?? program.entryName));
      refuse(...lateWords(stage?.stage ?? 'module', limits.loadMs));
    });
    const startTimer = setTimeout(() => {
      finish(noRunner(program, `it was not ready within ${START_MS / 1000} s`));
    }, START_MS);
    const begin = (): void => {
      clearTimeout(startTimer);
      clock.start();
      stage = { stage: 'schema', where: 'plugin.json' };
      runner.inspect(JSON.stringify(program), limits, {
        onStage: (name, where) => {
          stagesLeft -= 1;
          if (stagesLeft < 0) return;
          stage = { stage: name, where };
          clock.start();
        },
        onInspected: (text) => finish(readInspection(text, program)),
        onOverMemory: (usedMb) =>
          refuse(
            `it takes ${usedMb} MB of memory to load; at most ${limits.loadRssMb} MB are allowed (limits.runnerRssMb)`,
            'Build large tables inside the tools.',
          ),
      });
    };
    runner.listen({
      onReady: () => {
        onStarted();
        begin();
      },
      onRoom: () => {},
      onExited: (lost) => {
        if (!stage) finish(noRunner(program, runner.startFailure));
        if (runner.end === 'not_ready') finish(noRunner(program, 'something on this machine stopped its process'));
        refuse(
          'its process ended while it was tried out',
          'A builtin was called in a way that stops the engine; run the module by itself.',
        );
        onExited(lost);
      },
    });
    if (runner.state === 'ready') begin();
  });

const lateWords = (stage: InspectionStage, loadMs: number): [reason: string, hint: string] => [
  `${LATE_WORDS[stage]} than ${loadMs} ms and cannot be interrupted`,
  stage === 'schema' ? 'Simplify the schema.' : 'Do the work inside the tools, not while the module loads.',
];

/** Two schemas of each tool, the examples, and a few more for the module. */
const mostStages = ({ tools, examples }: Program): number => 2 * tools.length + examples.length + 8;

/** The refusal of a program for which no runner started. */
export const noRunner = ({ entryName }: Program, cause = 'the host is shutting down'): Inspection => ({
  ok: false,
  isHostFault: true,
  refusal: {
    where: entryName,
    reason: `not tried out, since the host could not start a runner: ${cause}`,
    hint: 'This is a fault of the host, not of the plugin: "toolcell doctor" says what to do.',
  },
});

/** The refusal of a program for which the machine had no CPU time. */
const starved = (where: string): Inspection => ({
  ok: false,
  isHostFault: true,
  refusal: {
    where,
    reason: 'not tried out to the end, since the machine was too busy',
    hint: 'This is a fault of the host, not of the plugin: let it try again when the machine has less to do.',
  },
});

/** Reads a runner's report, untrusted. Takes only the code of the validators, the verdict and a refusal from it, as text. */
const readInspection = (text: string, program: Program): Inspection => {
  const unreadable: Inspection = {
    ok: false,
    refusal: {
      where: program.entryName,
      reason: 'its process gave no readable report',
      hint: 'Try again. If it stays so, report it.',
    },
  };
  let report: unknown;
  try {
    report = JSON.parse(text);
  } catch {
    return unreadable;
  }
  const {
    ok,
    program: checked,
    refusal,
  } = (report ?? {}) as {
    ok?: unknown;
    program?: {
      validatorCode?: unknown;
      diagnosisCode?: unknown;
      verdict?: { mode?: unknown; reason?: unknown } | undefined;
    };
    refusal?: Record<string, unknown>;
  };
  const { validatorCode, diagnosisCode, verdict } = checked ?? {};
  if (ok === true && typeof validatorCode === 'string' && typeof diagnosisCode === 'string') {
    const { pluginName, digest, entryName, factoryCode } = program;
    const code = { factoryCode, validatorCode, diagnosisCode };
    return { ok: true, program: { pluginName, digest, entryName, ...code, verdict: readVerdict(verdict) } };
  }
  const cut = (name: keyof Refusal): string => String(refusal?.[name] ?? '').slice(0, 1000);
  return ok === false
    ? { ok: false, refusal: { where: cut('where'), reason: cut('reason'), hint: cut('hint') } }
    : unreadable;
};

/** `isolate`, the stricter mode, unless the report names `realm` exactly. */
const readVerdict = (verdict: { mode?: unknown; reason?: unknown } | undefined): FreshStateVerdict => ({
  mode: verdict?.mode === 'realm' ? 'realm' : 'isolate',
  reason: typeof verdict?.reason === 'string' ? verdict.reason.slice(0, 500) : 'its process gave no reason',
});
