// GET /mcp/metadata?format=…&strict=true&explain=true&tokens=true: the list of tools as the APIs of model providers take it. Front process.

import type { Caller } from '../../shared/protocol/caller.ts';
import { CallError } from '../../shared/protocol/errors.ts';
import {
  FORMATS,
  type Format,
  type FormedList,
  type FormRequest,
  type ListForm,
  STRICT_FORMATS,
} from '../../shared/protocol/formats.ts';
import { quoted } from '../../shared/text/quoted.ts';
import type { Context } from './context.ts';
import { isSearch, SEARCH_PARAMETERS, searchIn } from './discovery.ts';
import { flagIn, parametersIn, SELECTION_PARAMETERS, selectionIn } from './selection.ts';

/** Writes the list of the tools that a caller may call in a form. Fails with: not_found (there is no such toolset). */
export type FormTools = (caller: Caller, request: FormRequest) => Promise<FormedList>;

export const FORM_PARAMETERS: readonly string[] = ['format', 'strict', 'explain', 'tokens'];

export const isFormed = ({ querystring }: Context): boolean => {
  if (querystring === '') return false;
  const parameters = new URLSearchParams(querystring);
  return FORM_PARAMETERS.some((name) => parameters.has(name));
};

export const formRequestIn = (ctx: Context): FormRequest => {
  const { querystring } = ctx;
  if (isSearch(ctx)) {
    const parameters = parametersIn(querystring, [...SEARCH_PARAMETERS, ...FORM_PARAMETERS]);
    return { form: formIn(parameters), search: searchIn(parameters) };
  }
  const parameters = parametersIn(querystring, [...SELECTION_PARAMETERS, ...FORM_PARAMETERS]);
  return { form: formIn(parameters), selection: selectionIn(parameters) };
};

const formIn = (parameters: ReadonlyMap<string, string>): ListForm => {
  const format = formatIn(parameters);
  const isStrict = flagIn('strict', parameters);
  const isExplained = flagIn('explain', parameters);
  if (format === undefined && (isStrict || isExplained))
    throw wrong(`The parameter "${isStrict ? 'strict' : 'explain'}" needs a "format", one of ${FORMATS.join(', ')}.`);
  if (isStrict && format !== undefined && !STRICT_FORMATS.includes(format)) {
    const formats = STRICT_FORMATS.join(', ');
    throw wrong(`The format "${format}" has no strict form; ${formats} have one. Leave the parameter "strict" out.`);
  }
  return { format, isStrict, isExplained, hasTokens: flagIn('tokens', parameters) };
};

export const formatIn = (parameters: ReadonlyMap<string, string>): Format | undefined => {
  const value = parameters.get('format');
  if (value === undefined) return undefined;
  const format = FORMATS.find((each) => each === value);
  if (format !== undefined) return format;
  throw wrong(`The parameter "format" must be one of ${FORMATS.join(', ')}, but is ${quoted(value)}.`);
};

const wrong = (detail: string): CallError => new CallError('invalid_request', detail);
