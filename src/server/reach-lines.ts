// Lines for people about the capabilities that plugins ask for, and which of them are granted.

import { shown } from '../catalog/model/refusal.ts';
import type { CapabilityRequest, GrantSuggestion } from '../shared/protocol/admin.ts';

type Colours = Readonly<Record<'good' | 'warning', (text: string) => string>>;

/** No colour, for the start-up text. */
export const PLAIN: Colours = { good: (text) => text, warning: (text) => text };

/** A line for each capability that is asked for. Requests to one origin share a line. */
export const wishLines = (states: readonly CapabilityRequest[], style: Colours = PLAIN): readonly string[] => {
  const groups = Map.groupBy(states, ({ capability, origin = capability, state, isOptional }) =>
    JSON.stringify([origin, state, isOptional]),
  );
  return [...groups.values()].map((group) => {
    const [{ state, isOptional } = { state: 'granted' }] = group;
    const mark = state === 'granted' ? style.good('+') : style.warning('-');
    return `    ${mark} ${shown(wishText(group), 400)}: ${state}${isOptional ? ' (optional)' : ''}`;
  });
};

/** `fetch GET https://a.example/v1/*`, or for several requests `fetch https://a.example (GET /v1/*, POST /v2)`. */
const wishText = (group: readonly CapabilityRequest[]): string => {
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

/** A plugin, and the grants that it lacks. */
export interface Wanting {
  readonly pluginName: string;
  /** True if its tools are not listed without the grants. */
  readonly waitsForGrants: boolean;
  /** Absent if it lacks none. */
  readonly missing?: GrantSuggestion;
}

/**
 * Advice about missing grants: a command for each plugin, first for those whose tools are not listed without them, and one block of configuration that can
 * be pasted whole. `isListed`: `plugins.listUngranted`. `hint` makes a command; see hint.ts.
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
            ? 'Waiting for grants; their tools are listed nevertheless (plugins.listUngranted):'
            : 'Waiting for grants; until then their tools are not listed to agents:',
          ...commands(waiting),
        ]),
    ...(others.length === 0 ? [] : ['Working with less than they ask for:', ...commands(others)]),
    'Or all at once, in sandbox.config.json:',
    ...blockLines(Object.fromEntries(sections)).map((line) => `  ${shown(line, 2_000)}`),
  ];
};
