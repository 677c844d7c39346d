// Examples from the documentation of marked, as tools.

import { defineTool } from '@toolcell/plugin';
import { Marked, marked } from 'marked';

const TEXT = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] } as const;

export const markedParse = defineTool(
  {
    description: 'A whole document, GitHub flavour included.',
    inputSchema: TEXT,
    outputSchema: { type: 'string' },
    examples: [
      {
        arguments: { text: '# Marked in the browser\n\nRendered by **marked**.' },
        result: '<h1>Marked in the browser</h1>\n<p>Rendered by <strong>marked</strong>.</p>\n',
      },
      {
        arguments: { text: '~~old~~ https://example.com' },
        result: '<p><del>old</del> <a href="https://example.com">https://example.com</a></p>\n',
      },
      {
        arguments: { text: '| a | b |\n|---|:-:|\n| 1 | 2 |' },
        result:
          '<table>\n<thead>\n<tr>\n<th>a</th>\n<th align="center">b</th>\n</tr>\n</thead>\n<tbody><tr>\n<td>1</td>\n<td align="center">2</td>\n</tr>\n</tbody></table>\n',
      },
    ],
  },
  ({ text }) => marked.parse(text, { async: false }),
);

export const markedInline = defineTool(
  {
    description: 'Inline text only, without paragraphs.',
    inputSchema: TEXT,
    outputSchema: { type: 'string' },
    examples: [{ arguments: { text: '**strong** _em_' }, result: '<strong>strong</strong> <em>em</em>' }],
  },
  ({ text }) => marked.parseInline(text, { async: false }),
);

export const markedRenderer = defineTool(
  {
    description: "A renderer of one's own for headings, in an instance of its own.",
    inputSchema: TEXT,
    outputSchema: { type: 'string' },
    examples: [{ arguments: { text: '# heading+' }, result: '<h1 id="heading-">heading+</h1>' }],
  },
  ({ text }) => {
    const own = new Marked({
      renderer: {
        heading({ tokens, depth, text: raw }) {
          return `<h${depth} id="${raw.toLowerCase().replaceAll(/[^\w]+/g, '-')}">${this.parser.parseInline(tokens)}</h${depth}>`;
        },
      },
    });
    return own.parse(text, { async: false });
  },
);

export const markedAsync = defineTool(
  {
    description: 'Asynchronous, with a walk over the tokens that waits.',
    inputSchema: TEXT,
    outputSchema: { type: 'string' },
    examples: [{ arguments: { text: '[a](b)' }, result: '<p><a href="https://example.com/b">a</a></p>\n' }],
  },
  async ({ text }) => {
    const own = new Marked({
      async: true,
      walkTokens: async (token) => {
        await Promise.resolve();
        if (token.type === 'link') token.href = `https://example.com/${token.href}`;
      },
    });
    return own.parse(text);
  },
);

export const markedLexer = defineTool(
  {
    description: 'The kinds of the tokens of a text.',
    inputSchema: TEXT,
    outputSchema: { type: 'array' },
    examples: [
      { arguments: { text: '# a\n\n- b\n\n```js\nc\n```' }, result: ['heading', 'space', 'list', 'space', 'code'] },
    ],
  },
  ({ text }) => marked.lexer(text).map(({ type }) => type),
);
