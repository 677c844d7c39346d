// Examples from the documentation of Handlebars, as tools.

import { defineTool } from '@toolcell/plugin';
import Handlebars from 'handlebars';

export const handlebarsRender = defineTool(
  {
    description: 'A template filled in; Handlebars compiles it with the Function constructor.',
    inputSchema: {
      type: 'object',
      properties: { template: { type: 'string' }, values: { type: 'object' } },
      required: ['template', 'values'],
    },
    outputSchema: { type: 'string' },
    examples: [
      {
        arguments: { template: 'Handlebars <b>{{doesWhat}}</b>', values: { doesWhat: 'rocks!' } },
        result: 'Handlebars <b>rocks!</b>',
      },
      { arguments: { template: '{{a}} {{{a}}}', values: { a: '<&>' } }, result: '&lt;&amp;&gt; <&>' },
      {
        arguments: {
          template: '{{#each people}}{{@index}}:{{this.name}}{{#unless @last}}, {{/unless}}{{else}}none{{/each}}',
          values: { people: [{ name: 'Ada' }, { name: 'Alan' }] },
        },
        result: '0:Ada, 1:Alan',
      },
      {
        arguments: { template: '{{#if author}}by {{author.name}}{{else}}anonymous{{/if}}', values: { author: null } },
        result: 'anonymous',
      },
    ],
  },
  ({ template, values }) => Handlebars.compile(template)(values),
);

export const handlebarsHelpers = defineTool(
  {
    description: 'Helpers and partials in an environment of their own.',
    inputSchema: { type: 'object', properties: { values: { type: 'object' } }, required: ['values'] },
    outputSchema: { type: 'string' },
    examples: [
      {
        arguments: { values: { first: 'yehuda', children: ['a', 'b'] } },
        result: 'YEHUDA<ul><li>a</li><li>b</li></ul>',
      },
    ],
  },
  ({ values }) => {
    const own = Handlebars.create();
    own.registerHelper('loud', (text: string) => text.toUpperCase());
    own.registerHelper(
      'list',
      (items: unknown[], options) => `<ul>${items.map((item) => options.fn(item)).join('')}</ul>`,
    );
    own.registerPartial('item', '<li>{{this}}</li>');
    return own.compile('{{loud first}}{{#list children}}{{> item}}{{/list}}')(values);
  },
);
