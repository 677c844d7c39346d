// What each API gets without strict mode: the schema as it is, but for what the API refuses.

import { expect } from 'chai';
import { formedTool } from '../../../../src/catalog/search/formats/formed-tool.ts';
import { isObstacle } from '../../../../src/catalog/search/formats/telling.ts';
import type { Format } from '../../../../src/shared/protocol/formats.ts';

const TEXT = { type: 'string' };
const made = (schema: object, format: Format, name = 'work') => {
  const formed = formedTool({ name, description: 'Works.', inputSchema: schema } as never, format, false);
  return isObstacle(formed) ? formed : { schema: formed.schema, changes: formed.changes.map(({ path }) => path) };
};

describe('a schema without strict mode', () => {
  it('is as its author wrote it if the API takes it', () => {
    const schema = {
      type: 'object',
      properties: {
        text: { ...TEXT, minLength: 2, maxLength: 9, format: 'uri', pattern: '^\\w', default: 'x', 'x-a': 1 },
        more: { oneOf: [{ $ref: '#/$defs/a' }, { not: TEXT }], if: {}, else: true },
      },
      required: ['text'],
      patternProperties: { '^x-': {} },
      $defs: { a: { type: 'array', prefixItems: [TEXT], items: false } },
    };
    for (const format of ['openai', 'openai-responses', 'anthropic', 'gemini', 'mcp', 'mcp-2025'] as const)
      expect(made(schema, format), format).to.deep.equal({ schema, changes: [] });
  });

  it('has no combinator at the root if every argument in it is listed', () => {
    const properties = { a: TEXT, b: TEXT };
    const anyOf = [{ required: ['a'] }, { $ref: '#/$defs/c' }];
    const rest = { type: 'object', properties, $defs: { c: { properties: { b: { const: 'x' } } } } };
    for (const format of ['openai', 'anthropic', 'mcp-2025'] as const)
      expect(made({ ...rest, anyOf }, format), format)
        .to.have.property('schema')
        .deep.equal(rest);
    expect(made({ ...rest, anyOf }, 'gemini')).to.deep.equal({ schema: { ...rest, anyOf }, changes: [] });
    const hidden = { ...rest, allOf: [{ anyOf: [{ properties: { c: TEXT } }] }] };
    for (const format of ['openai', 'anthropic'] as const)
      expect(made(hidden, format), format).to.include({ path: '/inputSchema/allOf' });
    expect(made({ type: 'object', properties, not: { required: ['z'] }, enum: [{}] }, 'openai')).to.deep.equal({
      schema: { type: 'object', properties },
      changes: ['/inputSchema/enum', '/inputSchema/not'],
    });
  });

  it('has for OpenAI the properties of the root, the elements of arrays, and regular expressions that Python reads', () => {
    expect(made({ type: 'object' }, 'openai')).to.deep.equal({
      schema: { type: 'object', properties: {} },
      changes: ['/inputSchema/properties'],
    });
    const properties = { list: { type: ['array', 'null'] }, name: { ...TEXT, pattern: '^\\p{L}+$' } };
    expect(made({ type: 'object', properties }, 'openai')).to.deep.equal({
      schema: { type: 'object', properties: { list: { type: ['array', 'null'], items: {} }, name: TEXT } },
      changes: ['/inputSchema/properties/list/items', '/inputSchema/properties/name/pattern'],
    });
  });

  it('has for Gemini nothing beside a reference', () => {
    const schema = {
      type: 'object',
      properties: { a: { $ref: '#/$defs/t', description: 'A.', minLength: 1 } },
      $defs: { t: TEXT },
    };
    expect(made(schema, 'gemini')).to.deep.equal({
      schema: { ...schema, properties: { a: { $ref: '#/$defs/t' } } },
      changes: ['/inputSchema/properties/a/description', '/inputSchema/properties/a/minLength'],
    });
  });

  it('may contain itself for Gemini only behind an argument that may be left out', () => {
    const tree = (required: readonly string[]) => ({
      ...{ type: 'object', properties: { root: { $ref: '#/$defs/tree' } }, required: ['root'] },
      $defs: {
        tree: { type: 'object', properties: { 'a/b': { type: 'array', items: { $ref: '#/$defs/tree' } } }, required },
      },
    });
    expect(made(tree([]), 'gemini')).to.have.property('schema');
    expect(made(tree(['a/b']), 'gemini')).to.include({
      reason: 'Gemini takes a schema that contains itself only where an argument may be left out',
    });
  });

  it('is left out if a name is refused', () => {
    const schema = { type: 'object', properties: { 'a b': TEXT } };
    expect(made(schema, 'anthropic')).to.include({
      path: '/inputSchema/properties/a b',
      reason: 'Anthropic refuses the name "a b" for an argument, and the server knows the argument by no other',
    });
    expect(made(schema, 'openai')).to.have.property('schema');
    for (const name of ['-work', '3d']) expect(made({ type: 'object' }, 'gemini', name)).to.include({ path: '/name' });
    for (const name of ['_work', 'work-3', 'W'.repeat(64)])
      for (const format of ['openai', 'anthropic', 'gemini'] as const)
        expect(made({ type: 'object' }, format, name), name).to.have.property('schema');
  });
});
