// LangChain's adapters for MCP.
import { MultiServerMCPClient } from '@langchain/mcp-adapters';
import { print, report } from './report.mjs';

const [url] = process.argv.slice(2);
const client = new MultiServerMCPClient({
  mcpServers: { toolcell: { transport: 'http', url } },
  prefixToolNameWithServerName: false,
});
const tools = await client.getTools();
print(
  await report({
    listTools: async () => tools,
    callTool: async (name, args, { signal } = {}) => {
      const tool = tools.find((each) => each.name === name);
      if (!tool) throw new Error(`no tool ${name}`);
      try {
        return { value: await tool.invoke(args, { signal }) };
      } catch (error) {
        if (signal?.aborted) throw error;
        return { thrown: String(error?.message ?? error) };
      }
    },
    hasProgress: false,
  }),
);
await client.close();
