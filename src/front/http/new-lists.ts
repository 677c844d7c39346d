// Makes lists of tools that are not kept: paced, and once for all who ask meanwhile. Front process, main thread.

import type { Selection } from '../../shared/protocol/selection.ts';
import type { Context } from './context.ts';
import type { ListSource, Metadata, MetadataOf } from './metadata.ts';
import type { PacedWork } from './paced-work.ts';
import { ownerOf } from './shares.ts';

/** What every door of lists asks before it makes one. */
export class NewLists implements ListSource {
  readonly #metadata: MetadataOf;
  readonly #paced: PacedWork;
  readonly #making = new Map<string, Promise<Metadata>>();

  constructor(metadata: MetadataOf, paced: PacedWork) {
    this.#metadata = metadata;
    this.#paced = paced;
  }

  /** The list of a caller; at once, if it need not be made. Fails with: not_found (there is no such toolset), overloaded. */
  of(ctx: Context, selection: Selection | undefined): Metadata | Promise<Metadata> {
    const { caller } = ctx.state;
    const key = this.#metadata.newListKey?.(caller, selection);
    if (key === undefined) return this.#metadata(caller, selection);
    const known = this.#making.get(key);
    if (known !== undefined) return known;
    const making = this.#paced
      .run(ownerOf(ctx), () => this.#metadata(caller, selection))
      .finally(() => this.#making.delete(key));
    this.#making.set(key, making);
    return making;
  }
}
