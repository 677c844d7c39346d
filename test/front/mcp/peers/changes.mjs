// @modelcontextprotocol/client while a plugin changes: KIND, FILE, TEXT, then the URL of a server or the command that speaks MCP, with its words. Calls the
// first tool, replaces TEXT in FILE by another one, waits until the server tells of a change, and lists and calls again.
import { readFileSync, writeFileSync } from 'node:fs';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { print } from './report.mjs';

const [kind, file, text, at, ...args] = process.argv.slice(2);
const mode = kind === 'legacy' || kind === 'auto' ? kind : { pin: kind };
const { promise: changed, resolve } = Promise.withResolvers();
const listChanged = { tools: { autoRefresh: false, onChanged: resolve } };
const client = new Client({ name: 'peer', version: '1.0.0' }, { versionNegotiation: { mode }, listChanged });
const transport = /^http:/.test(at)
  ? new StreamableHTTPClientTransport(new URL(at))
  : new StdioClientTransport({ command: at, args, env: process.env, stderr: 'ignore' });
await client.connect(transport);
const look = async () => {
  const { tools } = await client.listTools();
  const [{ name, description }] = tools;
  return { name, description, answer: await client.callTool({ name, arguments: { name: 'Ada' } }) };
};
const before = await look();
writeFileSync(file, readFileSync(file, 'utf8').replaceAll(text, 'Good day'));
await changed;
print({ revision: client.getNegotiatedProtocolVersion(), before, after: await look() });
await client.close();
