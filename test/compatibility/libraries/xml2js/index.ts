// Examples from the documentation of xml2js, as tools.

import { defineTool } from '@toolcell/plugin';
import { Builder, parseStringPromise } from 'xml2js';

const text = { type: 'string' } as const;

export const xml2jsParse = defineTool(
  {
    description: 'XML as an object.',
    inputSchema: { type: 'object', properties: { xml: text, options: { type: 'object' } }, required: ['xml'] },
    outputSchema: {},
    examples: [
      { arguments: { xml: '<root>Hello xml2js!</root>' }, result: { root: 'Hello xml2js!' } },
      {
        arguments: { xml: '<a x="1"><b>2</b><b/></a>', options: { explicitArray: false } },
        result: { a: { $: { x: '1' }, b: ['2', ''] } },
      },
      { arguments: { xml: '<a>' }, result: 'Unclosed root tag' },
    ],
  },
  async ({ xml, options = {} }) => {
    try {
      return await parseStringPromise(xml, options);
    } catch (error) {
      return (error as Error).message.split('\n')[0];
    }
  },
);

export const xml2jsBuild = defineTool(
  {
    description: 'An object as XML.',
    inputSchema: { type: 'object', properties: { value: { type: 'object' } }, required: ['value'] },
    outputSchema: text,
    examples: [
      {
        arguments: { value: { root: { $: { id: 'my id' }, _: 'my inner text' } } },
        result: '<root id="my id">my inner text</root>',
      },
    ],
  },
  ({ value }) => new Builder({ headless: true }).buildObject(value) as string,
);
