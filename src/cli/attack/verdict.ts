// Compares the outcome of an attack with the expected one.

import { isDeepStrictEqual } from 'node:util';
import type { Limits } from '../../shared/protocol/limits.ts';
import type { Answer } from './caller.ts';
import { type Attack, nameOf } from './corpus.ts';
import type { Toll } from './neighbours.ts';

export interface Verdict {
  readonly name: string;
  readonly title: string;
  /** The codes of its calls, each once; `refused` for a bundle that was not loaded. */
  readonly outcome: string;
  /** Duration of its longest call, in milliseconds. */
  readonly tookMs: number;
  readonly neighbours: Toll;
  /** One text for each fault. Empty if the attack was held. */
  readonly complaints: readonly string[];
}

export interface Rules {
  /** How much longer than its wallMs and killGraceMs a call may take, in milliseconds. */
  readonly slackMs: number;
  /**
   * Accepts another limit than the expected one: under an operator's own configuration another limit may be passed first, such as 10 ms of CPU time
   * before memory is full.
   */
  readonly anyLimit: boolean;
}

/** Detail of the failure of a call that got no CPU time, because the machine was busy. */
const STARVED = /^The machine is too busy/;

/** Codes whose detail has the same words in each mode. */
const FIXED_DETAILS: ReadonlySet<string> = new Set(['tool_error', 'invalid_result']);

const isLimit = (code: string): boolean => code.startsWith('exceeded_');

export const complaintsAbout = (attack: Attack, answer: Answer, limits: Limits, rules: Rules): readonly string[] => {
  const { expects, results, detail } = attack;
  const { code, value, tookMs } = answer;
  const complaints: string[] = [];
  const answered = `${code}${answer.detail === undefined ? '' : ` (${answer.detail.slice(0, 200)})`}`;
  // On a busy machine a process that gets no CPU time reaches its limit of wall time first, or is answered that the machine is too busy.
  const isStarved =
    (code === 'exceeded_wall_time' && expects.includes('exceeded_cpu')) ||
    (code === 'overloaded' && STARVED.test(answer.detail ?? ''));
  const fits = expects.includes(code) || isStarved || (rules.anyLimit && isLimit(code) && expects.some(isLimit));
  if (!fits)
    complaints.push(`answered ${answered} ${code === 'ok' ? shortJson(value) : ''}, expected ${expects.join(' or ')}`);
  if (code === 'ok' && results.length > 0 && !results.some((result) => isDeepStrictEqual(value, result)))
    complaints.push(`the result is ${shortJson(value)}, expected ${results.map(shortJson).join(' or ')}`);
  if (FIXED_DETAILS.has(code) && detail !== undefined && answer.detail !== detail)
    complaints.push(`the detail is ${shortJson(answer.detail)}, expected ${shortJson(detail)}`);
  const allowedMs = limits.wallMs + limits.killGraceMs + rules.slackMs;
  if (tookMs > allowedMs) complaints.push(`took ${Math.round(tookMs)} ms, allowed are ${allowedMs}`);
  return complaints;
};

export const complaintsAboutNext = ({ code, value, detail }: Answer): readonly string[] =>
  code === 'ok' && isDeepStrictEqual(value, { calm: true })
    ? []
    : [`the next call to the plugin was answered ${code} ${detail ?? shortJson(value)}`];

/** The faults that the neighbours met: the first three of their wrong answers. */
export const complaintsAboutNeighbours = ({ calls, failures }: Toll): readonly string[] => [
  ...failures.slice(0, 3).map((failure) => `a neighbour was answered ${failure}`),
  ...(calls === 0 ? ['no neighbour was calling'] : []),
];

export const verdictOf = (attack: Attack, parts: Omit<Verdict, 'name' | 'title'>): Verdict => ({
  name: nameOf(attack),
  title: attack.title,
  ...parts,
});

const shortJson = (value: unknown): string => (JSON.stringify(value) ?? 'undefined').slice(0, 300);
