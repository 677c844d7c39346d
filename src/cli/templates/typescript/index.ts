// The tools of this plugin. Each call runs in fresh state, without files and without Node. A tool that needs more asks for it in plugin.json.

import { defineTool } from '@toolcell/plugin';

export const exampleTool = defineTool(
  {
    title: 'Count words',
    description:
      'Counts the words and characters of a text of at most 100,000 characters. Use it whenever a length matters; do not estimate.',
    inputSchema: {
      type: 'object',
      properties: {
        text: { type: 'string', description: 'The text to count, at most 100,000 characters.', maxLength: 100_000 },
      },
      required: ['text'],
      additionalProperties: false,
    },
    outputSchema: {
      type: 'object',
      properties: { words: { type: 'integer', minimum: 0 }, characters: { type: 'integer', minimum: 0 } },
      required: ['words', 'characters'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    examples: [
      { description: 'A sentence', arguments: { text: 'To be or not to be' }, result: { words: 6, characters: 18 } },
      { description: 'An empty text', arguments: { text: '' }, result: { words: 0, characters: 0 } },
      { description: 'An emoji is one character', arguments: { text: '👍🏽' }, result: { words: 0, characters: 1 } },
    ],
  },
  // The server has checked the arguments against the input schema.
  ({ text }) => ({ words: wordsIn(text), characters: charactersIn(text) }),
);

const wordsIn = (text: string): number => {
  const segments = new Intl.Segmenter('en', { granularity: 'word' }).segment(text);
  return [...segments].filter(({ isWordLike }) => isWordLike).length;
};

/** Counts characters as people see them: an emoji or an accented letter is one. */
const charactersIn = (text: string): number =>
  [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)].length;
