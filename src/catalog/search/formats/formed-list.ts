// Writes a list of tools in a format, with what was left out and what was changed. Any thread; pure.

import type { Format, ListForm } from '../../../shared/protocol/formats.ts';
import type { Api, ListedTool } from './api.ts';
import { APIS, type FormedTool, formedTool } from './formed-tool.ts';
import { costOf } from './strict-limits.ts';
import { isObstacle, type Obstacle } from './telling.ts';

export type CountTokens = (text: string) => number;

export interface Tokens {
  readonly encoding: 'o200k_base';
  readonly total: number;
  readonly perTool: Readonly<Record<string, number>>;
}

type Form = ListForm & { readonly format: Format };

interface NamedTool extends FormedTool {
  readonly name: string;
}

interface LeftOut {
  readonly name: string;
  readonly reason: string;
}

/**
 * The members of the reply for a format. `tools` is what the API's request takes. `leftOut` has the tools that it cannot carry, `changed` the names of those
 * that are other than in the plain list, `notStrict` those that cannot be strict, if that was asked for, and `changes` what was changed, if the form is
 * explained. Throws nothing, whatever the schemas are.
 */
export const formedList = (tools: readonly ListedTool[], form: Form, count: CountTokens): object => {
  const { format, isStrict, isExplained, hasTokens } = form;
  const api = apiOf(format);
  const { formed, leftOut } = partsOf(tools, form);
  const changes = formed.flatMap(({ name, changes: all }) => all.map((change) => ({ name, ...change })));
  const definitions = formed.map(({ definition }) => definition);
  return {
    format,
    tools: api ? api.request(definitions) : definitions,
    leftOut,
    ...(isStrict && { notStrict: formed.flatMap(notStrictIn) }),
    changed: [...new Set(changes.map(({ name }) => name))],
    ...(isExplained && { changes }),
    ...(hasTokens && { tokens: tokensOf(formed, (tool) => count(readByModel(tool))) }),
  };
};

/** The tokens of each tool, and of all together. A name that is there twice does not occur. */
export const tokensOf = <Tool extends { readonly name: string }>(
  tools: readonly Tool[],
  count: (tool: Tool) => number,
): Tokens => {
  const perTool = tools.map((tool) => [tool.name, count(tool)] as const);
  return {
    encoding: 'o200k_base',
    total: perTool.reduce((sum, [, tokens]) => sum + tokens, 0),
    perTool: Object.fromEntries(perTool),
  };
};

const apiOf = (format: Format): Api | undefined =>
  format === 'mcp' || format === 'mcp-2025' ? undefined : APIS[format];

/** Clients of MCP pass on name, description and input schema. */
const readByModel = ({ definition, schema }: FormedTool): string => {
  const { name, description, inputSchema } = definition;
  return JSON.stringify(inputSchema === undefined ? definition : { name, description, input_schema: schema });
};

const notStrictIn = ({ name, notStrict }: NamedTool): readonly object[] =>
  notStrict ? [{ name, path: notStrict.path, reason: sentenceOf(notStrict) }] : [];

/** What it is, and what its author can do. */
const sentenceOf = ({ reason, hint }: Obstacle): string => (hint === '' ? reason : `${reason}: ${hint}.`);

const partsOf = (tools: readonly ListedTool[], { format, isStrict }: Form) => {
  const formed: NamedTool[] = [];
  const leftOut: LeftOut[] = [];
  const api = apiOf(format);
  const spend = spenderFor(api);
  for (const tool of tools) {
    const { name } = tool;
    const made = api && formed.length >= api.mostTools ? tooMany(api) : madeWithin(tool, { format, isStrict, spend });
    if (isObstacle(made)) leftOut.push({ name, reason: sentenceOf(made) });
    else formed.push({ ...made, name });
  }
  return { formed, leftOut };
};

const tooMany = ({ title, mostTools }: Api): Obstacle => {
  const reason = `${title} takes ${mostTools} tools in a request. Ask for fewer, with "plugins", "tools", "set" or "q".`;
  return { path: '', reason, hint: '' };
};

interface Making {
  readonly format: Format;
  readonly isStrict: boolean;
  readonly spend: Spend;
}

const madeWithin = (tool: ListedTool, { format, isStrict, spend }: Making): FormedTool | Obstacle => {
  try {
    const made = formedTool(tool, format, isStrict);
    const overspent = isObstacle(made) ? undefined : spend(made);
    if (overspent === undefined) return made;
    const plain = formedTool(tool, format, false);
    return isObstacle(plain) ? plain : { ...plain, notStrict: { path: '', reason: overspent, hint: '' } };
  } catch {
    // One tool must not take the list from everybody.
    return {
      path: '',
      reason: 'The server could not write it in this format, which is a fault of the server.',
      hint: '',
    };
  }
};

/** Why the tool cannot be strict, too; undefined if it can. Then it is counted. */
type Spend = (tool: FormedTool) => string | undefined;

/** Tools that come first have precedence. */
const spenderFor = (api: Api | undefined): Spend => {
  const budget = api?.budget;
  if (!budget) return () => undefined;
  const spent = { tools: 0, optional: 0, unions: 0 };
  return ({ schema, isStrict }) => {
    if (!isStrict) return undefined;
    const after = add(spent, { tools: 1, ...costOf(schema) });
    for (const [part, words] of PARTS)
      if (after[part] > budget[part])
        return `${api.title} takes ${budget[part]} ${words} in a request, and the tools before this one have ${spent[part]} of them. Ask for fewer tools.`;
    Object.assign(spent, after);
    return undefined;
  };
};

const PARTS = [
  ['tools', 'strict tools'],
  ['optional', 'optional arguments of strict tools'],
  ['unions', 'choices of types in strict tools'],
] as const;

type Counts = Readonly<Record<(typeof PARTS)[number][0], number>>;

const add = (one: Counts, other: Counts): Counts => ({
  tools: one.tools + other.tools,
  optional: one.optional + other.optional,
  unions: one.unions + other.unions,
});
