// The answer of a guest's call, taken apart. It comes from inside the isolate: its kind is believed only as far as the plugin
// may say it of itself (a result, an error), never for a limit, which the host knows from its own bookkeeping.

/** Kinds: r result, e error, h an error that is the refusal of a question, behind its number, u unfit, v violations of the output, a of the input, l too large, o too many host calls, c result in a changed realm, p pending, n never, x realm changed. */
export type AnswerKind = 'r' | 'e' | 'h' | 'u' | 'v' | 'a' | 'l' | 'o' | 'c' | 'p' | 'n' | 'x';

export interface GuestAnswer {
  readonly kind: AnswerKind;
  readonly text: string;
  /** Lines held back until now: level and text. */
  readonly log: readonly (readonly [kind: string, text: string])[];
}

const KINDS = 'rehuvalocpnx';
const UNREADABLE: GuestAnswer = { kind: 'e', text: 'The plugin gave no readable answer.', log: [] };

/** Reads what an entry returned; anything unexpected is the plugin's error. */
export const readAnswer = (returned: unknown): GuestAnswer => {
  if (typeof returned !== 'string' || returned === '') return UNREADABLE;
  const first = returned[0] as string;
  if (first !== '#')
    return KINDS.includes(first) ? { kind: first as AnswerKind, text: returned.slice(1), log: [] } : UNREADABLE;
  const colon = returned.indexOf(':');
  const length = Number(returned.slice(1, colon));
  if (colon < 0 || !Number.isSafeInteger(length)) return UNREADABLE;
  const rest = readAnswer(returned.slice(colon + 1 + length));
  return { ...rest, log: readLog(returned.slice(colon + 1, colon + 1 + length)) };
};

const readLog = (text: string): [string, string][] => {
  try {
    const lines: unknown = JSON.parse(`[${text}]`);
    if (!Array.isArray(lines)) return [];
    return lines.flatMap((line: unknown): [string, string][] => {
      const [kind, words] = Array.isArray(line) ? (line as unknown[]) : [];
      return typeof kind === 'string' && typeof words === 'string' ? [[kind, words]] : [];
    });
  } catch {
    return [];
  }
};
