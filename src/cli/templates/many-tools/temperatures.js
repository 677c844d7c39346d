import { defineTool } from '@toolcell/plugin';
import { rounded } from './rounded.js';

export const exampleToolTemperature = defineTool(
  {
    title: 'Convert a temperature',
    description:
      'Converts a temperature between degrees Celsius and Fahrenheit. Use it whenever a temperature changes its unit; do not estimate.',
    inputSchema: {
      type: 'object',
      properties: {
        value: { type: 'number', description: 'The temperature, in the other unit than "to".' },
        to: { type: 'string', enum: ['celsius', 'fahrenheit'], description: 'The unit wanted.' },
      },
      required: ['value', 'to'],
      additionalProperties: false,
    },
    outputSchema: { type: 'number' },
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    examples: [
      { description: 'Water boils', arguments: { value: 100, to: 'fahrenheit' }, result: 212 },
      { description: 'Both are equal', arguments: { value: -40, to: 'celsius' }, result: -40 },
    ],
  },
  // The server has checked the arguments against the input schema.
  ({ value, to }) => rounded(to === 'celsius' ? ((value - 32) * 5) / 9 : (value * 9) / 5 + 32),
);
