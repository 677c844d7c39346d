// Applies the access rules in force to the tools that serve: what a caller may call, and the list of it. Front process, main thread.

import { type CatalogSnapshot, metadataFor } from '../catalog/model/snapshot.ts';
import { Access, type Tools, type View } from '../front/gates/access/access.ts';
import { Selections } from '../front/gates/access/selection.ts';
import type { Metadata, MetadataOf } from '../front/http/metadata.ts';
import type { Config } from '../settings/config.ts';
import { toolsOf } from '../settings/rules/rule.ts';
import type { Caller } from '../shared/protocol/caller.ts';
import { CallError } from '../shared/protocol/errors.ts';
import { type Selection, selectionKey } from '../shared/protocol/selection.ts';
import { compositeKey } from '../shared/text/composite-key.ts';
import { byCodePoint } from '../shared/text/order.ts';
import { quoted } from '../shared/text/quoted.ts';

/** Characters of the lists that are kept. The list that was asked for least recently is made again. */
const MOST_CHARACTERS = 16_000_000;

const toolsIn = ({ loaded }: CatalogSnapshot): Tools =>
  new Map(
    toolsOf(loaded.map(({ manifest }) => manifest))
      .toSorted((one, other) => byCodePoint(one.toolName, other.toolName))
      .map((tool) => [tool.toolName, tool]),
  );

/** Without a selection. */
const EVERYTHING = { isThere: true, names: undefined };

/** Follows the configuration and the catalog, each of which may change at any time. */
export const accessOver = (snapshot: () => CatalogSnapshot, configNow: () => Config) => {
  let seen: CatalogSnapshot | undefined;
  let tools: Tools = new Map();
  const toolsNow = (): Tools => {
    const now = snapshot();
    if (now !== seen) {
      seen = now;
      tools = toolsIn(now);
    }
    return tools;
  };
  const access = new Access({ settings: () => configNow().access, tools: toolsNow });
  const selections = new Selections(() => configNow().discovery.toolsets, toolsNow);
  const lists = new Lists();
  const metadataNow = (caller: Caller, selection?: Selection): Metadata => {
    const view = access.viewOf(caller);
    if (view === undefined && selection === undefined) return snapshot().metadata;
    const names = selection && selections.namesFor(selection, view);
    if (selection !== undefined && names === undefined) throw unknownSet(selection.set ?? '');
    // A selection of all tools is none.
    if (view === undefined && names?.size === toolsNow().size) return snapshot().metadata;
    return lists.listOf({ view, names }, snapshot(), configNow());
  };
  const newListKey = (caller: Caller, selection?: Selection): string | undefined => {
    const view = access.viewOf(caller);
    const { isThere, names } = selection ? selections.known(selection) : EVERYTHING;
    if (!isThere || (view === undefined && selection === undefined)) return undefined;
    const isFound = selection === undefined || names !== undefined;
    if (isFound && view === undefined && names?.size === toolsNow().size) return undefined;
    if (isFound && lists.has({ view, names }, snapshot())) return undefined;
    return lists.keyOf(view, selection);
  };
  const metadata: MetadataOf = Object.assign(metadataNow, { newListKey });
  return { access, selections, metadata, tools: toolsNow };
};

/** The error of a selection whose toolset is not there, or has nothing that the caller may call. */
export const unknownSet = (set: string): CallError =>
  new CallError('not_found', `There is no toolset ${quoted(set)} on this server. GET /mcp/metadata lists all tools.`, {
    more: { setting: 'discovery.toolsets' },
  });

/** Whose list it is, and of which tools. Undefined: of all. */
interface Listed {
  readonly view: View | undefined;
  readonly names: ReadonlySet<string> | undefined;
}

/** Lists by their view and selection. Views and sets of names are replaced when the rules, the toolsets or the catalog change. */
class Lists {
  readonly #numbers = new WeakMap<object, number>();
  readonly #made = new Map<string, Metadata>();
  #lastNumber = 0;
  #of: CatalogSnapshot | undefined;
  #characters = 0;

  listOf(listed: Listed, snapshot: CatalogSnapshot, config: Config): Metadata {
    if (snapshot !== this.#of) this.#clear(snapshot);
    const { view, names } = listed;
    const key = compositeKey(this.#numberOf(view), this.#numberOf(names));
    const known = this.#made.get(key);
    const allows = (name: string): boolean => view?.allows(name) !== false && names?.has(name) !== false;
    const list = known ?? { ...metadataFor(snapshot, config, allows), ...(view && { isPersonal: true }) };
    // The newest last.
    this.#made.delete(key);
    this.#made.set(key, list);
    if (known === undefined) this.#characters += list.text.length;
    for (const [oldest, { text }] of this.#made) {
      if (this.#characters <= MOST_CHARACTERS || oldest === key) break;
      this.#made.delete(oldest);
      this.#characters -= text.length;
    }
    return list;
  }

  /** True if the list is kept. */
  has({ view, names }: Listed, snapshot: CatalogSnapshot): boolean {
    return snapshot === this.#of && this.#made.has(compositeKey(this.#numberOf(view), this.#numberOf(names)));
  }

  /** The same for the same list, before its tools are known. */
  keyOf(view: View | undefined, selection: Selection | undefined): string {
    return compositeKey(this.#numberOf(view), selection === undefined ? null : selectionKey(selection));
  }

  /** The same for the same object; 0 if there is none. */
  #numberOf(of: object | undefined): number {
    if (of === undefined) return 0;
    const known = this.#numbers.get(of);
    if (known !== undefined) return known;
    this.#lastNumber += 1;
    this.#numbers.set(of, this.#lastNumber);
    return this.#lastNumber;
  }

  #clear(snapshot: CatalogSnapshot): void {
    this.#made.clear();
    this.#of = snapshot;
    this.#characters = 0;
  }
}
