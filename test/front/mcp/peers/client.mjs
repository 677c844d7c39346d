// @modelcontextprotocol/client: `legacy`, `auto` or a revision to pin.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { print, report } from './report.mjs';

const [url, kind = 'auto'] = process.argv.slice(2);
const mode = kind === 'legacy' || kind === 'auto' ? kind : { pin: kind };
const client = new Client({ name: 'peer', version: '1.0.0' }, { versionNegotiation: { mode } });
await client.connect(new StreamableHTTPClientTransport(new URL(url)));
const listTools = async () => (await client.listTools()).tools;
await listTools();
print({
  revision: client.getNegotiatedProtocolVersion(),
  ...(await report({
    listTools,
    callTool: (name, args, { onProgress, signal } = {}) =>
      client.callTool({ name, arguments: args }, { ...(onProgress && { onprogress: onProgress }), signal }),
  })),
});
await client.close();
