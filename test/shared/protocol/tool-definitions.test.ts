// What clients of MCP get of a schema: all of it, but for what makes some of them refuse the whole list.

import { expect } from 'chai';
import { toolDefinitions } from '../../../src/shared/protocol/tool-definitions.ts';

const tool = (inputSchema: object) => ({
  name: 'tool',
  description: 'A tool.',
  inputSchema,
  outputSchema: { type: 'object' },
});

const definitions = (inputSchema: object, era: 'modern' | 'legacy'): object =>
  toolDefinitions(JSON.stringify({ tools: [tool(inputSchema)], plugins: [] }), era);

const PLAIN = {
  type: 'object',
  properties: { city: { type: 'string', minLength: 1 }, kind: { anyOf: [{ const: 'a' }, { type: 'null' }] } },
  required: ['city'],
  additionalProperties: false,
  $defs: { city: { type: 'string' } },
};

describe('the definition of a tool for MCP', () => {
  for (const era of ['modern', 'legacy'] as const) {
    it(`is the one of the list (${era})`, () => {
      expect(definitions(PLAIN, era)).to.deep.equal([tool(PLAIN)]);
    });

    it(`asks for no argument in a header, at any depth (${era})`, () => {
      const header = { 'x-mcp-header': 'Region' };
      const city = { type: 'string', ...header };
      const schema = { ...PLAIN, properties: { city, more: { type: 'object', properties: { city } } } };
      const without = {
        ...PLAIN,
        properties: { city: { type: 'string' }, more: { type: 'object', properties: { city: { type: 'string' } } } },
      };
      expect(definitions(schema, era)).to.deep.equal([tool(without)]);
    });

    it(`keeps an argument of that name (${era})`, () => {
      const schema = { type: 'object', properties: { 'x-mcp-header': { type: 'string' } } };
      expect(definitions(schema, era)).to.deep.equal([tool(schema)]);
    });
  }

  it('describes a result that is no object as a member of one, for clients of older revisions', () => {
    const outputSchema = {
      type: 'array',
      items: { $ref: '#/$defs/city' },
      $defs: { city: { anyOf: [{ $ref: '#' }] } },
    };
    const listed = { ...tool(PLAIN), outputSchema };
    const wrapped = {
      type: 'object',
      properties: {
        result: {
          ...{ type: 'array', items: { $ref: '#/properties/result/$defs/city' } },
          $defs: { city: { anyOf: [{ $ref: '#/properties/result' }] } },
        },
      },
      required: ['result'],
    };
    const of = (era: 'modern' | 'legacy') => toolDefinitions(JSON.stringify({ tools: [listed] }), era);
    expect(of('legacy')).to.deep.equal([{ ...listed, outputSchema: wrapped }]);
    expect(of('modern')).to.deep.equal([listed]);
  });

  it('has no combinators at its root for clients of older revisions', () => {
    const schema = { ...PLAIN, anyOf: [{ required: ['city'] }], oneOf: [{}], allOf: [{}] };
    expect(definitions(schema, 'legacy')).to.deep.equal([tool(PLAIN)]);
    expect(definitions(schema, 'modern')).to.deep.equal([tool(schema)]);
  });
});
