// The outside world of a plugin's own examples: what the manifest says that the host answers, and nothing else. Runs in a
// throwaway runner.

import { isDeepStrictEqual } from 'node:util';
import type { AskAnswer, AskError, AskKind } from '../../protocol/capabilities.ts';
import type { ExampleEffect } from '../../protocol/program.ts';

const SHOWN_CHARACTERS = 200;

const unforeseen = (what: string): AskAnswer => {
  const message = `the example says nothing of ${what}: while a plugin is tried out nothing else is reached; add it to the "effects" of the example`;
  return { ok: false, text: JSON.stringify({ name: 'NotAllowedError', message } satisfies AskError) };
};

/** The guest wrote it: what is no JSON fits no effect. */
const read = (text: string): { readonly url?: unknown; readonly method?: unknown } => {
  try {
    return (JSON.parse(text) ?? {}) as object;
  } catch {
    return {};
  }
};

/** Answers questions by an example's effects: each effect once, the first that fits first. */
export class ExampleEffects {
  readonly #left: ExampleEffect[];

  constructor(effects: readonly ExampleEffect[] = []) {
    this.#left = [...effects];
  }

  /** `text`: the question's JSON. */
  answer(kind: AskKind, text: string): AskAnswer {
    const question = read(text);
    const at = this.#left.findIndex((effect) =>
      effect.kind === 'fetch'
        ? kind === 'fetch' && effect.url === question.url && effect.method === question.method
        : kind === 'store' && isDeepStrictEqual(effect.question, question),
    );
    const [effect] = at === -1 ? [] : this.#left.splice(at, 1);
    if (effect) return effect.answer;
    const what = kind === 'fetch' ? `${question.method} ${question.url}` : `the store's ${text}`;
    return unforeseen(what.slice(0, SHOWN_CHARACTERS));
  }
}
