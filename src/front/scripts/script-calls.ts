// The calls of tools that one script makes. Its runner may have been broken into: it says which tool and which arguments, and nothing else of what it
// sends counts. The host knows the caller, gives the ids, and counts. Front process, main thread. Decision 0068.

import type { Outcome, ProgressReport, ResultForm } from '../../shared/protocol/call.ts';
import type { HostReply } from '../../shared/protocol/capabilities.ts';
import { type Failure, failureOf } from '../../shared/protocol/errors.ts';
import { type InnerCalls, QUESTION_MARK } from '../../shared/protocol/inner-calls.ts';
import type { LightSignal } from '../../shared/protocol/light-signal.ts';
import type { InnerCallRecord } from '../../shared/protocol/script-report.ts';
import { rounded } from '../../shared/text/milliseconds.ts';
import { tooMany, tooMuch } from './call-bounds.ts';
import { callIn, errorReply, type InnerCall, shownName } from './inner-texts.ts';
import { plainResult } from './plain-result.ts';
import type { ScriptLimits } from './script.ts';

export interface InnerOutcome {
  readonly outcome: Outcome;
  readonly resultForm: ResultForm | undefined;
  readonly resultDepth: number;
}

/** Makes a call as the script's caller. Rejects with a CallError if it never began. */
export type CallInner = (call: InnerCall) => Promise<InnerOutcome>;

/** Answers a question about tools with a JSON text. It is no call: nobody counts, logs or reports it. Rejects with a CallError. */
export type AnswerQuestion = (question: InnerCall) => Promise<Buffer>;

export interface ScriptCallsOptions {
  readonly callId: string;
  readonly limits: Pick<ScriptLimits, 'calls' | 'callsAtOnce' | 'dataBytes'>;
  readonly callTool: CallInner;
  readonly answerQuestion: AnswerQuestion;
  /** Told how far the script is when a call has ended, but not more often than a person could read. */
  readonly onProgress?: ((report: ProgressReport) => void) | undefined;
}

/** How long the answer waits for calls that were cancelled to end. */
const ENDING_MS = 1_000;
/** Least time between two reports of progress. */
const BETWEEN_REPORTS_MS = 100;

interface Open {
  readonly signal: LightSignal;
  readonly begin: () => void;
}

interface Begun {
  readonly tool: string;
  readonly callId: string;
  readonly sinceMs: number;
  ended: { readonly code: string; readonly ms: number; readonly cpuMs: number } | undefined;
}

export class ScriptCalls implements InnerCalls {
  readonly #options: ScriptCallsOptions;
  readonly #open = new Map<number, Open>();
  readonly #waiting: Open[] = [];
  readonly #begun: Begun[] = [];
  #asked = 0;
  #questions = 0;
  #underWay = 0;
  #reportedAt = -Infinity;
  dataBytes = 0;
  #hasEnded = false;
  #onQuiet: (() => void) | undefined;

  constructor(options: ScriptCallsOptions) {
    this.#options = options;
  }

  request(id: number, text: string, onAnswer: (answer: HostReply) => void): void {
    if (this.#hasEnded || this.#open.has(id)) return;
    const isQuestion = text.startsWith(QUESTION_MARK);
    if (isQuestion) this.#questions += 1;
    else this.#asked += 1;
    const { callId } = this.#options;
    const call = callIn(text, isQuestion ? callId : `${callId}.${this.#asked}`);
    const asked = isQuestion ? this.#questions : this.#asked;
    const failure = tooMany(this.#options.limits, asked, isQuestion) ?? this.#tooMuchWith(call.argumentsText);
    if (failure !== undefined) return onAnswer(errorReply(failure, call));
    this.dataBytes += call.argumentsText.length;
    const open: Open = {
      signal: call.signal,
      begin: () => {
        void (isQuestion ? this.#answer(call) : this.#make(call)).then((answer) => {
          if (this.#open.get(id) !== open) return;
          this.#open.delete(id);
          onAnswer(answer);
        });
      },
    };
    this.#open.set(id, open);
    this.#waiting.push(open);
    this.#beginNext();
  }

  cancel(id: number): void {
    const open = this.#open.get(id);
    if (open === undefined) return;
    this.#open.delete(id);
    this.#drop(open);
  }

  end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    const open = [...this.#open.values()];
    this.#open.clear();
    for (const each of open) this.#drop(each);
  }

  /** Resolves when all calls have ended, or a second after the script. */
  async quiet(): Promise<void> {
    if (this.#underWay === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#onQuiet = resolve;
    const timer = setTimeout(resolve, ENDING_MS);
    await promise;
    clearTimeout(timer);
  }

  /** In the order in which they began. */
  get records(): readonly InnerCallRecord[] {
    return this.#begun.map(({ tool, callId, sinceMs, ended }) => ({
      tool,
      callId,
      ...(ended ?? { code: 'outcome_unknown', ms: rounded(performance.now() - sinceMs), cpuMs: 0 }),
    }));
  }

  #report(): void {
    const { onProgress } = this.#options;
    const now = performance.now();
    if (onProgress === undefined || now - this.#reportedAt < BETWEEN_REPORTS_MS) return;
    this.#reportedAt = now;
    const done = this.#begun.filter(({ ended }) => ended !== undefined).length;
    const made = `${done} ${done === 1 ? 'call' : 'calls'} made`;
    onProgress({ done, message: `${made}, ${this.#begun.length - done} under way` });
  }

  #drop(open: Open): void {
    const at = this.#waiting.indexOf(open);
    if (at !== -1) this.#waiting.splice(at, 1);
    open.signal.abort();
  }

  #beginNext(): void {
    while (this.#underWay < this.#options.limits.callsAtOnce) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      this.#underWay += 1;
      next.begin();
    }
  }

  async #make(call: InnerCall): Promise<HostReply> {
    const { callId, toolName } = call;
    const begun: Begun = { tool: shownName(toolName), callId, sinceMs: performance.now(), ended: undefined };
    this.#begun.push(begun);
    let cpuMs = 0;
    let failure: Failure | undefined;
    let reply: HostReply | undefined;
    try {
      const { outcome, resultForm, resultDepth } = await this.#options.callTool(call);
      cpuMs = outcome.usage.cpuMs;
      if (outcome.ok) reply = this.#resultReply(call, plainResult(outcome.resultJson, resultForm, resultDepth));
      else failure = outcome.failure;
    } catch (error) {
      failure = failureOf(error);
    }
    begun.ended = {
      code: failure?.code ?? 'ok',
      ms: rounded(performance.now() - begun.sinceMs),
      cpuMs: rounded(cpuMs),
    };
    this.#leave();
    if (!this.#hasEnded) this.#report();
    return reply ?? errorReply(failure as Failure, call);
  }

  async #answer(question: InnerCall): Promise<HostReply> {
    try {
      return this.#resultReply(question, await this.#options.answerQuestion(question));
    } catch (error) {
      return errorReply(failureOf(error), question);
    } finally {
      this.#leave();
    }
  }

  #leave(): void {
    this.#underWay -= 1;
    if (this.#hasEnded && this.#underWay === 0) this.#onQuiet?.();
    else if (!this.#hasEnded) this.#beginNext();
  }

  #tooMuchWith({ length }: Buffer): Failure | undefined {
    return tooMuch(this.#options.limits, this.dataBytes + length);
  }

  #resultReply(call: InnerCall, result: Buffer): HostReply {
    const failure = this.#tooMuchWith(result);
    if (failure !== undefined) return errorReply(failure, call);
    this.dataBytes += result.length;
    return { ok: true, text: result.toString('utf8') };
  }
}
