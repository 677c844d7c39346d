// Peer: Koa and isolated-vm used the simplest way: every call makes a new isolate and compiles the tool.

import ivm from 'isolated-vm';
import { serveWithKoa } from './koa-server.ts';
import { CAP_MS, commandLine, loadScripts, MEMORY_MB, named } from './tool-folder.ts';

const { port, folder } = commandLine();
const scripts = loadScripts(folder);

serveWithKoa(port, async (toolName, args) => {
  const isolate = new ivm.Isolate({ memoryLimit: MEMORY_MB });
  try {
    const context = await isolate.createContext();
    const script = await isolate.compileScript(named(scripts, toolName));
    await script.run(context, { timeout: CAP_MS });
    const callTool = await context.global.get('callTool', { reference: true });
    return String(await callTool.apply(undefined, [JSON.stringify(args)], { timeout: CAP_MS, result: { copy: true } }));
  } finally {
    if (!isolate.isDisposed) isolate.dispose();
  }
});
