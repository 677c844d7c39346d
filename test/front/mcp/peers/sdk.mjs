// @modelcontextprotocol/sdk, in the version that the second argument names as a package.
import { print, report } from './report.mjs';

const [url, name] = process.argv.slice(2);
const { Client } = await import(`${name}/client/index.js`);
const { StreamableHTTPClientTransport } = await import(`${name}/client/streamableHttp.js`);
const client = new Client({ name: 'peer', version: '1.0.0' });
await client.connect(new StreamableHTTPClientTransport(new URL(url)));
print(
  await report({
    listTools: async () => (await client.listTools()).tools,
    callTool: (tool, args, { onProgress, signal } = {}) =>
      client.callTool({ name: tool, arguments: args }, undefined, {
        ...(onProgress && { onprogress: onProgress }),
        signal,
      }),
  }),
);
await client.close();
