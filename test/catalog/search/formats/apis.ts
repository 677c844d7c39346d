// Support: what each API gets, judged by its documented rules, by the types of its SDK, and by the SDK's own writers of strict schemas: for schemas at random, and for
// all tools of the corpus and of the plugins of the repository.

import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type Anthropic from '@anthropic-ai/sdk';
import type { FunctionDeclaration, Tool as GeminiTool } from '@google/genai';
import { expect } from 'chai';
import fc from 'fast-check';
import type { ChatCompletionTool } from 'openai/resources/chat/completions';
import type { FunctionTool } from 'openai/resources/responses/responses';
import type { ListedTool } from '../../../../src/catalog/search/formats/api.ts';
import { APIS, formedTool } from '../../../../src/catalog/search/formats/formed-tool.ts';
import { isObstacle } from '../../../../src/catalog/search/formats/telling.ts';
import { FORMATS, type Format, STRICT_FORMATS } from '../../../../src/shared/protocol/formats.ts';
import { CORPUS } from '../world.ts';
import {
  anthropicPlainFaults,
  anthropicStrictFaults,
  geminiFaults,
  openaiPlainFaults,
  openaiStrictFaults,
} from './rules.ts';
import { inputSchemas, isObject, type Schema } from './schemas.ts';

/** Writers of strict schemas by the providers themselves. They are not part of the SDKs' documented interface. */
const { toStrictJsonSchema } = (await import('openai/lib/transform' as string)) as {
  toStrictJsonSchema(schema: object): object;
};
const { transformJSONSchema } = (await import('@anthropic-ai/sdk/lib/transform-json-schema' as string)) as {
  transformJSONSchema(schema: object): object;
};

const PROJECT = fileURLToPath(new URL('../../../../', import.meta.url));
const SHIPPED = globSync('plugins/*/plugin.json', { cwd: PROJECT }).flatMap(
  (path) => (JSON.parse(readFileSync(`${PROJECT}${path}`, 'utf8')) as { tools: ListedTool[] }).tools,
);
const TOOLS = [...SHIPPED, ...(CORPUS.flatMap(({ tools }) => tools) as unknown as ListedTool[])];

/** The members of a definition and their forms, as the type of the SDK has them. */
export const SHAPES = {
  openai: (made: ChatCompletionTool) => {
    expect(Object.keys(made)).to.have.members(['type', 'function']);
    if (made.type !== 'function') throw new Error('no function');
    const { name, description, parameters, strict, ...more } = made.function;
    return { name, description, schema: parameters, isStrict: strict, more };
  },
  'openai-responses': ({ type, name, description, parameters, strict, ...more }: FunctionTool) => {
    expect(type).to.equal('function');
    return { name, description, schema: parameters, isStrict: strict, more };
  },
  anthropic: ({ name, description, input_schema, strict, ...more }: Anthropic.Tool) => ({
    ...{ name, description, schema: input_schema, isStrict: strict ?? false, more },
  }),
  gemini: ({ name, description, parametersJsonSchema, ...more }: FunctionDeclaration) => ({
    ...{ name, description, schema: parametersJsonSchema, isStrict: false, more },
  }),
} as const;

const FAULTS = {
  openai: [openaiPlainFaults, openaiStrictFaults],
  'openai-responses': [openaiPlainFaults, openaiStrictFaults],
  anthropic: [anthropicPlainFaults, anthropicStrictFaults],
  gemini: [geminiFaults, geminiFaults],
} as const;

export type ApiFormat = keyof typeof SHAPES;

/** What is wrong with a tool as an API gets it; the tool's own text for people. */
export const faultsOf = (tool: ListedTool, format: ApiFormat, wantsStrict: boolean): readonly string[] => {
  const formed = formedTool(tool, format, wantsStrict);
  if (isObstacle(formed)) return [];
  const { name, description, schema, isStrict, more } = SHAPES[format](formed.definition as never);
  expect([name, description, isStrict, more]).to.deep.equal([tool.name, tool.description, formed.isStrict, {}]);
  expect(schema).to.equal(formed.schema);
  return FAULTS[format][formed.isStrict ? 1 : 0](schema as Schema);
};

