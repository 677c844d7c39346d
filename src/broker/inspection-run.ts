// Tries a bundle out in a runner that is thrown away afterwards, and explains it when the runner never comes back.

import type { InspectionStage } from '../protocol/messages.ts';
import type { FreshStateVerdict, Inspection, Program, Refusal } from '../protocol/program.ts';
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

/** Resolves with the program and its validators or a refusal; the runner is gone by then. Never rejects for the plugin's fault. */
export const runInspection = (
  runner: RunnerProcess,
  program: Program,
  limits: InspectionLimits,
  onExited: (lost: boolean) => void,
): Promise<Inspection> =>
  new Promise((resolve) => {
    let stage: { stage: InspectionStage; where: string } | undefined;
    const finish = (inspection: Inspection): void => {
      clearTimeout(deadline);
      resolve(inspection);
      runner.retire();
    };
    const refuse = (reason: string, hint: string): void =>
      finish({ ok: false, refusal: { where: stage?.where ?? program.entryName, reason, hint } });
    const late = (): void => {
      if (!stage) return finish(noRunner(program));
      const doing = STAGE_WORDS[stage.stage];
      refuse(
        `${doing} than ${limits.loadMs} ms (plugins.loadMs) and cannot be interrupted`,
        stage.stage === 'schema' ? 'Simplify the schema.' : 'Do the work inside the tools, not while the module loads.',
      );
    };
    let deadline = setTimeout(late, START_MS);
    const begin = (): void => {
      clearTimeout(deadline);
      deadline = setTimeout(late, limits.loadMs + limits.killGraceMs);
      stage = { stage: 'schema', where: 'plugin.json' };
      runner.inspect(JSON.stringify(program), limits, {
        onStage: (name, where) => {
          stage = { stage: name, where };
          clearTimeout(deadline);
          deadline = setTimeout(late, limits.loadMs + limits.killGraceMs);
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
      onReady: begin,
      onRoom: () => {},
      onExited: (lost) => {
        if (!stage) finish(noRunner(program));
        refuse(
          'its process ended while it was tried out',
          'A builtin was called in a way that stops the engine; run the module by itself.',
        );
        onExited(lost);
      },
    });
    if (runner.state === 'ready') begin();
  });

/** The refusal of a program that the host could not try out. */
export const noRunner = ({ entryName }: Program): Inspection => ({
  ok: false,
  isHostFault: true,
  refusal: {
    where: entryName,
    reason: 'no runner could be started to try it out',
    hint: 'Look at the isolation layers that start-up prints.',
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
    program?: { validatorCode?: unknown; verdict?: { mode?: unknown; reason?: unknown } | undefined };
    refusal?: Record<string, unknown>;
  };
  if (ok === true && typeof checked?.validatorCode === 'string') {
    const { pluginName, digest, entryName, factoryCode } = program;
    return {
      ok: true,
      program: {
        pluginName,
        digest,
        entryName,
        factoryCode,
        validatorCode: checked.validatorCode,
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
