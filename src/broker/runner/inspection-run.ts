// Tries a bundle out in a runner that is thrown away afterwards, and explains it when the runner never comes back.

import type { InspectionStage } from '../../protocol/messages.ts';
import type { FreshStateVerdict, Inspection, Program, Refusal } from '../../protocol/program.ts';
import { LoadClock } from './load-clock.ts';
import type { RunnerProcess } from './runner-process.ts';

export interface InspectionLimits {
  readonly loadMs: number;
  readonly loadMemoryMb: number;
  readonly loadRssMb: number;
  readonly killGraceMs: number;
}

const STAGE_WORDS: Readonly<Record<InspectionStage, string>> = {
  schema: 'its schema takes longer to compile',
  module: 'it takes longer to load',
  example: 'an example of its manifest takes longer to run',
};

/** Extra time for a process that is still starting, on a machine that is busy. */
const START_MS = 10_000;

/** Told of the process itself. */
export interface InspectionFleet {
  readonly onStarted: () => void;
  readonly onExited: (lost: boolean) => void;
}

/** Resolves with the program and its validators or a refusal; the runner is gone by then. Never rejects for the plugin's fault. */
export const runInspection = (
  runner: RunnerProcess,
  program: Program,
  limits: InspectionLimits,
  { onStarted, onExited }: InspectionFleet,
): Promise<Inspection> =>
  new Promise((resolve) => {
    let stage: { stage: InspectionStage; where: string } | undefined;
    // Each is given its time anew: a runner that names them without end would never be done.
    let stagesLeft = mostStages(program);
    const finish = (inspection: Inspection): void => {
      clearTimeout(startTimer);
      clock.stop();
      resolve(inspection);
      runner.retire();
    };
    const refuse = (reason: string, hint: string): void =>
      finish({ ok: false, refusal: { where: stage?.where ?? program.entryName, reason, hint } });
    const late = (isStarved: boolean): void => {
      if (isStarved) return finish(starved(stage?.where ?? program.entryName));
      const doing = STAGE_WORDS[stage?.stage ?? 'module'];
      refuse(
        `${doing} than ${limits.loadMs} ms (plugins.loadMs) and cannot be interrupted`,
        stage?.stage === 'schema'
          ? 'Simplify the schema.'
          : 'Do the work inside the tools, not while the module loads.',
      );
    };
    const clock = new LoadClock(runner, limits.loadMs + limits.killGraceMs, late);
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
        refuse(
          'its process ended while it was tried out',
          'A builtin was called in a way that stops the engine; run the module by itself.',
        );
        onExited(lost);
      },
    });
    if (runner.state === 'ready') begin();
  });

/** Two schemas of each tool, the module, and the examples. */
const mostStages = ({ tools, examples }: Program): number => 2 * tools.length + examples.length + 8;

/** The refusal of a program that the host could not try out, and why. */
export const noRunner = ({ entryName }: Program, cause = 'the host is shutting down'): Inspection => ({
  ok: false,
  isHostFault: true,
  refusal: {
    where: entryName,
    reason: `not tried out, since the host could not start a runner: ${cause}`,
    hint: 'This is a fault of the host, not of the plugin: "toolcell doctor" says what to do.',
  },
});

/** The refusal of a program that the machine had no CPU for. */
const starved = (where: string): Inspection => ({
  ok: false,
  isHostFault: true,
  refusal: {
    where,
    reason: 'not tried out to the end, since the machine was too busy',
    hint: 'This is a fault of the host, not of the plugin: let it try again when the machine has less to do.',
  },
});

/** A runner's word about a program: only the validators' code is taken from it, as text; the rest is what the host knew before. */
const readInspection = (text: string, program: Program): Inspection => {
  const unreadable: Inspection = {
    ok: false,
    refusal: {
      where: program.entryName,
      reason: 'its process gave no readable report',
      hint: 'Try it again; report it if it stays so.',
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
  if (ok === true && typeof checked?.validatorCode === 'string' && typeof checked.diagnosisCode === 'string') {
    const { pluginName, digest, entryName, factoryCode } = program;
    return {
      ok: true,
      program: {
        pluginName,
        digest,
        entryName,
        factoryCode,
        validatorCode: checked.validatorCode,
        diagnosisCode: checked.diagnosisCode,
        verdict: readVerdict(checked.verdict),
      },
    };
  }
  const said = (name: keyof Refusal): string => String(refusal?.[name] ?? '').slice(0, 1000);
  return ok === false
    ? { ok: false, refusal: { where: said('where'), reason: said('reason'), hint: said('hint') } }
    : unreadable;
};

/** The strict mode unless the other one is named exactly. */
const readVerdict = (verdict: { mode?: unknown; reason?: unknown } | undefined): FreshStateVerdict => ({
  mode: verdict?.mode === 'realm' ? 'realm' : 'isolate',
  reason: typeof verdict?.reason === 'string' ? verdict.reason.slice(0, 500) : 'its process gave no reason',
});
