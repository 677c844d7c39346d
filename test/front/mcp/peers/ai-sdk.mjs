// The AI SDK's client of MCP.
import { createMCPClient } from '@ai-sdk/mcp';
import { print, report } from './report.mjs';

const [url] = process.argv.slice(2);
const client = await createMCPClient({ transport: { type: 'http', url } });
const tools = await client.tools();
print(
  await report({
    listTools: async () => Object.keys(tools).map((name) => ({ name })),
    callTool: async (name, args, { signal } = {}) => {
      if (!tools[name]) throw new Error(`no tool ${name}`);
      return tools[name].execute(args, { toolCallId: '1', messages: [], abortSignal: signal });
    },
    hasProgress: false,
  }),
);
await client.close();
