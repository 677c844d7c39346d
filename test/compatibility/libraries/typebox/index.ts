// Examples from the documentation of TypeBox, as tools. Its schemas are JSON Schema, so a tool takes them as they are.

import { defineTool } from '@toolcell/plugin';
import Type from 'typebox';
import Compile from 'typebox/compile';
import Value from 'typebox/value';

const Vector = Type.Object({ x: Type.Number(), y: Type.Number(), z: Type.Number() });

export const typeboxInput = defineTool(
  {
    description: 'A schema of TypeBox for the arguments and the result.',
    inputSchema: Type.Object({ a: Vector, b: Vector }),
    outputSchema: Vector,
    examples: [
      {
        arguments: { a: { x: 1, y: 0, z: 0 }, b: { x: 0, y: 1, z: 0 } },
        result: { x: 0, y: 0, z: 1 },
      },
    ],
  },
  ({ a, b }) => ({ x: a.y * b.z - a.z * b.y, y: a.z * b.x - a.x * b.z, z: a.x * b.y - a.y * b.x }),
);

const anyValue = { type: 'object', properties: { value: {} }, required: ['value'] } as const;

export const typeboxErrors = defineTool(
  {
    description: 'What is wrong with a vector, without a compiled check.',
    inputSchema: anyValue,
    outputSchema: { type: 'array' },
    examples: [
      { arguments: { value: { x: 1, y: 2, z: 3 } }, result: [] },
      { arguments: { value: { x: 1, y: '2', z: 3 } }, result: ['/y must be number'] },
    ],
  },
  ({ value }) => Value.Errors(Vector, value).map(({ instancePath, message }) => `${instancePath} ${message}`),
);

export const typeboxCompiled = defineTool(
  {
    description: 'The same by a compiled check, which is interpreted if code may not be made of text.',
    inputSchema: anyValue,
    outputSchema: { type: 'boolean' },
    examples: [
      { arguments: { value: { x: 1, y: 2, z: 3 } }, result: true },
      { arguments: { value: { x: 1, y: 2 } }, result: false },
    ],
  },
  ({ value }) => Compile(Vector).Check(value),
);

export const typeboxConvert = defineTool(
  {
    description: 'A value made to fit: converted, with defaults, and without members that the schema does not know.',
    inputSchema: anyValue,
    outputSchema: {},
    examples: [{ arguments: { value: { x: '1', y: true, w: 4 } }, result: { x: 1, y: 1, z: 0 } }],
  },
  ({ value }) => Value.Clean(Vector, Value.Repair(Vector, Value.Convert(Vector, value))),
);
