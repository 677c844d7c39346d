// How calls and their answers cross between the front process and a broker thread: all of one turn of the event loop in one
// message, as flat lists. The structured clone writes the name of every member of every object, which for a list of small
// objects costs more than what they hold.

import type { ToolRoute } from './call.ts';
import type { CheckedProgram } from './program.ts';
import type { CallReport, GuestLogLine, Notice } from './task.ts';

/** What one turn of the front process's event loop has for a broker. */
export interface CallBatch {
  /** Routes that later calls name by their number. */
  readonly routes: readonly (readonly [number: number, route: ToolRoute])[];
  /** Programs that the broker said it does not have. */
  readonly programs: readonly CheckedProgram[];
  /** See {@link addCall}. */
  readonly calls: readonly (number | string)[];
  /** By the id of a call that follows: what its caller brought along for secrets. */
  readonly callerSecrets: readonly (readonly [id: number, secrets: Readonly<Record<string, string>>])[];
  /** Ids of calls nobody waits for any more. */
  readonly cancelled: readonly number[];
  /** Numbers of routes, and digests of programs, that no call will name again. */
  readonly retiredRoutes: readonly number[];
  readonly retiredPrograms: readonly string[];
}

/** A batch, or its calls alone where it holds nothing else. */
export type CallBatchMessage = CallBatch | CallBatch['calls'];

/** The cheapest message that says as much as the batch. */
export const callBatchMessage = (batch: CallBatch): CallBatchMessage => (isCallsOnly(batch) ? batch.calls : batch);

const isCallsOnly = ({
  routes,
  programs,
  callerSecrets,
  cancelled,
  retiredRoutes,
  retiredPrograms,
}: CallBatch): boolean =>
  routes.length +
    programs.length +
    callerSecrets.length +
    cancelled.length +
    retiredRoutes.length +
    retiredPrograms.length ===
  0;

/** A call on its way to a broker. */
export interface SentCall {
  readonly id: number;
  /** Number of its route. */
  readonly route: number;
  readonly callId: string;
  readonly caller: string;
  readonly argumentsText: string;
  /** How long it may still wait for a runner, in milliseconds. */
  readonly queueMs: number;
}

const CALL_LENGTH = 6;

/** Appends a call to a batch's list. */
export const addCall = (
  calls: (number | string)[],
  { id, route, callId, caller, argumentsText, queueMs }: SentCall,
): void => {
  calls.push(id, route, callId, caller, argumentsText, queueMs);
};

/** Reads a batch's calls, in order. */
export const eachCall = (calls: CallBatch['calls'], take: (call: SentCall) => void): void => {
  for (let at = 0; at < calls.length; at += CALL_LENGTH) {
    take({
      id: calls[at] as number,
      route: calls[at + 1] as number,
      callId: calls[at + 2] as string,
      caller: calls[at + 3] as string,
      argumentsText: calls[at + 4] as string,
      queueMs: calls[at + 5] as number,
    });
  }
};

/** What one turn of a broker's event loop has answered. */
export interface AnswerBatch {
  /** Results that nothing else is to be said about; see {@link addAnswer}. */
  readonly results: (number | string)[];
  /** All other reports. */
  readonly reports: (readonly [id: number, report: CallReport])[];
  /** Lines of the logs of calls that still run. */
  readonly lines: (readonly [id: number, lines: readonly GuestLogLine[]])[];
  /** Calls whose program the broker does not have: nothing has begun, and they are to be sent again with it. */
  readonly unknown: number[];
  /** What the operator should know. */
  readonly notices: Notice[];
}

/** A batch, or its results alone where it holds nothing else. */
export type AnswerBatchMessage = AnswerBatch | AnswerBatch['results'];

/** The cheapest message that says as much as the batch. */
export const answerBatchMessage = (batch: AnswerBatch): AnswerBatchMessage =>
  batch.reports.length + batch.lines.length + batch.unknown.length + batch.notices.length === 0 ? batch.results : batch;

const RESULT_LENGTH = 7;

export const emptyAnswers = (): AnswerBatch => ({ results: [], reports: [], lines: [], unknown: [], notices: [] });

/** Adds a call's report to a batch. */
export const addAnswer = ({ results, reports }: AnswerBatch, id: number, report: CallReport): void => {
  const { outcome, log, hasWaited } = report;
  if (!outcome.ok || hasWaited || log.length > 0 || outcome.usage.reach) {
    reports.push([id, report]);
    return;
  }
  const { queueMs, runMs, cpuMs, heapBytes = 0, hostCalls = 0 } = outcome.usage;
  results.push(id, outcome.resultText, queueMs, runMs, cpuMs, heapBytes, hostCalls);
};

const NO_LOG: CallReport['log'] = [];

/** Reads a batch's results, as reports. */
export const eachResult = (results: AnswerBatch['results'], take: (id: number, report: CallReport) => void): void => {
  for (let at = 0; at < results.length; at += RESULT_LENGTH) {
    const usage = {
      queueMs: results[at + 2] as number,
      runMs: results[at + 3] as number,
      cpuMs: results[at + 4] as number,
      heapBytes: results[at + 5] as number,
      hostCalls: results[at + 6] as number,
    };
    const outcome = { ok: true, resultText: results[at + 1] as string, usage } as const;
    take(results[at] as number, { outcome, log: NO_LOG, hasWaited: false });
  }
};
