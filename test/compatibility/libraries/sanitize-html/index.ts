// Examples from the documentation of sanitize-html, as tools.

import { defineTool } from '@toolcell/plugin';
import sanitizeHtml from 'sanitize-html';

const HTML = { type: 'object', properties: { html: { type: 'string' } }, required: ['html'] } as const;

export const sanitizeDefaults = defineTool(
  {
    description: 'The default rules.',
    inputSchema: HTML,
    outputSchema: { type: 'string' },
    examples: [
      {
        arguments: { html: '<a href="javascript:alert(1)" onclick="x()">x</a><script>1</script><b>ok</b>' },
        result: '<a>x</a><b>ok</b>',
      },
    ],
  },
  ({ html }) => sanitizeHtml(html),
);

export const sanitizeStyles = defineTool(
  {
    description: 'Styles, of which some are kept.',
    inputSchema: HTML,
    outputSchema: { type: 'string' },
    examples: [
      {
        arguments: { html: '<p style="color:#f00;position:fixed;text-align:left">x</p><div>y</div>' },
        result: '<p style="color:#f00;text-align:left">x</p>y',
      },
    ],
  },
  ({ html }) =>
    sanitizeHtml(html, {
      allowedTags: ['p'],
      allowedAttributes: { p: ['style'] },
      allowedStyles: { '*': { color: [/^#(0x)?[0-9a-f]+$/i], 'text-align': [/^left$/, /^right$/, /^center$/] } },
    }),
);

export const sanitizeTransform = defineTool(
  {
    description: 'Tags renamed and attributes added.',
    inputSchema: HTML,
    outputSchema: { type: 'string' },
    examples: [
      { arguments: { html: '<ol><li>Hello world</li></ol>' }, result: '<ul class="foo"><li>Hello world</li></ul>' },
    ],
  },
  ({ html }) =>
    sanitizeHtml(html, {
      allowedAttributes: { ul: ['class'] },
      transformTags: { ol: sanitizeHtml.simpleTransform('ul', { class: 'foo' }) },
    }),
);
