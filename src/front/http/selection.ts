// Reads from an address which tools a caller wants to see: `?plugins=a,b&tools=c*&readOnly=true&set=research`. Front process.

import { CallError } from '../../shared/protocol/errors.ts';
import type { Selection } from '../../shared/protocol/selection.ts';
import { quoted } from '../../shared/text/quoted.ts';
import type { Context } from './context.ts';

/** Names of one list, and characters of one name. */
const MOST_NAMES = 20;
const MOST_NAME_CHARACTERS = 128;
const SELECTING = ['set', 'plugins', 'tools', 'readOnly'];

/** The parameters of a query, each at most once. Fails with: invalid_request (one that is not `known`, or one that is there twice). */
export const parametersIn = (query: string, known: readonly string[]): ReadonlyMap<string, string> => {
  const parameters = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(query)) {
    if (!known.includes(name))
      throw wrong(`The address has the parameter ${quoted(name)}, which is not known. Known are ${known.join(', ')}.`);
    if (parameters.has(name)) throw wrong(`The address has the parameter "${name}" more than once.`);
    parameters.set(name, value);
  }
  return parameters;
};

export const SELECTION_PARAMETERS: readonly string[] = SELECTING;

/** The selection that parameters ask for; undefined if they ask for none. Fails with: invalid_request. */
export const selectionIn = (parameters: ReadonlyMap<string, string>): Selection | undefined => {
  if (!SELECTING.some((name) => parameters.has(name))) return undefined;
  const set = parameters.get('set');
  const plugins = namesIn('plugins', parameters);
  const tools = namesIn('tools', parameters);
  const isReadOnly = flagIn('readOnly', parameters);
  return {
    ...(set !== undefined && { set }),
    ...(plugins && { plugins }),
    ...(tools && { tools }),
    ...(isReadOnly && { annotations: ['readOnlyHint'] }),
  };
};

/** True for `true`. Fails with: invalid_request, for anything but `true` and `false`. */
export const flagIn = (name: string, parameters: ReadonlyMap<string, string>): boolean => {
  const value = parameters.get(name) ?? 'false';
  if (value === 'true' || value === 'false') return value === 'true';
  throw wrong(`The parameter "${name}" must be "true" or "false", but is ${quoted(value)}.`);
};

const namesIn = (name: string, parameters: ReadonlyMap<string, string>): readonly string[] | undefined => {
  const value = parameters.get(name);
  if (value === undefined) return undefined;
  const names = value.split(',').map((each) => each.trim());
  if (names.some((each) => each === ''))
    throw wrong(`The parameter "${name}" must be names or patterns with "*", separated by commas.`);
  if (names.length > MOST_NAMES) throw wrong(`The parameter "${name}" has more than ${MOST_NAMES} names.`);
  if (names.some((each) => each.length > MOST_NAME_CHARACTERS))
    throw wrong(`The parameter "${name}" has a name of more than ${MOST_NAME_CHARACTERS} characters.`);
  return names;
};

const wrong = (detail: string): CallError => new CallError('invalid_request', detail);

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

/** A context whose path may name a toolset. */
type Addressed = Context & { readonly params?: { readonly set?: string } };

/**
 * The tools that the address is about: all, those of a toolset in its path, and those that pass the filter in its query; and its other parameters, which
 * may be those in `more`. Fails with: invalid_request.
 */
export const addressedIn = (ctx: Addressed, more: readonly string[] = []) => {
  const set = ctx.params?.set;
  const selecting = set === undefined ? SELECTION_PARAMETERS : SELECTION_PARAMETERS.filter((name) => name !== 'set');
  const parameters = parametersIn(ctx.querystring, [...selecting, ...more]);
  const selection = selectionIn(parameters);
  return { selection: set === undefined ? selection : { ...selection, set }, parameters };
};

/** What the address offers. Fails with: invalid_request, not_found (the server offers no `metaTools`). */
export const offerOf = (ctx: Addressed, allowsMetaTools: boolean): Offer => {
  const { selection, parameters } = addressedIn(ctx, ['metaTools']);
  const metaTools = flagIn('metaTools', parameters);
  if (metaTools && !allowsMetaTools) throw new CallError('not_found', NO_META_TOOLS, { more: META_TOOLS_SETTING });
  return { selection, metaTools };
};
