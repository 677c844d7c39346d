// Keeps the lists that were written in a format, so that asking for one again costs no work. Front process, main thread.

import { createHash } from 'node:crypto';
import type { ListForm } from '../../shared/protocol/formats.ts';
import type { Definitions } from './definitions.ts';

/** A text and its strong entity tag, quotes included. */
interface Tagged {
  readonly text: string;
  readonly etag: string;
}

/** Callers may see different lists, and ask for them in different forms. The one that was not asked for for longest is written again. */
const MOST_LISTS = 64;
const MOST_CHARACTERS = 16_000_000;

/** Written lists by the entity tag of the list that each was made of. At most 64, or 16 million characters if one is not longer than that. */
export class FormedLists {
  readonly #definitions: Definitions;
  readonly #made = new Map<string, Promise<Tagged>>();
  readonly #lengths = new Map<string, number>();
  #characters = 0;

  constructor(definitions: Definitions) {
    this.#definitions = definitions;
  }

  get size(): number {
    return this.#made.size;
  }

  /** The list in this form. Rejects if the thread fails, and with: overloaded. */
  async of(list: Tagged, form: ListForm): Promise<Tagged> {
    const { format, isStrict, isExplained, hasTokens } = form;
    const key = JSON.stringify([list.etag, format, isStrict, isExplained, hasTokens]);
    const made = this.#made.get(key) ?? this.#make(list.text, form);
    // The newest last.
    this.#made.delete(key);
    this.#made.set(key, made);
    try {
      const formed = await made;
      this.#note(key, formed.text.length);
      return formed;
    } catch (error) {
      this.#forget(key);
      throw error;
    }
  }

  /** The text of a list that is not kept. `listText`: an object with `tools`. Rejects if the thread fails, and with: overloaded. */
  textOf(listText: string, form: ListForm): Promise<string> {
    return this.#definitions.ask<string>({ kind: 'form', listText, form });
  }

  async #make(listText: string, form: ListForm): Promise<Tagged> {
    const text = await this.textOf(listText, form);
    return { text, etag: `"${createHash('sha256').update(text).digest('base64url')}"` };
  }

  #note(key: string, characters: number): void {
    if (!this.#made.has(key) || this.#lengths.has(key)) return;
    this.#lengths.set(key, characters);
    this.#characters += characters;
    for (const oldest of this.#made.keys()) {
      if (this.#made.size <= MOST_LISTS && this.#characters <= MOST_CHARACTERS) return;
      if (oldest !== key) this.#forget(oldest);
    }
  }

  #forget(key: string): void {
    this.#made.delete(key);
    this.#characters -= this.#lengths.get(key) ?? 0;
    this.#lengths.delete(key);
  }
}
