// The functions that make content blocks, and `defineContentTool`, at run time.

import { expect } from 'chai';
import fc from 'fast-check';
import * as z from 'zod';
import {
  audioBlock,
  type ContentBlock,
  defineContentTool,
  embeddedResource,
  imageBlock,
  resourceLink,
  type ToolContext,
  textBlock,
} from '../../../packages/plugin/src/plugin.ts';
import { checkedContentSchema } from '../../../src/shared/protocol/content-blocks.ts';
import type { Json } from '../../../src/shared/protocol/json.ts';
import { validatorsOf } from '../../support/validator.ts';

const [fits] = validatorsOf(checkedContentSchema(undefined)) as [(value: Json) => boolean];
const isTaken = (...content: readonly ContentBlock[]): boolean => fits({ content } as unknown as Json);

describe('the makers of content blocks', () => {
  it('make blocks that the server takes', () => {
    const annotations = { audience: ['user'], priority: 1 } as const;
    const bytes = new Uint8Array([1, 2, 3, 4]);
    expect(textBlock('a')).to.deep.equal({ type: 'text', text: 'a' });
    expect(imageBlock(bytes, 'image/png')).to.deep.equal({ type: 'image', data: 'AQIDBA==', mimeType: 'image/png' });
    expect(imageBlock('AQIDBA==', 'image/png')).to.deep.equal(imageBlock(bytes, 'image/png'));
    const blocks = [
      textBlock('a', annotations),
      imageBlock(bytes, 'image/png', annotations),
      audioBlock(bytes, 'audio/wav', annotations),
      resourceLink('https://example.com/', 'a', {
        annotations,
        title: 't',
        description: 'd',
        mimeType: 'a/b',
        size: 1,
      }),
      embeddedResource('urn:a', 'text', { annotations, mimeType: 'text/plain' }),
      embeddedResource('urn:a', bytes),
    ];
    for (const block of blocks) expect(isTaken(block), JSON.stringify(block)).to.equal(true);
    expect(blocks.slice(0, 5).every((block) => block.annotations === annotations)).to.equal(true);
  });

  it('write base64 as every encoder does, also in an engine without one', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 200 }), (given) => {
        const expected = Buffer.from(given).toString('base64');
        expect(imageBlock(given, 'image/png').data).to.equal(expected);
        const old = new Uint8Array(given);
        Object.defineProperty(old, 'toBase64', { value: undefined });
        expect(imageBlock(old, 'image/png').data).to.equal(expected);
        expect(isTaken(embeddedResource('urn:a', old))).to.equal(true);
      }),
    );
  });
});

describe('defineContentTool', () => {
  it('says in the definition that the tool answers blocks, and checks arguments as defineTool does', () => {
    const definition = { description: 'Draws.', inputSchema: z.object({ n: z.int() }) };
    const draw = defineContentTool(definition, ({ n }) => ({ content: [textBlock(String(n))] }));
    expect(draw.definition).to.deep.equal({ ...definition, contentBlocks: true });
    const context = {} as ToolContext;
    expect(draw({ n: 1 }, context)).to.deep.equal({ content: [{ type: 'text', text: '1' }] });
    expect(() => draw({ n: 'x' } as unknown as { n: number }, context)).to.throw(TypeError, '"n"');
  });
});
