// The Python and JavaScript of docs/agents.md, run unchanged against a real host.

import { spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { type Host, startHost } from '../../src/server/host.ts';
import { temporaryFolder } from '../cli/pack/author-folder.ts';
import { SHARED_CACHE } from '../support/cache.ts';
import { PLUGINS_FOLDER } from '../support/examples.ts';
import { testConfig } from '../support/host.ts';
import { noCommands, skipWithout } from '../support/skip.ts';
import { page } from './pages.ts';

const { text, blocks } = page('docs/agents.md');

describe('the page for agent developers', function () {
  this.timeout(120_000);
  let host: Host;
  let folder: string;
  before(async () => {
    const config = testConfig(PLUGINS_FOLDER);
    host = await startHost({
      config,
      searchPath: process.env.PATH ?? '',
      onCall: () => {},
      onGuestLog: () => {},
      ...SHARED_CACHE,
    });
    folder = temporaryFolder();
    for (const { name, text: code } of blocks)
      if (name !== '') writeFileSync(join(folder, name), code.replaceAll('http://127.0.0.1:3000', host.url));
  });
  after(async () => {
    await host.close();
    rmSync(folder, { recursive: true });
  });

  it('lists, converts and calls in JavaScript', async () => {
    const agent = await import(pathToFileURL(join(folder, 'agent.mjs')).href);
    const names = ((await agent.listTools()) as { name: string }[]).map(({ name }) => name);
    expect(names).to.include('slugify');
    expect(await agent.callTool('slugify', { input: 'Hello, World' })).to.deep.equal({
      ok: true,
      result: 'hello-world',
    });
    expect(await agent.callTool('sluggify', {})).to.deep.include({ ok: false, retryable: false });
    const [openai, anthropic] = [
      await agent.listTools('?format=openai-responses'),
      await agent.listTools('?format=anthropic'),
    ];
    expect(openai[0]).to.include.all.keys('type', 'name', 'description', 'parameters');
    expect(anthropic[0]).to.have.all.keys('name', 'description', 'input_schema');
    expect(anthropic).to.have.lengthOf(names.length);
  });

  it('lists, converts and calls in Python', async function () {
    skipWithout(this, 'the Python of docs/agents.md', noCommands('python3'));
    const script = `import json, agent
print(json.dumps([agent.call_tool("slugify", {"input": "Hello, World"}), agent.call_tool("sluggify", {})[0],
  len(agent.list_tools("?format=openai-responses")) == len(agent.list_tools()), sorted(agent.list_tools("?format=anthropic")[0])]))`;
    const child = spawn('python3', ['-c', script], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
    let printed = '';
    for await (const part of child.stdout) printed += part;
    expect(JSON.parse(printed)).to.deep.equal([
      [true, 'hello-world'],
      false,
      true,
      ['description', 'input_schema', 'name'],
    ]);
  });

  it('leads to what is served', async () => {
    expect(text).to.contain('If your framework speaks MCP, point it at `/mcp`');
    const headers = { 'Content-Type': 'application/json' };
    const body = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
    expect((await fetch(`${host.url}/mcp`, { method: 'POST', headers, body })).status).to.equal(200);
    expect((await fetch(`${host.url}/healthz`)).status).to.equal(200);
  });
});
