// Keeps what models read of the tools that scripts may call, so that asking again costs no work. Front process, main thread.

import type { Definitions } from './definitions.ts';

/** A list of tools, and its entity tag. */
interface Tagged {
  readonly text: string;
  readonly etag: string;
}

/** Callers may see different lists. The text that was not asked for for longest is written again. */
const MOST_TEXTS = 64;

export interface ApiRequest {
  /** Tools of the list that scripts may call. */
  readonly names: readonly string[];
  readonly maxTokens: number;
}

/** Texts by the entity tag of the list that each was made of. */
export class ScriptApis {
  readonly #definitions: Definitions;
  readonly #made = new Map<string, Promise<string>>();

  constructor(definitions: Definitions) {
    this.#definitions = definitions;
  }

  get size(): number {
    return this.#made.size;
  }

  /** `key`: the same for the same names. Rejects if the thread fails, and with: overloaded. */
  of({ text: listText, etag }: Tagged, key: string, { names, maxTokens }: ApiRequest): Promise<string> {
    const place = JSON.stringify([etag, key, maxTokens]);
    const made =
      this.#made.get(place) ?? this.#definitions.ask<string>({ kind: 'script api', listText, names, maxTokens });
    // The newest last.
    this.#made.delete(place);
    this.#made.set(place, made);
    made.catch(() => this.#made.delete(place));
    if (this.#made.size > MOST_TEXTS) this.#made.delete(this.#made.keys().next().value as string);
    return made;
  }
}
