// What an attack came to, and what is wrong with that.

import { isDeepStrictEqual } from 'node:util';
import type { Limits } from '../protocol/limits.ts';
import type { Answer } from './caller.ts';
import { type Attack, nameOf } from './corpus.ts';
import type { Toll } from './neighbours.ts';

export interface Verdict {
  readonly name: string;
  readonly title: string;
  /** The codes of its calls, without repetition; `refused` for a bundle that was not loaded, `skipped` where it does not apply. */
  readonly outcome: string;
  /** The longest of its calls. Milliseconds. */
  readonly tookMs: number;
  readonly neighbours: Toll;
  /** Everything that was not as it must be; none where the attack was held. */
  readonly complaints: readonly string[];
  /** For an attack that was not made: why. */
  readonly skipped?: string;
}

export interface Rules {
  /** What a call may take over its wallMs and killGraceMs. Milliseconds. */
  readonly slackMs: number;
  /**
   * Take any limit for another: under an operator's own configuration the next limit may come first, such as 10 ms of CPU
   * before any memory is full.
   */
  readonly anyLimit: boolean;
}

/** What a call is told that the machine had no CPU for. */
const STARVED = /^The machine is too busy/;

const isLimit = (code: string): boolean => code.startsWith('exceeded_');

/** What is wrong with one call's answer. */
export const complaintsAbout = (attack: Attack, answer: Answer, limits: Limits, rules: Rules): readonly string[] => {
  const { expects, results, detail } = attack;
  const { code, value, tookMs } = answer;
  const complaints: string[] = [];
  const told = `${code}${answer.detail === undefined ? '' : ` (${answer.detail.slice(0, 200)})`}`;
  // On a busy machine a process that is given no CPU spends its wall time before its CPU time, and comes to nothing else either.
  const isStarved =
    (code === 'exceeded_wall_time' && expects.includes('exceeded_cpu')) ||
    (code === 'overloaded' && STARVED.test(answer.detail ?? ''));
  const fits = expects.includes(code) || isStarved || (rules.anyLimit && isLimit(code) && expects.some(isLimit));
  if (!fits)
    complaints.push(`answered ${told} ${code === 'ok' ? shortJson(value) : ''}, expected ${expects.join(' or ')}`);
  if (code === 'ok' && results.length > 0 && !results.some((result) => isDeepStrictEqual(value, result)))
    complaints.push(`the result is ${shortJson(value)}, expected ${results.map(shortJson).join(' or ')}`);
  if (code === 'tool_error' && detail !== undefined && answer.detail !== detail)
    complaints.push(`the detail is ${shortJson(answer.detail)}, expected ${shortJson(detail)}`);
  const allowedMs = limits.wallMs + limits.killGraceMs + rules.slackMs;
  if (tookMs > allowedMs) complaints.push(`took ${Math.round(tookMs)} ms, allowed are ${allowedMs}`);
  return complaints;
};

/** What is wrong with the call that came after it, to the same plugin. */
export const complaintsAboutNext = ({ code, value, detail }: Answer): readonly string[] =>
  code === 'ok' && isDeepStrictEqual(value, { calm: true })
    ? []
    : [`the next call to the plugin was answered ${code} ${detail ?? shortJson(value)}`];

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
