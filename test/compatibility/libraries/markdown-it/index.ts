// Examples from the documentation of markdown-it, as tools.

import { defineTool } from '@toolcell/plugin';
import MarkdownIt from 'markdown-it';

const input = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] } as const;

export const markdownItRender = defineTool(
  {
    description: 'Markdown as HTML.',
    inputSchema: input,
    outputSchema: { type: 'string' },
    examples: [
      { arguments: { text: '# markdown-it rulezz!' }, result: '<h1>markdown-it rulezz!</h1>\n' },
      {
        arguments: { text: '| a | b |\n|---|---|\n| 1 | 2 |' },
        result:
          '<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n<td>2</td>\n</tr>\n</tbody>\n</table>\n',
      },
      { arguments: { text: '<b>raw</b>' }, result: '<p>&lt;b&gt;raw&lt;/b&gt;</p>\n' },
    ],
  },
  ({ text }) => new MarkdownIt().render(text),
);

export const markdownItOptions = defineTool(
  {
    description: 'Markdown as HTML in one line, with links and typographic quotes.',
    inputSchema: input,
    outputSchema: { type: 'string' },
    examples: [
      { arguments: { text: '__markdown-it__ rulezz!' }, result: '<strong>markdown-it</strong> rulezz!' },
      { arguments: { text: '"quoted" (c)' }, result: '“quoted” ©' },
    ],
  },
  ({ text }) => new MarkdownIt({ html: true, linkify: true, typographer: true }).renderInline(text),
);
