// Applies the access rules in force to the tools that serve: what a caller may call, and the list of it. Front process, main thread.

import { Access, type Tools, type View } from '../access/access.ts';
import { toolsOf } from '../access/tools.ts';
import { type CatalogSnapshot, metadataFor } from '../catalog/model/snapshot.ts';
import type { Config } from '../config/config.ts';
import type { Metadata, MetadataOf } from '../http/metadata.ts';
import { byCodePoint } from '../text/order.ts';

/** Characters of the lists that are kept. The list that was asked for least recently is made again. */
const MOST_CHARACTERS = 16_000_000;

const toolsIn = ({ loaded }: CatalogSnapshot): Tools =>
  new Map(
    toolsOf(loaded.map(({ manifest }) => manifest))
      .toSorted((one, other) => byCodePoint(one.toolName, other.toolName))
      .map((tool) => [tool.toolName, tool]),
  );

/** The access rules over a catalog. */
export interface CatalogAccess {
  readonly access: Access;
  readonly metadata: MetadataOf;
}

/** Follows the configuration and the catalog, each of which may change at any time. */
export const accessOver = (snapshot: () => CatalogSnapshot, configNow: () => Config): CatalogAccess => {
  let seen: CatalogSnapshot | undefined;
  let tools: Tools = new Map();
  const access = new Access({
    settings: () => configNow().access,
    tools: () => {
      const now = snapshot();
      if (now !== seen) {
        seen = now;
        tools = toolsIn(now);
      }
      return tools;
    },
  });
  const lists = new Lists();
  return {
    access,
    metadata: (caller) => {
      const view = access.viewOf(caller);
      if (view === undefined) return snapshot().metadata;
      return lists.listOf(view, snapshot(), configNow());
    },
  };
};

/** Lists by their view. Views are replaced when the rules or the catalog change. */
class Lists {
  readonly #made = new Map<View, Metadata>();
  #of: CatalogSnapshot | undefined;
  #characters = 0;

  listOf(view: View, snapshot: CatalogSnapshot, config: Config): Metadata {
    if (snapshot !== this.#of) this.#clear(snapshot);
    const known = this.#made.get(view);
    const list = known ?? { ...metadataFor(snapshot, config, (name) => view.allows(name)), isPersonal: true };
    // The newest last.
    this.#made.delete(view);
    this.#made.set(view, list);
    if (known === undefined) this.#characters += list.text.length;
    for (const [oldest, { text }] of this.#made) {
      if (this.#characters <= MOST_CHARACTERS || oldest === view) break;
      this.#made.delete(oldest);
      this.#characters -= text.length;
    }
    return list;
  }

  #clear(snapshot: CatalogSnapshot): void {
    this.#made.clear();
    this.#of = snapshot;
    this.#characters = 0;
  }
}