const toolOf = (inputSchema: Schema): ListedTool => ({ name: 'tool', description: 'A tool.', inputSchema }) as never;

/** The tests, with so many schemas for each API. */
export const describeApis = (runs: number): void => {
  describe('the tools for each API', function () {
    this.timeout(600_000);

    for (const format of Object.keys(SHAPES) as ApiFormat[]) {
      it(`keep the rules of ${format}, whatever the schema`, () => {
        let [strict, carried] = [0, 0];
        const check = (schema: Schema, wantsStrict: boolean): void => {
          const tool = toolOf(schema);
          expect(faultsOf(tool, format, wantsStrict), JSON.stringify(schema)).to.deep.equal([]);
          const formed = formedTool(tool, format, wantsStrict);
          carried += isObstacle(formed) ? 0 : 1;
          strict += !isObstacle(formed) && formed.isStrict ? 1 : 0;
        };
        fc.assert(fc.property(inputSchemas, fc.boolean(), check), { numRuns: runs });
        expect(carried).to.be.greaterThan(runs / 2);
        if (STRICT_FORMATS.includes(format)) expect(strict).to.be.greaterThan(runs / 10);
      });

      it(`keep the rules of ${format}: those of the corpus and of the plugins`, () => {
        expect(TOOLS).to.have.length.greaterThan(440);
        for (const wantsStrict of [false, STRICT_FORMATS.includes(format)])
          for (const tool of TOOLS) {
            expect(isObstacle(formedTool(tool, format, wantsStrict)), tool.name).to.equal(false);
            expect(faultsOf(tool, format, wantsStrict), tool.name).to.deep.equal([]);
          }
      });
    }

    it('say what was changed, and nothing else was', () => {
      const check = (schema: Schema, format: Format, wantsStrict: boolean): void => {
        const formed = formedTool(toolOf(schema), format, wantsStrict && STRICT_FORMATS.includes(format));
        if (isObstacle(formed)) return;
        const isSame = JSON.stringify(sorted(formed.schema)) === JSON.stringify(sorted(schema));
        // An argument that is required anyway may be named twice.
        expect(formed.changes.length > 0, JSON.stringify([format, schema, formed])).to.equal(!isSame);
      };
      fc.assert(fc.property(inputSchemas, fc.constantFrom(...FORMATS), fc.boolean(), check), { numRuns: 2 * runs });
    });

    it('of OpenAI are what the SDK of OpenAI makes of them', () => {
      const check = (schema: Schema): void => {
        const formed = formedTool(toolOf(schema), 'openai', true);
        if (isObstacle(formed) || !formed.isStrict) return;
        expect(sorted(toStrictJsonSchema(formed.schema)), JSON.stringify(schema)).to.deep.equal(sorted(formed.schema));
      };
      fc.assert(fc.property(inputSchemas, check), { numRuns: runs });
    });

    it('of Anthropic have nothing that the SDK of Anthropic would take out, but patterns and defaults', () => {
      const check = (schema: Schema): void => {
        const formed = formedTool(toolOf(schema), 'anthropic', true);
        if (isObstacle(formed) || !formed.isStrict) return;
        // It writes what it takes out into descriptions: {keyword: value}.
        const told = JSON.stringify(transformJSONSchema(withoutKeywords(formed.schema as Schema)));
        expect(told, JSON.stringify(schema)).not.to.match(/\{[a-zA-Z]+: /);
      };
      fc.assert(fc.property(inputSchemas, check), { numRuns: runs });
    });

    it('of Gemini are one list of declarations', () => {
      const tools = APIS.gemini.request([{ name: 'a' }]) satisfies readonly unknown[] as readonly GeminiTool[];
      expect(tools).to.deep.equal([{ functionDeclarations: [{ name: 'a' }] }]);
    });
  });
};

/** Keywords that the page of the API allows, although the SDK takes them out; and the types of literals, which it leaves out. */
const withoutKeywords = (schema: unknown): never =>
  JSON.parse(
    JSON.stringify(schema, (key, value) => {
      if ((key === 'pattern' && typeof value === 'string') || key === 'default') return undefined;
      return value;
    }),
  ) as never;

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, member]) => [key, key === 'required' && Array.isArray(member) ? member.toSorted() : sorted(member)]),
  );
};
