// Peer: node:http alone, with the tools in the same process. No sandbox and no framework: the least that a call can cost.

import { createServer, type IncomingMessage } from 'node:http';
import { commandLine, loadTools, named } from './tool-folder.ts';

const { port, folder } = commandLine();
const tools = await loadTools(folder);

const textOf = (request: IncomingMessage): Promise<string> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    request.on('error', reject);
  });

createServer(async (request, response) => {
  try {
    const { toolName, arguments: args } = JSON.parse(await textOf(request)) as { toolName: string; arguments: unknown };
    const result = JSON.stringify(named(tools, toolName)(args));
    response.setHeader('Content-Type', 'application/json');
    response.setHeader('Content-Length', Buffer.byteLength(result));
    response.end(result);
  } catch {
    response.statusCode = 500;
    response.end();
  }
}).listen(port, '127.0.0.1');
