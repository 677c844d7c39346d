// The programs of docs/client.md: the compiler takes them with the packed client and the real SDKs, and they run against a real host.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import * as client from '../../packages/client/src/client.ts';
import { type Host, startHost } from '../../src/server/host.ts';
import { runHere } from '../cli/run-command.ts';
import { type FakeModels, startFakeModels } from '../packages/client/fake-models.ts';
import { compile } from '../packages/plugin/compiler.ts';
import { SHARED_CACHE } from '../support/cache.ts';
import { installClient } from '../support/client-package.ts';
import { PLUGINS_FOLDER } from '../support/examples.ts';
import { testConfig } from '../support/host.ts';
import { runProgram } from '../support/program.ts';
import { page, tablesOf } from './pages.ts';

const { text, blocks } = page('docs/client.md');
const programs = blocks.filter(({ language }) => language === 'ts');
const PACKAGES = ['@types/node', 'ai', '@ai-sdk/openai', 'openai', '@anthropic-ai/sdk', '@langchain/core'];
/** The answers of the model: it calls one tool, and is done. */
const SLUGIFY = [[{ name: 'slugify', args: { input: 'Hello, World' } }]];

/** Uses of the adapters that the page only names: the types of the SDKs take what they give. */
const ADAPTERS = `
import type Anthropic from '@anthropic-ai/sdk';
import { DynamicStructuredTool, type StructuredToolInterface } from '@langchain/core/tools';
import type OpenAI from 'openai';
import { createClient, toAnthropicTools, toLangChainTools, toOpenAiTools } from 'toolcell/client';

const client = createClient({ url: 'http://127.0.0.1:3000' });

export const askOpenAi = async (openai: OpenAI): Promise<void> => {
  const { definitions: tools, chatDefinitions, run } = toOpenAiTools(client, []);
  const { output } = await openai.responses.create({ model: 'm', tools, input: '' });
  const calls = output.filter((item) => item.type === 'function_call');
  await openai.responses.create({ model: 'm', tools, input: await Promise.all(calls.map((call) => run(call))) });
  await openai.chat.completions.create({ model: 'm', tools: chatDefinitions, messages: [] });
};

export const askAnthropic = async (anthropic: Anthropic): Promise<void> => {
  const { definitions: tools, run } = toAnthropicTools(client, []);
  const { content } = await anthropic.messages.create({ model: 'm', max_tokens: 1, tools, messages: [] });
  const uses = content.filter((block) => block.type === 'tool_use');
  const messages: Anthropic.MessageParam[] = [{ role: 'user', content: await Promise.all(uses.map((use) => run(use))) }];
  await anthropic.messages.create({ model: 'm', max_tokens: 1, tools, messages });
};

export const langChain: StructuredToolInterface[] = toLangChainTools(client, [], { DynamicStructuredTool });
`;

describe('the page of the client', function () {
  this.timeout(120_000);
  let host: Host;
  let folder: string;
  let models: FakeModels;
  before(async () => {
    const parts = { searchPath: process.env.PATH ?? '', onCall: () => {}, onGuestLog: () => {} };
    host = await startHost({ config: testConfig(PLUGINS_FOLDER), ...parts, ...SHARED_CACHE });
    folder = mkdtempSync(join(tmpdir(), 'toolcell-client-docs-'));
    mkdirSync(join(folder, 'src'));
    for (const { name, text: code } of programs)
      writeFileSync(join(folder, 'src', name), code.replaceAll('http://127.0.0.1:3000', host.url));
    writeFileSync(join(folder, 'src/adapters.ts'), ADAPTERS);
    await runHere(['types', host.url, '--out', 'src/tools.ts'], { cwd: folder });
    await installClient(folder, PACKAGES);
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    const compilerOptions = {
      ...{ strict: true, target: 'es2023', module: 'nodenext', types: ['node'], skipLibCheck: true },
      ...{ rootDir: 'src', outDir: 'out' },
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }));
  });
  after(async () => {
    await host?.close();
    rmSync(folder, { recursive: true });
  });
  beforeEach(async () => {
    models = await startFakeModels(SLUGIFY);
  });
  afterEach(() => models.close());

  it('has programs that the compiler takes', () => {
    expect(programs.map(({ name }) => name)).to.deep.equal([
      ...['first.ts', 'progress.ts', 'failures.ts', 'ai-sdk.ts'],
    ]);
    expect(compile(folder).output).to.equal('');
  });

  const run = (name: string): Promise<string> =>
    runProgram(join(folder, 'out', `${name}.js`), {
      ...{ OPENAI_API_KEY: 'k', OPENAI_BASE_URL: `${models.url}/v1` },
      ...{ ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: models.url },
    });

  it('calls, and prints what was wrong', async () => {
    expect(await run('first')).to.equal('HELLO-WORLD\n');
    expect(await run('progress')).to.equal('hello-world\n');
    expect(await run('failures')).to.match(/^invalid_arguments caller \[[\s\S]*didYouMean: 'input'/);
  });

  it('lets a model call', async () => {
    expect(await run('ai-sdk')).to.contain('Done.');
    expect(models.bodies).to.have.lengthOf(2);
    expect(JSON.stringify(models.bodies[1])).to.contain('hello-world');
  });

  it('names every error of the client', () => {
    const told = tablesOf(text, ['error', '']).map(([name = '']) => name.replaceAll('`', ''));
    const thrown = Object.keys(client).filter((name) => name.endsWith('Error'));
    expect(told.filter((name) => name.endsWith('Error')).sort()).to.deep.equal(thrown.sort());
  });
});
