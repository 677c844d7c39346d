// Chooses operations: `--only 'issues/*,GET /users/*'` by tag, operation or path, and `--read-only`.

import { nearest } from '../../../shared/text/nearest.ts';
import { ImportRefused } from '../kind.ts';
import type { Operation } from './operations.ts';

export interface Selection {
  /** The patterns, separated by commas; all operations if absent. */
  readonly only: string | undefined;
  readonly isReadOnly: boolean;
}

/** Methods that change nothing. */
export const READING: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

const expressionFor = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .split('*')
      .map((text) => text.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
    'is',
  );

type Test = (operation: Operation) => boolean;

/** `GET /users/*`, `/users/*`, or a tag or an operation's id. */
const testFor = (pattern: string): Test => {
  const [, method, path] = /^(?:([a-z]+)\s+)?(\/.*)$/is.exec(pattern) ?? [];
  if (path === undefined) {
    const expression = expressionFor(pattern);
    return ({ tags, id }) => tags.some((tag) => expression.test(tag)) || (id !== undefined && expression.test(id));
  }
  const expression = expressionFor(path);
  return (operation) =>
    (method === undefined || operation.method === method.toUpperCase()) && expression.test(operation.path);
};

/** The chosen operations. Throws ImportRefused if a pattern fits none. */
export const selected = (operations: readonly Operation[], { only, isReadOnly }: Selection): readonly Operation[] => {
  const readable = isReadOnly ? operations.filter(({ method }) => READING.includes(method)) : operations;
  const patterns = (only ?? '')
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '');
  const tests = patterns.map((pattern) => ({ pattern, test: testFor(pattern) }));
  const idle = tests.find(({ test }) => !operations.some(test));
  if (idle)
    throw new ImportRefused(`--only: nothing fits ${JSON.stringify(idle.pattern)}`, hintFor(idle.pattern, operations));
  return tests.length === 0 ? readable : readable.filter((operation) => tests.some(({ test }) => test(operation)));
};

const hintFor = (pattern: string, operations: readonly Operation[]): string => {
  const names = operations.flatMap(({ tags, id }) => [...tags, ...(id === undefined ? [] : [id])]);
  const [near] = nearest(pattern, new Set(names));
  return near === undefined ? `tags are ${tagsText(operations)}` : `did you mean ${JSON.stringify(near)}?`;
};

const MOST_TAGS = 12;

/** `repos (204), issues (58)`: the tags that most operations have. */
export const tagsText = (operations: readonly Operation[]): string => {
  const counts = new Map<string, number>();
  for (const tag of operations.flatMap(({ tags }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  const sorted = [...counts].toSorted(([, one], [, other]) => other - one);
  if (sorted.length === 0) return 'none: choose by path, as in --only "/users/*"';
  const more = sorted.length > MOST_TAGS ? ', …' : '';
  return `${sorted
    .slice(0, MOST_TAGS)
    .map(([tag, count]) => `${tag} (${count})`)
    .join(', ')}${more}`;
};
