// `defineTool` at run time: it returns a plain function that has the definition.

import { expect } from 'chai';
import * as z from 'zod';
import { defineTool, type ToolContext, type ToolSecrets, type ToolStore } from '../../../packages/plugin/src/plugin.ts';

const context: ToolContext = {
  callId: 'c',
  caller: 'anonymous',
  toolName: 't',
  pluginName: 'p',
  deadline: 1,
  signal: new AbortController().signal,
  progress: () => {},
  store: {} as ToolStore,
  secrets: {} as ToolSecrets,
};

describe('defineTool', () => {
  it('returns a function that passes its two parameters on, and has the definition unchanged', () => {
    const definition = {
      description: 'Greets.',
      inputSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
      outputSchema: { type: 'string' },
    } as const;
    const greet = defineTool(definition, ({ name }, { callId }) => `${name} ${callId}`);
    expect(greet({ name: 'Ada' }, context)).to.equal('Ada c');
    expect(greet.definition).to.equal(definition);
    expect(Object.keys(greet)).to.deep.equal(['definition']);
  });

  const repeat = defineTool(
    {
      description: 'Repeats.',
      inputSchema: z.object({
        text: z.string(),
        times: z.int().max(9).default(2),
        deep: z.object({ n: z.int() }).optional(),
      }),
      outputSchema: z.string(),
    },
    ({ text, times }) => text.repeat(times),
  );

  it('calls the tool with the value that a library makes of the arguments', () => {
    expect(repeat({ text: 'ab', times: 2 }, context)).to.equal('abab');
    expect(repeat(JSON.parse('{"text":"ab"}'), context)).to.equal('abab');
  });

  it('names the arguments that do not fit', () => {
    const wrong = JSON.parse('{"text":1,"times":10,"deep":{"n":"x"}}');
    expect(() => repeat(wrong, context)).to.throw(
      TypeError,
      /^The arguments do not fit\. "text": .+; "times": .+; "deep\.n": /,
    );
  });

  it('waits for an asynchronous check', async () => {
    const tool = defineTool(
      {
        description: 'Checks later.',
        inputSchema: z.object({ n: z.number().refine(async (n) => n > 0, 'must be above 0') }),
        outputSchema: z.number(),
      },
      ({ n }) => n * 2,
    );
    expect(await tool({ n: 2 }, context)).to.equal(4);
    let message = '';
    await Promise.resolve(tool({ n: -2 }, context)).catch((error: Error) => {
      message = error.message;
    });
    expect(message).to.contain('"n": must be above 0');
  });
});
