// Peer: Koa with the tools in the same process. No sandbox. The yardstick for the others.

import { serveWithKoa } from './koa-server.ts';
import { commandLine, loadTools, named } from './tool-folder.ts';

const { port, folder } = commandLine();
const tools = await loadTools(folder);

serveWithKoa(port, (toolName, args) => JSON.stringify(named(tools, toolName)(args)));
