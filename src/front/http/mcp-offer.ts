// Reads from the address of a request of MCP which tools it is about, and whether two tools stand for them. Front process.

import { CallError } from '../../shared/protocol/errors.ts';
import type { Selection } from '../../shared/protocol/selection.ts';
import type { Context } from './context.ts';
import { flagIn, parametersIn, SELECTION_PARAMETERS, selectionIn } from './selection.ts';

const NO_META_TOOLS =
  'This server offers no "metaTools". Connect without this parameter; "plugins" and "tools" make a list shorter.';
const META_TOOLS_SETTING = { setting: 'discovery.metaTools' };

export interface Offer {
  /** The tools that it is about. Undefined: all. */
  readonly selection: Selection | undefined;
  /** Whether two tools stand for them. */
  readonly metaTools: boolean;
}

/** What `/mcp` offers without parameters. */
export const ALL_TOOLS: Offer = { selection: undefined, metaTools: false };

/**
 * The tools that the address is about: all, those of a toolset in its path, and those that pass the filter in its query.
 * Fails with: invalid_request, not_found (the server offers no `metaTools`).
 */
export const offerOf = (
  ctx: Context & { readonly params?: { readonly set?: string } },
  allowsMetaTools: boolean,
): Offer => {
  const set = ctx.params?.set;
  const selecting = set === undefined ? SELECTION_PARAMETERS : SELECTION_PARAMETERS.filter((name) => name !== 'set');
  const parameters = parametersIn(ctx.querystring, [...selecting, 'metaTools']);
  const selection = selectionIn(parameters);
  const metaTools = flagIn('metaTools', parameters);
  if (metaTools && !allowsMetaTools) throw new CallError('not_found', NO_META_TOOLS, { more: META_TOOLS_SETTING });
  return { selection: set === undefined ? selection : { ...selection, set }, metaTools };
};
