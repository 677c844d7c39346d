// What a model reads of the tools that its scripts may call: the most that fits its budget, in TypeScript that no text of a tool can break.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { transformSync } from 'esbuild';
import type { Tool } from '../../../packages/client/src/client.ts';
import type { Definitions } from '../../../src/catalog/search/definitions.ts';
import { ScriptApis } from '../../../src/catalog/search/script-apis.ts';
import { textTokens, toolTokens } from '../../../src/catalog/search/token-count.ts';
import { type DeclaredTool, SCRIPT_USE, scriptApi } from '../../../src/catalog/typing/script-api.ts';
import { toolTypesModule } from '../../../src/cli/typing/tool-types.ts';
import { SCRIPT_API_TOKENS } from '../../../src/shared/protocol/discovery.ts';

const PLUGINS = join(import.meta.dirname, '../../../plugins');
const PAGE = join(import.meta.dirname, '../../../docs/scripts.md');

/** The tools of the plugins that this repository ships. */
const shipped = (): readonly (DeclaredTool & Tool)[] =>
  readdirSync(PLUGINS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    .flatMap(({ name }) => {
      try {
        return (JSON.parse(readFileSync(join(PLUGINS, name, 'plugin.json'), 'utf8')) as { tools?: [] }).tools ?? [];
      } catch {
        return [];
      }
    });

const tool = (name: string, more: Partial<DeclaredTool> = {}): DeclaredTool => ({
  ...{ name, description: `Does ${name}. And more besides.`, inputSchema: { type: 'object' }, outputSchema: {} },
  ...more,
});

/** The part behind the words that are the same for all tools. */
const textOf = (tools: readonly DeclaredTool[], maxTokens = 100_000): string =>
  scriptApi(tools, maxTokens, textTokens).slice(SCRIPT_USE.length + 2);

describe('what a model reads of tools for its scripts', () => {
  it('is a declaration of each, with descriptions as comments', () => {
    const getOrder = tool('getOrder', {
      description: 'Returns an order.',
      inputSchema: {
        type: 'object',
        properties: {
          id: { type: 'integer', description: 'Its number.' },
          parts: { type: 'array', items: { enum: ['lines', 'notes'] } },
        },
        required: ['id'],
      },
      outputSchema: { type: 'object', properties: { value: { type: ['number', 'null'] } }, required: ['value'] },
    });
    const tree = tool('odd-name', {
      inputSchema: { type: 'object', additionalProperties: false },
      outputSchema: { $ref: '#/$defs/node', $defs: { node: { properties: { next: { $ref: '#/$defs/node' } } } } },
    });
    expect(
      textOf([getOrder, tree, tool('blocks', { contentBlocks: true })]),
    ).to.equal(`type OddNameNode = { next?: OddNameNode };
declare const tools: {
// Returns an order.
getOrder(args: { id: number /* Its number. */; parts?: Array<"lines" | "notes"> }): Promise<{ value: number | null }>;
// Does odd-name. And more besides.
"odd-name"(): Promise<OddNameNode>;
// Does blocks. And more besides.
blocks(args?: { [name: string]: unknown }): Promise<string>;
};`);
  });

  it('takes fewer tokens than the definitions in JSON, though it has the results as well', function () {
    this.timeout(90_000);
    const tools = shipped();
    expect(tools.length).to.be.above(20);
    const json = tools.reduce((sum, each) => sum + toolTokens(each), 0);
    const whole = textTokens(scriptApi(tools, 100_000, textTokens));
    const people = textTokens(toolTypesModule(tools));
    expect(whole, `${whole} tokens, JSON ${json}, toolcell types ${people}`).to.be.below(json);
    expect(whole).to.be.below(0.8 * people);
    const brief = textTokens(scriptApi(tools, SCRIPT_API_TOKENS.standard, textTokens));
    expect(brief).to.be.below(0.5 * json);
    const [about, aboutBrief, aboutJson] = [whole, brief, json].map((tokens) =>
      (100 * Math.round(tokens / 100)).toLocaleString('en-US'),
    );
    expect(readFileSync(PAGE, 'utf8')).to.include(
      `For the ${tools.length} tools that come with Toolcell, whole declarations take ${about} tokens and brief ones ${aboutBrief}, where the definitions in JSON take ${aboutJson} without their results.`,
    );
  });

  it('fits its budget: first everything, then less of each, then names, then as many names as fit', function () {
    this.timeout(90_000);
    const tools = shipped();
    const starts = [100_000, 2_500, 1_000, 600, 400].map((budget) => {
      const text = textOf(tools, budget);
      expect(textTokens(scriptApi(tools, budget, textTokens)), String(budget)).to.be.at.most(budget);
      for (const { name } of tools) expect(text, `${budget}`).to.include(name);
      return text.slice(0, 11);
    });
    expect(starts).to.deep.equal(['declare con', 'declare con', 'The tools. ', 'The tools. ', 'The tools: ']);
    const many = Array.from({ length: 1_000 }, (_, at) => tool(`tool_number_${at}`));
    const { least } = SCRIPT_API_TOKENS;
    for (const budget of [least, 1_000]) {
      const text = scriptApi(many, budget, textTokens);
      expect(textTokens(text)).to.be.within(budget / 2, budget);
      expect(text).to.include('There are 1000 tools, among them tool_number_0, ');
    }
    expect(textOf([])).to.equal('There is no tool that you may call from a script.');
  });

  it('stays TypeScript, whatever tools say of themselves', () => {
    const evil = 'x */ }; import "fs"; /*\n// \u2028 };\r\nevil() `';
    const tools = [
      tool('one', {
        description: evil,
        inputSchema: { type: 'object', properties: { [evil]: { const: evil, description: evil } }, required: [evil] },
        outputSchema: { type: 'object', properties: { a: { description: evil, enum: [evil, 1] } }, description: evil },
      }),
      tool('two'),
    ];
    const { code } = transformSync(textOf(tools), { loader: 'ts' });
    expect(code.trim()).to.equal('');
    expect(textOf(tools).split('\n')).to.have.length(6);
  });

  it('is written once for the same list, names and budget', async () => {
    let asked = 0;
    const apis = new ScriptApis({
      ask: async () => {
        asked += 1;
        if (asked === 3) throw new Error('the thread ended');
        return `text ${asked}`;
      },
    } as unknown as Definitions);
    const list = { text: '{"tools":[]}', etag: '"one"' };
    const request = { names: [], maxTokens: 500 };
    expect(await apis.of(list, 'key', request)).to.equal('text 1');
    expect(await apis.of({ ...list }, 'key', request)).to.equal('text 1');
    expect(await apis.of(list, 'other', request)).to.equal('text 2');
    const failed = await apis.of(list, 'key', { ...request, maxTokens: 501 }).then(undefined, () => 'failed');
    expect(failed).to.equal('failed');
    expect(await apis.of(list, 'key', { ...request, maxTokens: 501 })).to.equal('text 4');
    for (let at = 0; at < 100; at += 1) await apis.of({ ...list, etag: `"${at}"` }, 'key', request);
    expect(apis.size).to.equal(64);
  });
});
