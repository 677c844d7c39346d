// Two tools for all others: @modelcontextprotocol/client (`client` and its mode) or @modelcontextprotocol/sdk (`sdk`).
import { print } from './report.mjs';

const [url, kind, mode] = process.argv.slice(2);
const connected = async () => {
  if (kind === 'client') {
    const { Client, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
    const client = new Client({ name: 'peer', version: '1.0.0' }, { versionNegotiation: { mode } });
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    return { client, call: (params, options) => client.callTool(params, options) };
  }
  const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/sdk/client/streamableHttp.js');
  const client = new Client({ name: 'peer', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  return { client, call: (params, options) => client.callTool(params, undefined, options) };
};

const { client, call } = await connected();
const progress = [];
const inner = (name, args, options) => call({ name: 'call_tool', arguments: { name, arguments: args } }, options);
const failing = (promise) => promise.catch(({ code, message }) => ({ code, message }));
const { tools } = await client.listTools();
const found = await call({ name: 'find_tools', arguments: { query: 'echo what it gets', maxTokens: 500 } });
const result = await inner('echo', { text: 'ü', n: 1.5 });
const array = await inner('list', {});
const toolError = await inner('fail', {});
const slow = await inner('slow', { ms: 150 }, { onprogress: (report) => progress.push(report.progress) });
const unknown = await failing(inner('nothing', {}));
const direct = await failing(call({ name: 'echo', arguments: {} }));
const controller = new AbortController();
setTimeout(() => controller.abort(), 300);
const cancelled = await failing(inner('hold', { ms: 20_000 }, { signal: controller.signal }));
print({ tools, found, result, array, toolError, slow, progress, unknown, direct, cancelled });
await client.close();
