// What the adapters tell a model of a tool's arguments, if the schema has at its root what the APIs of models refuse.

import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import fc from 'fast-check';
import {
  type AnyClient,
  type Tool,
  type ToolSchema,
  toAiSdkTools,
  toAnthropicTools,
  toLangChainTools,
  toOpenAiTools,
} from '../../../packages/client/src/client.ts';

const client = {} as AnyClient;
const toolOf = (inputSchema: ToolSchema): Tool => ({
  ...{ name: 'find', description: 'Finds.', inputSchema, outputSchema: {} },
});

/** The schema that each adapter sends. */
const ADAPTERS: Readonly<Record<string, (tool: Tool) => unknown>> = {
  'the Responses API': (tool) => toOpenAiTools(client, [tool]).definitions[0]?.parameters,
  'Chat Completions': (tool) => toOpenAiTools(client, [tool]).chatDefinitions[0]?.function.parameters,
  Anthropic: (tool) => toAnthropicTools(client, [tool]).definitions[0]?.input_schema,
  'the AI SDK': (tool) => toAiSdkTools(client, [tool], { jsonSchema: (schema) => schema }).find?.inputSchema,
  'LangChain.js': (tool) => {
    class DynamicStructuredTool {
      readonly schema: unknown;
      constructor({ schema }: { readonly schema: unknown }) {
        this.schema = schema;
      }
    }
    return toLangChainTools(client, [tool], { DynamicStructuredTool })[0]?.schema;
  },
};
const sentFor = (schema: ToolSchema): unknown => ADAPTERS.Anthropic?.(toolOf(schema));

const ID = { type: 'integer', minimum: 1 };
const NAME = { type: 'string' };
const EITHER = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  description: 'Whom to find.',
  properties: { id: ID, name: NAME, nested: { anyOf: [NAME, ID] } },
  anyOf: [{ required: ['id'] }, { required: ['name'] }],
  oneOf: [{}],
  allOf: [{}],
  not: { required: ['id', 'name'] },
  additionalProperties: false,
  $defs: { a: NAME },
};

describe('what a model is told of arguments', () => {
  for (const [name, sent] of Object.entries(ADAPTERS))
    it(`by the adapter for ${name} has no combinator at its root, and all the rest`, () => {
      const before = structuredClone(EITHER);
      const { anyOf: _, oneOf: __, allOf: ___, not: ____, ...rest } = EITHER;
      expect(sent(toolOf(EITHER))).to.deep.equal(rest);
      // The list of tools is shared.
      expect(EITHER).to.deep.equal(before);
    });

  it('is the schema itself if it has nothing that is refused', () => {
    const plain = { type: 'object', properties: { a: { oneOf: [NAME, ID] } }, required: ['a'] };
    expect(sentFor(plain)).to.deep.equal(plain);
    expect(sentFor({})).to.deep.equal({ type: 'object', properties: {} });
    expect(sentFor({ type: ['object', 'null'], enum: [{}] })).to.deep.equal({ type: 'object', properties: {} });
  });

  it('has the properties of every alternative, each in all its forms', () => {
    const alternative = (kind: string, properties: object) => ({
      ...{ type: 'object', properties: { kind: { const: kind }, ...properties }, required: ['kind'] },
    });
    const shapes = [alternative('circle', { r: ID }), alternative('square', { a: ID }), alternative('dot', { a: ID })];
    expect(sentFor({ oneOf: shapes })).to.deep.equal({
      type: 'object',
      properties: { kind: { anyOf: [{ const: 'circle' }, { const: 'square' }, { const: 'dot' }] }, r: ID, a: ID },
    });
    expect(sentFor({ properties: { a: NAME }, allOf: [{ properties: { a: ID, b: ID } }, true, null] })).to.deep.equal({
      ...{ type: 'object', properties: { a: NAME, b: ID } },
    });
  });

  it('has properties with the names of members of every object', () => {
    const schema = JSON.parse('{"anyOf":[{"properties":{"__proto__":{"type":"string"},"constructor":{}}}]}');
    const { properties } = sentFor(schema) as { readonly properties: object };
    expect(JSON.stringify(properties)).to.equal('{"__proto__":{"type":"string"},"constructor":{}}');
    expect(Object.getPrototypeOf(properties)).to.equal(Object.prototype);
  });

  it('refuses no arguments that one of the alternatives describes', () => {
    const sample = fc.constantFrom<{ readonly form: object; readonly value: unknown }>(
      { form: { type: 'string' }, value: 'b' },
      { form: { type: 'integer' }, value: 2 },
      { form: { const: 'a' }, value: 'a' },
      { form: { enum: [null, []] }, value: [] },
    );
    const part = fc.dictionary(fc.constantFrom('a', 'b', 'c', '__proto__'), sample);
    const mapped = <Value, Mapped>(of: Readonly<Record<string, Value>>, to: (value: Value) => Mapped): object =>
      Object.fromEntries(Object.entries(of).map(([name, value]) => [name, to(value)]));
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), (parts) => {
        const oneOf = parts.map((one) => ({ properties: mapped(one, ({ form }) => form) }));
        const takes = new Ajv2020({ strict: false }).compile(sentFor({ type: 'object', oneOf }) as object);
        for (const one of parts) expect(takes(mapped(one, ({ value }) => value))).to.equal(true);
      }),
      { numRuns: 50 },
    );
  });
});
