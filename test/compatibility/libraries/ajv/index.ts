// Examples from the documentation of Ajv, as tools.

import { defineTool } from '@toolcell/plugin';
import { Ajv, type SchemaObject } from 'ajv';

export const ajvValidate = defineTool(
  {
    description: 'A value checked against a schema, which Ajv compiles with the Function constructor.',
    inputSchema: {
      type: 'object',
      properties: { schema: { type: 'object' }, value: {} },
      required: ['schema', 'value'],
    },
    outputSchema: {},
    examples: [
      {
        arguments: {
          schema: {
            type: 'object',
            properties: { foo: { type: 'integer' }, bar: { type: 'string' } },
            required: ['foo'],
            additionalProperties: false,
          },
          value: { foo: 1, bar: 'abc' },
        },
        result: [],
      },
      {
        arguments: {
          schema: {
            type: 'object',
            properties: { foo: { type: 'integer' } },
            required: ['bar'],
            additionalProperties: false,
          },
          value: { foo: 'x', extra: 1 },
        },
        result: [" must have required property 'bar'", ' must NOT have additional properties', '/foo must be integer'],
      },
    ],
  },
  ({ schema, value }) => {
    const validate = new Ajv({ allErrors: true }).compile(schema as SchemaObject);
    validate(value);
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  },
);

export const ajvDefaults = defineTool(
  {
    description: 'Defaults filled in, and types coerced.',
    inputSchema: { type: 'object', properties: { value: { type: 'object' } }, required: ['value'] },
    outputSchema: {},
    examples: [{ arguments: { value: { foo: '1' } }, result: { foo: 1, bar: 'baz' } }],
  },
  ({ value }) => {
    const ajv = new Ajv({ useDefaults: true, coerceTypes: true });
    const properties = { foo: { type: 'number' }, bar: { type: 'string', default: 'baz' } };
    ajv.validate({ type: 'object', properties, required: ['foo', 'bar'] }, value);
    return value;
  },
);
