// Toolcell's own code takes the place of MCP's SDK only in a server that lists and answers the same with it.

import { expect } from 'chai';
import { type Importer, openImporter } from '../../../support/imported-server.ts';
import { SMALL_SDK } from '../../../support/mcp-packages.ts';
import type { RegistryPackage } from '../../../support/npm-registry.ts';

/** A server whose package brings a changed SDK of its own. */
const serverWith = (name: string, change: readonly [string, string] = ['', '']): RegistryPackage => ({
  description: { name, version: '1.0.0', type: 'module', bin: 'index.js' },
  files: {
    ...Object.fromEntries(
      Object.entries(SMALL_SDK.files).map(([path, text]) => [
        `node_modules/@modelcontextprotocol/sdk/${path}`,
        text.replace(...change),
      ]),
    ),
    'node_modules/@modelcontextprotocol/sdk/package.json': JSON.stringify(SMALL_SDK.description),
    'index.js': `
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
const server = new Server({ name: 'x', version: '1.0.0' }, { capabilities: { tools: {} } });
server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: [{ name: 'add', description: 'Adds.', inputSchema: { type: 'object' } }] }));
server.setRequestHandler(CallToolRequestSchema, async () => ({ content: [{ type: 'text', text: '3' }] }));
await server.connect(new StdioServerTransport());`,
  },
});

const HANDLED = 'result: await this.handlers.get(method)({ method, params }, extra)';

describe('the SDK of an imported server', function () {
  this.timeout(300_000);
  let importer: Importer;
  before(async () => {
    importer = await openImporter();
  });
  after(() => importer.close());

  it('is replaced if the server lists and answers the same', async () => {
    expect((await importer.import(serverWith('plain-sdk'))).way.sdk).to.equal('light');
  });

  it('stays if it changes what a tool is listed with', async () => {
    const changed = `result: JSON.parse(JSON.stringify(await this.handlers.get(method)({ method, params }, extra)).replace('Adds.', 'Adds by the SDK.'))`;
    const made = await importer.import(serverWith('listing-sdk', [HANDLED, changed]));
    expect(made.way.sdk).to.equal('whole');
    expect(made.manifest.tools[0]?.description).to.equal('Adds by the SDK.');
  });

  it('stays if it changes what a tool answers', async () => {
    const changed = `result: method === 'tools/call' ? { content: [{ type: 'text', text: '4' }] } : await this.handlers.get(method)({ method, params }, extra)`;
    expect((await importer.import(serverWith('answering-sdk', [HANDLED, changed]))).way.sdk).to.equal('whole');
  });
});
