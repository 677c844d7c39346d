// Examples from the documentation of Nano ID, as tools. They need random numbers that nobody can predict, which a tool does not have.

import { defineTool } from '@toolcell/plugin';
import { customAlphabet, nanoid } from 'nanoid';
import { customAlphabet as guessableAlphabet } from 'nanoid/non-secure';

const SIZE = { type: 'object', properties: { size: { type: 'integer' } }, required: ['size'] } as const;

export const nanoidLength = defineTool(
  {
    description: 'How long a new name is.',
    inputSchema: SIZE,
    outputSchema: { type: 'integer' },
    examples: [{ arguments: { size: 10 }, result: 10 }],
  },
  ({ size }) => nanoid(size).length,
);

export const nanoidAlphabet = defineTool(
  {
    description: 'Whether a name is made of the letters it should be made of.',
    inputSchema: SIZE,
    outputSchema: { type: 'boolean' },
    examples: [{ arguments: { size: 6 }, result: true }],
  },
  ({ size }) => /^[0-9a-f]+$/.test(customAlphabet('1234567890abcdef', size)()),
);

export const nanoidGuessable = defineTool(
  {
    description: 'The variant that uses Math.random.',
    inputSchema: SIZE,
    outputSchema: { type: 'boolean' },
    examples: [{ arguments: { size: 6 }, result: true }],
  },
  ({ size }) => /^[0-9a-f]{6}$/.test(guessableAlphabet('1234567890abcdef', size)()),
);
