// Peer: Koa, the tool in the same process. No sandbox: the yardstick.

import { serveWithKoa } from './koa-server.ts';
import { commandLine, loadTools, named } from './tool-folder.ts';

const { port, folder } = commandLine();
const tools = await loadTools(folder);

serveWithKoa(port, (toolName, args) => JSON.stringify(named(tools, toolName)(args)));
