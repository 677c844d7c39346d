// Tells whether a server with another SDK is the same server: by the tools that it lists, whole, and by one call that it answers without a request. Runs on the
// author's machine; what it compares is a stranger's text.

import { shown } from '../../../catalog/model/refusal.ts';
import type { ListedTool } from './describe-server.ts';

/** A call of a trial, and the content of its answer. */
export interface AnsweredCall {
  /** Its name on the server. */
  readonly tool: string;
  readonly arguments: object;
  readonly content: readonly unknown[];
}

/** What a server must do to be taken. */
export interface MustHave {
  readonly tools: readonly ListedTool[];
  readonly answered: AnsweredCall | undefined;
}

/** What differs between two runs of one server: times of now, and identifiers. */
const OF_ONE_RUN =
  /\b(?:\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?|\d{13}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\b/gi;

/** Members of a tool that agents read, or that the host checks by. */
const MEMBERS = ['title', 'description', 'inputSchema', 'outputSchema', 'annotations'];

/** The same text for the same value, whatever the order of its members. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_key, one) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  ).replace(OF_ONE_RUN, 'of one run');

/** Which of the tools it lists no more; undefined if it lists all. */
export const missingTools = ({ tools }: MustHave, listed: readonly ListedTool[]): string | undefined => {
  const found = new Set(listed.map(({ name }) => name));
  const missing = tools.filter(({ name }) => !found.has(name)).map(({ name }) => shown(name));
  return missing.length === 0 ? undefined : `it lists ${missing.slice(0, 5).join(', ')} now and then only`;
};

/** Which tool it lists in another way. A member that it does not list is left out: the stand-in for McpServer lists no schemas, and checks by the same ones. */
export const changedTool = ({ tools }: MustHave, listed: readonly ListedTool[]): string | undefined => {
  const others = new Map(listed.map((tool) => [tool.name, tool]));
  const changed = tools.find((tool) => {
    const other = others.get(tool.name);
    return MEMBERS.some(
      (member) => other?.[member] !== undefined && textOf(other[member]) !== textOf(tool[member] ?? null),
    );
  });
  return changed && `it lists ${shown(changed.name)} in another way`;
};

const wordsOf = (content: readonly unknown[]): string =>
  textOf(content.map((block) => (typeof block === 'object' && block !== null && 'text' in block ? block.text : null)));

/** True if two answers have the same texts. */
export const isSameAnswer = (one: readonly unknown[], other: unknown): boolean =>
  Array.isArray(other) && wordsOf(one) === wordsOf(other);
