// What plugins ask to reach and what of it is granted, as lines for people.

import { shown } from '../../catalog/model/refusal.ts';
import type { GrantSuggestion, WishState } from '../../protocol/admin.ts';
import type { Paint } from '../command.ts';

type Colours = Pick<Paint, 'good' | 'warning'>;

/** Without colour, for the start-up text. */
export const PLAIN: Colours = { good: (text) => text, warning: (text) => text };

/** A line for each thing that is asked for; requests to one origin share theirs. */
export const wishLines = (states: readonly WishState[], paint: Colours = PLAIN): readonly string[] => {
  const groups = Map.groupBy(states, ({ capability, origin = capability, state, isOptional }) =>
    JSON.stringify([origin, state, isOptional]),
  );
  return [...groups.values()].map((group) => {
    const [{ state, isOptional } = { state: 'granted' }] = group;
    const mark = state === 'granted' ? paint.good('+') : paint.warning('-');
    return `    ${mark} ${shown(wishText(group), 400)}: ${state}${isOptional ? ' (optional)' : ''}`;
  });
};

/** `fetch GET https://a.example/v1/*`, or of several `fetch https://a.example (GET /v1/*, POST /v2)`. */
const wishText = (group: readonly WishState[]): string => {
  const [first] = group;
  if (first?.origin === undefined || group.length === 1) return first?.capability ?? '';
  const { origin } = first;
  return `fetch ${origin} (${group.map(({ capability }) => capability.replace(/^fetch /, '').replace(origin, '')).join(', ')})`;
};

/** The members of a configuration that would grant something, as lines that can be pasted into sandbox.config.json. */
export const blockLines = (block: Readonly<Record<string, object>>): readonly string[] =>
  Object.entries(block).flatMap(([section, entries], index, sections) => [
    `${JSON.stringify(section)}: {`,
    ...Object.entries(entries).map(([name, value], at, all) => {
      const text = JSON.stringify(value).replaceAll('":', '": ').replaceAll(',"', ', "');
      return `  ${JSON.stringify(name)}: ${text}${at === all.length - 1 ? '' : ','}`;
    }),
    index === sections.length - 1 ? '}' : '},',
  ]);

/** A plugin for which something is missing. */
export interface Wanting {
  readonly pluginName: string;
  readonly waitsForGrants: boolean;
  readonly missing?: GrantSuggestion;
}

/**
 * What to do about all that is missing: a command for each plugin, those first whose tools are not listed for want of it, and one block that can be
 * pasted whole. `hint` makes a command; see hint.ts.
 */
export const missingLines = (
  plugins: readonly Wanting[],
  { isListed, hint }: { isListed: boolean; hint: (...words: string[]) => string },
): readonly string[] => {
  const wanting = plugins.filter(({ missing }) => missing !== undefined);
  if (wanting.length === 0) return [];
  const commands = (of: readonly Wanting[]): readonly string[] =>
    of.map(({ pluginName }) => `  ${hint('grant', pluginName)}`);
  const waiting = wanting.filter(({ waitsForGrants }) => waitsForGrants);
  const others = wanting.filter(({ waitsForGrants }) => !waitsForGrants);
  const sections = ['grants', 'secrets'].flatMap((section) => {
    const entries = Object.assign({}, ...wanting.map(({ missing }) => missing?.config[section] ?? {}));
    return Object.keys(entries).length === 0 ? [] : [[section, entries] as const];
  });
  return [
    ...(waiting.length === 0
      ? []
      : [
          isListed
            ? 'Waiting for grants; their tools are listed all the same (plugins.listUngranted):'
            : 'Waiting for grants; until then their tools are not listed to agents:',
          ...commands(waiting),
        ]),
    ...(others.length === 0 ? [] : ['Working with less than they ask for:', ...commands(others)]),
    'Or all at once, in sandbox.config.json:',
    ...blockLines(Object.fromEntries(sections)).map((line) => `  ${shown(line, 2_000)}`),
  ];
};
