// Examples from the documentation of mustache.js, as tools.

import { defineTool } from '@toolcell/plugin';
import Mustache from 'mustache';

export const mustacheRender = defineTool(
  {
    description: 'A template with values, sections, lists, comments and partials.',
    inputSchema: {
      type: 'object',
      properties: {
        template: { type: 'string' },
        view: { type: 'object' },
        partials: { type: 'object', additionalProperties: { type: 'string' } },
      },
      required: ['template', 'view'],
    },
    outputSchema: { type: 'string' },
    examples: [
      {
        arguments: {
          template: '* {{name}} * {{company}} * {{{company}}}',
          view: { name: 'Chris', company: '<b>GitHub</b>' },
        },
        result: '* Chris * &lt;b&gt;GitHub&lt;&#x2F;b&gt; * <b>GitHub</b>',
      },
      {
        arguments: {
          template: '{{#repos}}<b>{{name}}</b>{{/repos}}{{^none}}No repos{{/none}}{{! left out }}',
          view: { repos: [{ name: 'resque' }, { name: 'hub' }], none: [] },
        },
        result: '<b>resque</b><b>hub</b>No repos',
      },
      {
        arguments: {
          template: '<h2>{{#people}}{{> user}}{{/people}}',
          view: { people: [{ name: 'A' }] },
          partials: { user: '{{name}}' },
        },
        result: '<h2>A',
      },
    ],
  },
  ({ template, view, partials }) => Mustache.render(template, view, partials),
);

export const mustacheParse = defineTool(
  {
    description: 'The tags of a template, or what is wrong with it; with delimiters of its own.',
    inputSchema: { type: 'object', properties: { template: { type: 'string' } }, required: ['template'] },
    outputSchema: {},
    examples: [
      {
        arguments: { template: 'a <%b%>' },
        result: [
          ['text', 'a ', 0, 2],
          ['name', 'b', 2, 7],
        ],
      },
      { arguments: { template: '<%#open%>' }, result: 'Unclosed section "open" at 9' },
    ],
  },
  ({ template }) => {
    try {
      return Mustache.parse(template, ['<%', '%>']);
    } catch (error) {
      return (error as Error).message;
    }
  },
);
