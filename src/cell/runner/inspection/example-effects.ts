// Answers the host requests of a plugin's examples with the replies that the manifest prepares, and with nothing else.

import { isDeepStrictEqual } from 'node:util';
import type { HostReply, HostRequestError, HostRequestKind } from '../../../shared/protocol/capabilities.ts';
import type { ExampleEffect } from '../../../shared/protocol/program.ts';

const SHOWN_CHARACTERS = 200;
const WORDS = { store: "the store's", sign: 'the signature', tool: 'the call of a tool' } as const;

const unforeseen = (request: string): HostReply => {
  const message = `the example has no effect for ${request} and reaches nothing else: add it to the "effects" of the example`;
  return { ok: false, text: JSON.stringify({ name: 'NotAllowedError', message } satisfies HostRequestError) };
};

/** Parses a guest's text. A text that is not JSON fits no effect. */
const read = (text: string): { readonly url?: unknown; readonly method?: unknown } => {
  try {
    return (JSON.parse(text) ?? {}) as object;
  } catch {
    return {};
  }
};

/** Answers host requests with an example's effects: each effect once, the first that fits first. */
export class ExampleEffects {
  readonly #left: ExampleEffect[];

  constructor(effects: readonly ExampleEffect[] = []) {
    this.#left = [...effects];
  }

  /** `text`: the host request's JSON. */
  answer(kind: HostRequestKind, text: string): HostReply {
    const request = read(text);
    const at = this.#left.findIndex((effect) =>
      effect.kind === 'fetch'
        ? kind === 'fetch' && effect.url === request.url && effect.method === request.method
        : kind === effect.kind && isDeepStrictEqual(effect.request, request),
    );
    const [effect] = at === -1 ? [] : this.#left.splice(at, 1);
    if (effect) return effect.reply;
    const shown = kind === 'fetch' ? `${request.method} ${request.url}` : `${WORDS[kind]} ${text}`;
    return unforeseen(shown.slice(0, SHOWN_CHARACTERS));
  }
}
