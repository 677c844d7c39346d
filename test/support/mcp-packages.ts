// Packages of npm for tests: a small SDK with the names of MCP's, and servers that use it or speak for themselves.

import type { RegistryPackage } from './npm-registry.ts';

const schema = (name: string, method: string): string =>
  `export const ${name} = { shape: { method: { value: '${method}' } }, parse: (value) => value };`;

/** It works over standard streams in Node, and marks its lists, so that a test sees which SDK answered. */
export const SMALL_SDK: RegistryPackage = {
  description: { name: '@modelcontextprotocol/sdk', version: '1.30.0', type: 'module' },
  files: {
    'types.js': [
      schema('ListToolsRequestSchema', 'tools/list'),
      schema('CallToolRequestSchema', 'tools/call'),
      'export const ToolSchema = { shape: { inputSchema: {} } };',
      "export class McpError extends Error { constructor(code, message) { super('MCP error ' + code + ': ' + message); this.code = code; } }",
      'export const ErrorCode = { InvalidParams: -32602, MethodNotFound: -32601 };',
      "export const LATEST_PROTOCOL_VERSION = '2025-06-18';",
      'export const isInitializeRequest = (value) => value?.method === "initialize";',
    ].join('\n'),
    'server/index.js': `
export class Server {
  handlers = new Map();
  constructor(info, options = {}) {
    this.handlers.set('initialize', () => ({ protocolVersion: '2025-06-18', capabilities: options.capabilities ?? {}, serverInfo: info }));
  }
  setRequestHandler(schema, handler) { this.handlers.set(schema.shape.method.value, handler); }
  async connect(transport) {
    this.transport = transport;
    transport.onmessage = async ({ id, method, params }) => {
      if (id === undefined) return;
      const extra = { requestId: id, _meta: params?._meta, sendNotification: (one) => transport.send({ jsonrpc: '2.0', ...one }) };
      try { await transport.send({ jsonrpc: '2.0', id, result: await this.handlers.get(method)({ method, params }, extra) }); }
      catch (error) { await transport.send({ jsonrpc: '2.0', id, error: { code: error.code ?? -32603, message: error.message } }); }
    };
    await transport.start();
  }
}`,
    'server/stdio.js': `
import process from 'node:process';
export class StdioServerTransport {
  async start() {
    let rest = '';
    process.stdin.setEncoding('utf8');
    process.stdin.on('data', (text) => {
      const lines = (rest + text).split('\\n'); rest = lines.pop();
      for (const line of lines) this.onmessage(JSON.parse(line));
    });
  }
  async send(message) { process.stdout.write(JSON.stringify(message) + '\\n'); }
}`,
    'server/streamableHttp.js': 'export class StreamableHTTPServerTransport {}',
  },
};

const WEATHER = `#!/usr/bin/env node
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { CallToolRequestSchema, ListToolsRequestSchema, McpError, ErrorCode, ToolSchema } from '@modelcontextprotocol/sdk/types.js';
import express from 'express';
import { exec } from 'child_process';

const key = process.env.WEATHER_API_KEY;
if (!key) { console.error('Set WEATHER_API_KEY.'); process.exit(1); }
const base = process.env.WEATHER_URL ?? 'https://api.weather.example';
const inputSchema = { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object',
  properties: { city: { type: 'string', description: 'Name of the city.' } }, required: ['city'] };
let count = 0;

const server = new Server({ name: 'weather', version: '1.0.0' }, { capabilities: { tools: {} } });
server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: [
  { name: 'get_weather', title: 'Weather', description: 'The weather of a city.', inputSchema, annotations: { readOnlyHint: true, other: 1 },
    outputSchema: { type: 'object', properties: { degrees: { type: 'number' } }, required: ['degrees'] } },
  { name: 'set.alarm', description: 'Warns of frost.', inputSchema: { type: 'object', properties: { at: { type: 'number' } } } },
  { name: 'count', description: 'How often it was called.', inputSchema: { type: 'object' } },
  { name: 'run', description: 'Runs a command.', inputSchema: { type: 'object' } },
  { name: 'ask', description: 'Asks the client.', inputSchema: { type: 'object' } },
] }));
server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: args } }, extra) => {
  if (name === 'get_weather') {
    await extra.sendNotification({ method: 'notifications/progress', params: { progressToken: extra._meta?.progressToken, progress: 1, total: 2, message: 'asking' } });
    const response = await fetch(base + '/v1/weather?city=' + args.city, { headers: { authorization: 'Bearer ' + key } });
    if (!response.ok) throw new Error('The weather answered ' + response.status + '.');
    const { degrees = 0 } = await response.json();
    return { content: [{ type: 'text', text: degrees + ' degrees', _meta: { a: 1 } }], structuredContent: { degrees } };
  }
  if (name === 'set.alarm') {
    await fetch(base + '/v1/alarms', { method: 'POST', body: JSON.stringify({ at: args.at, key }), headers: { 'content-type': 'application/json' } });
    return { content: [{ type: 'text', text: 'set' }] };
  }
  if (name === 'count') return { content: [{ type: 'text', text: String(++count) }] };
  if (name === 'run') { exec('ls'); return { content: [] }; }
  if (name === 'ask') return { isError: true, content: [{ type: 'text', text: 'It cannot be asked.' }] };
  throw new McpError(ErrorCode.InvalidParams, 'no such tool: ' + name);
});
if (process.argv.includes('--http')) express().listen(3000, () => new StreamableHTTPServerTransport());
else await server.connect(new StdioServerTransport());
`;

/** A server with the small SDK. It awaits at its top level, as many do. */
export const weatherServer = (version = '1.0.0', source = WEATHER): RegistryPackage => ({
  description: {
    name: '@weather/mcp-server',
    version,
    type: 'module',
    bin: { 'weather-mcp': 'index.js' },
    license: 'MIT',
    scripts: { preinstall: 'touch ../../../ran', install: 'touch ../../../ran', postinstall: 'touch ../../../ran' },
    dependencies: { '@modelcontextprotocol/sdk': '^1.0.0', express: '^5.0.0' },
  },
  files: { 'index.js': source },
});

/** The source of a server, for a version that differs in a text. */
export const WEATHER_SOURCE = WEATHER;

/** What the weather server must not evaluate. */
export const EXPRESS: RegistryPackage = {
  description: { name: 'express', version: '5.0.0' },
  files: { 'index.js': "throw new Error('express was evaluated');" },
};

/** A server that speaks for itself over standard streams. `handlers`: the source of an object of functions by method. */
export const plainServer = (name: string, handlers: string, before = ''): RegistryPackage => ({
  description: { name, version: '1.0.0', type: 'module', bin: 'server.js' },
  files: {
    'server.js': `${before}
const handlers = { initialize: () => ({ protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'plain', version: '1' } }), ${handlers} };
let rest = '';
process.stdin.on('data', async (chunk) => {
  const lines = (rest + (typeof chunk === 'string' ? chunk : new TextDecoder().decode(chunk))).split('\\n'); rest = lines.pop();
  for (const line of lines) {
    const { id, method, params } = JSON.parse(line);
    if (id === undefined) continue;
    try { process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result: await handlers[method](params) }) + '\\n'); }
    catch (error) { process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32603, message: String(error) } }) + '\\n'); }
  }
});`,
  },
});
