// GET /mcp/metadata?q=…&maxTokens=…: the tools that fit what an agent wants, as many as fit its budget of tokens. Front process.

import type { Caller } from '../../shared/protocol/caller.ts';
import { SEARCH_BOUNDS, type ToolFindings, type ToolSearch } from '../../shared/protocol/discovery.ts';
import { CallError } from '../../shared/protocol/errors.ts';
import { quoted } from '../../shared/text/quoted.ts';
import { answerJson, type Context } from './context.ts';
import { parametersIn, SELECTION_PARAMETERS, selectionIn } from './selection.ts';

/** Finds tools that a caller may call. Fails with: not_found (there is no such toolset). */
export type FindTools = (caller: Caller, search: ToolSearch) => Promise<ToolFindings>;

export const SEARCH_PARAMETERS: readonly string[] = ['q', 'maxTokens', 'limit', ...SELECTION_PARAMETERS];
const MOST_QUERY_CHARACTERS = SEARCH_BOUNDS.query.most;

export const isSearch = ({ querystring }: Context): boolean =>
  querystring !== '' && new URLSearchParams(querystring).has('q');

/** Answers a search. Fails with: invalid_request, not_found. */
export const answerSearch = async (ctx: Context, find: FindTools): Promise<void> => {
  const search = searchIn(parametersIn(ctx.querystring, SEARCH_PARAMETERS));
  answerJson(ctx, JSON.stringify(await find(ctx.state.caller, search)));
};

export const searchIn = (parameters: ReadonlyMap<string, string>): ToolSearch => {
  const query = parameters.get('q') ?? '';
  if (query.length > MOST_QUERY_CHARACTERS)
    throw new CallError(
      'invalid_request',
      `The query has ${query.length} characters; at most ${MOST_QUERY_CHARACTERS} are read. Say what the tool should do, not why.`,
    );
  return {
    query,
    maxTokens: wholeIn('maxTokens', parameters),
    limit: wholeIn('limit', parameters),
    selection: selectionIn(parameters),
  };
};

const wholeIn = (name: 'maxTokens' | 'limit', parameters: ReadonlyMap<string, string>): number => {
  const { standard, most } = SEARCH_BOUNDS[name];
  const text = parameters.get(name);
  if (text === undefined) return standard;
  const value = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  if (value >= 1 && value <= most) return value;
  const detail = `The parameter "${name}" must be a whole number from 1 to ${most}, but is ${quoted(text)}.`;
  throw new CallError('invalid_request', detail);
};
