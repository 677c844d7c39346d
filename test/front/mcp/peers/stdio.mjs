// @modelcontextprotocol/client over standard streams: KIND, then the command that speaks MCP, with its words.
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { print, report } from './report.mjs';

const [kind, command, ...args] = process.argv.slice(2);
const mode = kind === 'legacy' || kind === 'auto' ? kind : { pin: kind };
const client = new Client({ name: 'peer', version: '1.0.0' }, { versionNegotiation: { mode } });
await client.connect(new StdioClientTransport({ command, args, env: process.env, stderr: 'inherit' }));
print({
  revision: client.getNegotiatedProtocolVersion(),
  ...(await report({
    listTools: async () => (await client.listTools()).tools,
    callTool: (name, given, { onProgress, signal } = {}) =>
      client.callTool({ name, arguments: given }, { ...(onProgress && { onprogress: onProgress }), signal }),
  })),
});
await client.close();
