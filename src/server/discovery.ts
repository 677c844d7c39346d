// Finds tools in the catalog that serves, for a caller and within a budget of tokens. Front process, main thread.

import type { Manifest } from '../../packages/plugin/src/manifest.ts';
import type { SimilaritiesOf } from '../catalog/meaning/meanings.ts';
import { type CatalogSnapshot, listedIn, listedTool } from '../catalog/model/snapshot.ts';
import type { Definitions } from '../catalog/search/definitions.ts';
import type { DiscoverableTool } from '../catalog/search/fields.ts';
import { findTools } from '../catalog/search/find-tools.ts';
import type { FormedLists } from '../catalog/search/formed-lists.ts';
import { MOST_QUERY_UNITS } from '../catalog/search/query.ts';
import { TokenCounts } from '../catalog/search/tokens.ts';
import type { Access } from '../front/gates/access/access.ts';
import type { Selections } from '../front/gates/access/selection.ts';
import type { FindTools } from '../front/http/discovery.ts';
import type { FormTools } from '../front/http/formats.ts';
import type { MetadataOf } from '../front/http/metadata.ts';
import type { Config } from '../settings/config.ts';
import { sharerOf } from '../shared/protocol/caller.ts';
import type { FoundTool, ToolFindings } from '../shared/protocol/discovery.ts';
import { unknownSet } from './access.ts';

export interface SearchParts {
  readonly access: Access;
  readonly selections: Selections;
  readonly snapshot: () => CatalogSnapshot;
  readonly configNow: () => Config;
  /** Where tokens are counted. */
  readonly definitions: Definitions;
  /** Compares queries with tools in meaning; undefined for one that cannot be compared. */
  readonly meaningOf: (
    query: string,
    tools: readonly DiscoverableTool[],
    sharer: string,
  ) => Promise<SimilaritiesOf | undefined>;
}

/** Follows the configuration and the catalog, each of which may change at any time. */
export const searchOver = ({
  access,
  selections,
  snapshot,
  configNow,
  definitions,
  meaningOf,
}: SearchParts): FindTools => {
  const counts = new TokenCounts(definitions);
  let of: readonly unknown[] = [];
  let plugins: readonly Manifest[] = [];
  /** The same list for the same snapshot, because the index of the search belongs to it. */
  const pluginsNow = (): readonly Manifest[] => {
    const [now, config] = [snapshot(), configNow()];
    if (of[0] === now && of[1] === config) return plugins;
    of = [now, config];
    plugins = listedIn(now.loaded, config).map(({ manifest }) => manifest);
    return plugins;
  };
  return async (caller, { query, maxTokens, limit, selection, allows: mayFind }) => {
    const now = pluginsNow();
    const view = access.viewOf(caller);
    const names = selection && selections.namesFor(selection, view);
    if (selection !== undefined && names === undefined) throw unknownSet(selection.set ?? '');
    const allows = (name: string): boolean =>
      view?.allows(name) !== false && names?.has(name) !== false && mayFind?.(name) !== false;
    const all = now.flatMap(({ tools }) => tools);
    const allowed = all.filter(({ name }) => allows(name));
    const [tokensOf, similaritiesOf] = await Promise.all([
      counts.of(all),
      meaningOf(query.slice(0, MOST_QUERY_UNITS), allowed, sharerOf(caller)),
    ]);
    const { tools, ...more } = findTools(now, { query, maxTokens, limit, allows, similaritiesOf }, tokensOf);
    const byName = new Map(all.map((tool) => [tool.name, tool] as const));
    return {
      tools: tools.map(({ name, pluginName, score, why, tokens }) => ({
        ...listedTool(byName.get(name) as Manifest['tools'][number]),
        ...{ name, pluginName, score, why, tokens },
      })),
      ...more,
    };
  };
};

/** A list in a form is made of the same list, or the same findings, that the caller gets without one. */
export const formsOver =
  (metadata: MetadataOf, find: FindTools, lists: FormedLists): FormTools =>
  async (caller, { form, selection, search }) => {
    if (search === undefined) {
      const { isPersonal = false, ...list } = metadata(caller, selection);
      return { ...(await lists.of(list, form)), isPersonal };
    }
    const findings = await find(caller, search);
    const none = { etag: undefined, isPersonal: true };
    if (form.format === undefined) return { text: await lists.textOf(JSON.stringify(findings), form), ...none };
    const listText = JSON.stringify({ tools: findings.tools.map(definitionIn) });
    const text = await lists.textOf(listText, form);
    return { text: `${text.slice(0, -1)},"search":${JSON.stringify(searchIn(findings))}}`, ...none };
  };

/** A found tool as the plain list has it. */
const definitionIn = ({ pluginName: _pluginName, score: _score, why: _why, tokens: _tokens, ...tool }: FoundTool) =>
  tool;

/** What the search says beside the definitions. */
const searchIn = ({ tools, ...more }: ToolFindings) => ({
  tools: tools.map(({ name, pluginName, score, why, tokens }) => ({ name, pluginName, score, why, tokens })),
  ...more,
});
