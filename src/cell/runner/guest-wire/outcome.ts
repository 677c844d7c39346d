// Reads the outcome of an entry into an isolate. It comes from inside the isolate, so its letter is trusted only for what the plugin
// may say about itself (a result, an error), never for a limit, which the host counts itself. Runs in a runner.

import { HELD_LINES, OUTCOME_LETTERS, type OutcomeLetter, THROWN } from '../../../shared/protocol/guest-wire.ts';

/** The outcome of an entry. Untrusted. */
export interface GuestOutcome {
  readonly letter: OutcomeLetter;
  readonly text: string;
  /** Log lines held back until now: letter and text. */
  readonly log: readonly (readonly [letter: string, text: string])[];
}

const LETTERS = OUTCOME_LETTERS.join('');
const NO_LINES: GuestOutcome['log'] = [];
const UNREADABLE: GuestOutcome = { letter: THROWN, text: 'The plugin gave no readable answer.', log: NO_LINES };

/** Reads what an entry returned; anything unexpected is the plugin's error. */
export const readOutcome = (returned: unknown): GuestOutcome => {
  if (typeof returned !== 'string' || returned === '') return UNREADABLE;
  const first = returned[0] as string;
  if (first !== HELD_LINES)
    return LETTERS.includes(first)
      ? { letter: first as OutcomeLetter, text: returned.slice(1), log: NO_LINES }
      : UNREADABLE;
  const colon = returned.indexOf(':');
  const length = Number(returned.slice(1, colon));
  if (colon < 0 || !Number.isSafeInteger(length)) return UNREADABLE;
  const rest = readOutcome(returned.slice(colon + 1 + length));
  return { ...rest, log: readLog(returned.slice(colon + 1, colon + 1 + length)) };
};

const readLog = (text: string): [string, string][] => {
  try {
    const lines: unknown = JSON.parse(`[${text}]`);
    if (!Array.isArray(lines)) return [];
    return lines.flatMap((line: unknown): [string, string][] => {
      const [letter, words] = Array.isArray(line) ? (line as unknown[]) : [];
      return typeof letter === 'string' && typeof words === 'string' ? [[letter, words]] : [];
    });
  } catch {
    return [];
  }
};
