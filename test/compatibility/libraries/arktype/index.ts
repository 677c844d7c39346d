// Examples from the documentation of ArkType, as tools.

import { defineTool } from '@toolcell/plugin';
import { type } from 'arktype';

const VALUE = { type: 'object', properties: { value: {} }, required: ['value'] } as const;

const User = type({ name: 'string', platform: "'android' | 'ios'", 'versions?': '(number | string)[]' });

export const arktypeCheck = defineTool(
  {
    description: 'A value checked; what is wrong with it is told.',
    inputSchema: VALUE,
    outputSchema: {},
    examples: [
      {
        arguments: { value: { name: 'Alan Turing', platform: 'ios', versions: [1, '2'] } },
        result: { name: 'Alan Turing', platform: 'ios', versions: [1, '2'] },
      },
      {
        arguments: { value: { name: 'Alan Turing', platform: 'enigma', versions: [0, '1', null] } },
        result:
          'platform must be "android" or "ios" (was "enigma")\nversions[2] must be a number or a string (was null)',
      },
    ],
  },
  ({ value }) => {
    const out = User(value);
    return out instanceof type.errors ? out.summary : out;
  },
);

export const arktypeMorph = defineTool(
  {
    description: 'Text parsed and then checked.',
    inputSchema: VALUE,
    outputSchema: {},
    examples: [
      { arguments: { value: '{"name":"box","count":2}' }, result: { name: 'box', count: 2 } },
      { arguments: { value: '{"name":"box","count":0}' }, result: 'count must be positive (was 0)' },
    ],
  },
  ({ value }) => {
    const out = type('string.json.parse').to({ name: 'string', count: 'number.integer > 0' })(value);
    return out instanceof type.errors ? out.summary : out;
  },
);

export const arktypeArguments = defineTool(
  {
    description: 'Arguments checked by a type.',
    inputSchema: type({ text: 'string', times: 'number.integer > 0' }),
    outputSchema: { type: 'string' },
    examples: [{ arguments: { text: 'ab', times: 2 }, result: 'abab' }],
  },
  ({ text, times }) => text.repeat(times),
);
