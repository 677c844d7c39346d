import { defineTool } from '@toolcell/plugin';
import { rounded } from './rounded.js';

const METRES = { metres: 1, kilometres: 1000, feet: 0.3048, miles: 1609.344 };

export const exampleToolLength = defineTool(
  {
    title: 'Convert a length',
    description:
      'Converts a length between metres, kilometres, feet and miles. Use it whenever a length changes its unit; do not estimate.',
    inputSchema: {
      type: 'object',
      properties: {
        value: { type: 'number', description: 'The length.' },
        from: {
          type: 'string',
          enum: ['metres', 'kilometres', 'feet', 'miles'],
          description: 'The unit of the value.',
        },
        to: { type: 'string', enum: ['metres', 'kilometres', 'feet', 'miles'], description: 'The unit wanted.' },
      },
      required: ['value', 'from', 'to'],
      additionalProperties: false,
    },
    outputSchema: { type: 'number' },
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    examples: [
      {
        description: 'Miles to kilometres',
        arguments: { value: 1, from: 'miles', to: 'kilometres' },
        result: 1.609344,
      },
      { description: 'The same unit', arguments: { value: 3, from: 'feet', to: 'feet' }, result: 3 },
    ],
  },
  // The server has checked the arguments against the input schema.
  ({ value, from, to }) => rounded((value * METRES[from]) / METRES[to]),
);
