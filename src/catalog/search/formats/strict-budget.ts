// Counts what the strict tools of one request take together, for an API that limits it. Any thread; pure.

import type { Api } from './api.ts';
import type { FormedTool } from './formed-tool.ts';
import { costOf } from './strict-limits.ts';

/** Why the tool cannot be strict, too; undefined if it can. Then it is counted. */
export type Spend = (tool: FormedTool) => string | undefined;

/** Tools that come first have precedence. */
export const spenderFor = (api: Api | undefined): Spend => {
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
