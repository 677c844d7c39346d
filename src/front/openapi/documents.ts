// Keeps the documents that were made, so that reading one again costs no work. Front process.

import { createHash } from 'node:crypto';
import type { DocumentedDoor } from './document.ts';

/** A text and its entity tag: the list of tools, or the document about them. */
interface Tagged {
  readonly text: string;
  readonly etag: string;
}

/** Does work that has to be done once for a list. */
type Paced = (work: () => Tagged) => Promise<Tagged>;

/** Callers may see different lists of tools. The list that was not asked for for longest is made again. */
const MOST_DOCUMENTS = 64;
const MOST_CHARACTERS = 32_000_000;

/** Documents by the entity tag of the list that each was made from. At most 64, or 32 million characters if one is not longer than that. */
export class OpenApiDocuments {
  readonly #door: DocumentedDoor;
  readonly #made = new Map<string, Promise<Tagged>>();
  readonly #lengths = new Map<string, number>();
  #characters = 0;

  constructor(door: DocumentedDoor) {
    this.#door = door;
  }

  get size(): number {
    return this.#made.size;
  }

  /** The document about the tools of a list, which `paced` makes. Rejects if the list is not one, or if `paced` does. */
  async of(list: Tagged, paced: Paced): Promise<Tagged> {
    const made = this.#made.get(list.etag) ?? this.#make(list, paced);
    // The newest last.
    this.#made.delete(list.etag);
    this.#made.set(list.etag, made);
    try {
      const document = await made;
      this.#note(list.etag, document.text.length);
      return document;
    } catch (error) {
      this.#forget(list.etag);
      throw error;
    }
  }

  async #make({ text: listText }: Tagged, paced: Paced): Promise<Tagged> {
    // Most servers are never asked for it.
    const { openApiText } = await import('./document.ts');
    return paced(() => {
      const text = openApiText(listText, this.#door);
      return { text, etag: `"${createHash('sha256').update(text).digest('base64url')}"` };
    });
  }

  #note(etag: string, characters: number): void {
    if (!this.#made.has(etag) || this.#lengths.has(etag)) return;
    this.#lengths.set(etag, characters);
    this.#characters += characters;
    for (const oldest of this.#made.keys()) {
      if (this.#made.size <= MOST_DOCUMENTS && this.#characters <= MOST_CHARACTERS) return;
      if (oldest !== etag) this.#forget(oldest);
    }
  }

  #forget(etag: string): void {
    this.#made.delete(etag);
    this.#characters -= this.#lengths.get(etag) ?? 0;
    this.#lengths.delete(etag);
  }
}
