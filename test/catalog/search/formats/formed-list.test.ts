// Lists of tools in each format: what a reply tells of the tools that an API cannot carry, and that no schema breaks the list of others.

import { expect } from 'chai';
import { formedList } from '../../../../src/catalog/search/formats/formed-list.ts';
import type { Format } from '../../../../src/shared/protocol/formats.ts';

const GOOD = {
  name: 'good',
  description: 'Works on a text.',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
};

/** A reply. */
interface Reply {
  readonly tools: readonly unknown[];
  readonly leftOut: readonly { readonly name: string; readonly reason: string }[];
  readonly notStrict: readonly { readonly name: string; readonly reason: string }[];
}

const listOf = (tools: readonly object[], format: Format, isStrict = false): Reply =>
  formedList(
    tools as never,
    { format, isStrict, isExplained: false, hasTokens: false },
    (text) => text.length,
  ) as unknown as Reply;

const many = (count: number, schema: object): readonly object[] =>
  Array.from({ length: count }, (_, at) => ({ ...GOOD, name: `tool${at}`, inputSchema: schema }));

describe('a list of tools in a format', () => {
  it('has no more tools than the API takes in a request', () => {
    const tools = many(600, GOOD.inputSchema);
    const openai = listOf(tools, 'openai');
    expect(openai.tools).to.have.length(128);
    expect(openai.leftOut).to.have.length(472);
    expect(openai.leftOut[0]).to.deep.equal({
      name: 'tool128',
      reason: 'OpenAI takes 128 tools in a request. Ask for fewer, with "plugins", "tools", "set" or "q".',
    });
    expect(listOf(tools, 'gemini').leftOut).to.have.length(88);
    for (const format of ['anthropic', 'mcp', 'mcp-2025'] as const)
      expect(listOf(tools, format).tools).to.have.length(600);
  });

  it('has no more strict tools than Anthropic takes in a request, and says which part is used up', () => {
    const strictIn = ({ tools }: Reply) => (tools as { strict?: boolean }[]).filter(({ strict }) => strict).length;
    const plain = listOf(many(30, GOOD.inputSchema), 'anthropic', true);
    expect([strictIn(plain), plain.notStrict.length]).to.deep.equal([20, 10]);
    expect(plain.notStrict[0]?.reason).to.equal(
      'Anthropic takes 20 strict tools in a request, and the tools before this one have 20 of them. Ask for fewer tools.',
    );
    const optional = listOf(
      many(5, { ...GOOD.inputSchema, properties: sizes(7, { type: 'string' }), required: [] }),
      'anthropic',
      true,
    );
    expect(strictIn(optional)).to.equal(3);
    expect(optional.notStrict[0]?.reason).to.contain('24 optional arguments');
    const choice = { type: ['string', 'null'] };
    const unions = listOf(
      many(5, { type: 'object', properties: sizes(5, choice), required: Object.keys(sizes(5, choice)) }),
      'anthropic',
      true,
    );
    expect(strictIn(unions)).to.equal(3);
    expect(unions.notStrict[0]?.reason).to.contain('16 choices of types');
    expect(unions.tools).to.have.length(5);
  });

  it('lists the tools beside one that cannot be written', () => {
    for (const format of ['mcp', 'mcp-2025', 'openai', 'openai-responses', 'anthropic', 'gemini'] as const) {
      // No manifest has such a schema: it stands for one that nobody has thought of.
      const broken = {
        ...GOOD,
        name: 'broken',
        inputSchema: {
          get properties() {
            throw new Error('broken');
          },
        },
      };
      const { tools, leftOut } = listOf([GOOD, broken, { ...GOOD, name: 'other' }], format, format === 'openai');
      expect(leftOut, format).to.deep.equal([
        { name: 'broken', reason: 'The server could not write it in this format, which is a fault of the server.' },
      ]);
      expect(JSON.stringify(tools)).to.contain('"good"').and.contain('"other"');
    }
  });

  it('leaves the list that it is made of as it was', () => {
    const schema = {
      $schema: 'x',
      type: 'object',
      anyOf: [{}],
      properties: { list: { type: 'array' }, ref: { $ref: '#/$defs/a', title: 'A' } },
      $defs: { a: { type: 'string' } },
    };
    const before = JSON.stringify(schema);
    for (const format of ['mcp', 'mcp-2025', 'openai', 'anthropic', 'gemini'] as const)
      listOf([{ ...GOOD, inputSchema: schema, outputSchema: schema }], format, format === 'openai');
    expect(JSON.stringify(schema)).to.equal(before);
  });
});

const sizes = (count: number, schema: object): Record<string, object> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`size${at}`, schema]));
