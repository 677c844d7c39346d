// `run_script` by @modelcontextprotocol/client (`client` and its mode) or @modelcontextprotocol/sdk (`sdk`), which hold results to the output schema.
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
const run = (args, options) => call({ name: 'run_script', arguments: args }, options);
const failing = (promise) => promise.catch(({ code, message }) => ({ code, message }));
const { tools } = await client.listTools();
const done = await run({ code: '(await tools.listOrders()).items.length' });
const failed = await run({ code: 'await tools.listOrders();\nnull.x' });
const wrong = await run({ code: 5 });
const slow = await run(
  { code: 'for (let i = 0; i < 3; i += 1) await tools.slow({ ms: 150 }); "slept"' },
  { onprogress: ({ progress: made, message }) => progress.push([made, message]) },
);
const controller = new AbortController();
const holding = failing(run({ code: 'await tools.slow({ ms: 19000 })' }, { signal: controller.signal }));
setTimeout(() => controller.abort(), 1_000);
const cancelled = await holding;
print({ tools, done, failed, wrong, slow, progress, cancelled });
await client.close();
