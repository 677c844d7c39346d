// Examples from the documentation of LiquidJS, as tools.

import { defineTool } from '@toolcell/plugin';
import { Liquid } from 'liquidjs';

export const liquidRender = defineTool(
  {
    description: 'A template filled in.',
    inputSchema: {
      type: 'object',
      properties: { template: { type: 'string' }, data: { type: 'object' } },
      required: ['template', 'data'],
    },
    outputSchema: { type: 'string' },
    examples: [
      {
        arguments: {
          template: '{% for i in list %}{{ i | plus: 1 }} {% endfor %}{{ name | capitalize }}',
          data: { list: [1, 2], name: 'alice' },
        },
        result: '2 3 Alice',
      },
      { arguments: { template: '{{ "2024-02-03" | date: "%d %b %Y" }}', data: {} }, result: '03 Feb 2024' },
    ],
  },
  ({ template, data }) => new Liquid().parseAndRender(template, data),
);

export const liquidPartials = defineTool(
  {
    description: 'A layout and a partial, from memory, and a filter of its own.',
    inputSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
    outputSchema: { type: 'string' },
    examples: [{ arguments: { name: 'Ada' }, result: '<main>Hello, ADA!</main>' }],
  },
  ({ name }) => {
    const templates = {
      layout: '<main>{% block body %}{% endblock %}</main>',
      greeting: 'Hello, {{ name | shout }}',
      page: '{% layout "layout" %}{% block body %}{% render "greeting", name: name %}{% endblock %}',
    };
    const engine = new Liquid({ templates });
    engine.registerFilter('shout', (text: string) => `${text.toUpperCase()}!`);
    return engine.renderFile('page', { name });
  },
);
