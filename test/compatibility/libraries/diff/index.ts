// Examples from the documentation of jsdiff, as tools.

import { defineTool } from '@toolcell/plugin';
import { applyPatch, createPatch, diffChars, diffJson } from 'diff';

const TEXTS = {
  type: 'object',
  properties: { before: { type: 'string' }, after: { type: 'string' } },
  required: ['before', 'after'],
} as const;

export const diffCharacters = defineTool(
  {
    description: 'What two texts have in common, what was removed and what was added.',
    inputSchema: TEXTS,
    outputSchema: {},
    examples: [{ arguments: { before: 'beep boop', after: 'beep boob blah' }, result: ['=beep boo', '-p', '+b blah'] }],
  },
  ({ before, after }) =>
    diffChars(before, after).map(({ added, removed, value }) => `${added ? '+' : removed ? '-' : '='}${value}`),
);

export const diffPatch = defineTool(
  {
    description: 'A patch between two texts, and the first one after it was applied.',
    inputSchema: TEXTS,
    outputSchema: {},
    examples: [
      {
        arguments: { before: 'one\ntwo\n', after: 'one\nthree\n' },
        result: [
          'Index: file.txt\n===================================================================\n--- file.txt\n+++ file.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+three\n',
          'one\nthree\n',
        ],
      },
    ],
  },
  ({ before, after }) => {
    const patch = createPatch('file.txt', before, after);
    return [patch, applyPatch(before, patch)];
  },
);

export const diffOfJson = defineTool(
  {
    description: 'The number of changed parts of two objects, whatever the order of their members.',
    inputSchema: {
      type: 'object',
      properties: { before: { type: 'object' }, after: { type: 'object' } },
      required: ['before', 'after'],
    },
    outputSchema: {},
    examples: [
      { arguments: { before: { a: 1, b: 2 }, after: { b: 2, a: 1 } }, result: 0 },
      { arguments: { before: { a: 1, b: 2 }, after: { a: 1, b: 3 } }, result: 2 },
    ],
  },
  ({ before, after }) => diffJson(before, after).filter(({ added, removed }) => added || removed).length,
);
