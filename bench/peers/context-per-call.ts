// Peer: Koa and isolated-vm with a context per call: isolates that stay, one per core and tool, the script compiled once.

import ivm from 'isolated-vm';
import { serveWithKoa } from './koa-server.ts';
import { CAP_MS, commandLine, cores, loadScripts, MEMORY_MB, named } from './tool-folder.ts';

interface Compiled {
  readonly isolate: ivm.Isolate;
  readonly script: ivm.Script;
}

const { port, folder } = commandLine();
const scripts = loadScripts(folder);
const compiled = new Map<string, Promise<Compiled>[]>();

const compile = async (toolName: string): Promise<Compiled> => {
  const isolate = new ivm.Isolate({ memoryLimit: MEMORY_MB });
  return { isolate, script: await isolate.compileScript(named(scripts, toolName)) };
};

/** The isolates of a tool take turns. */
const isolateFor = (toolName: string): Promise<Compiled> => {
  const isolates = compiled.get(toolName) ?? Array.from({ length: cores }, () => compile(toolName));
  const next = isolates.shift() as Promise<Compiled>;
  compiled.set(toolName, [...isolates, next]);
  return next;
};

serveWithKoa(port, async (toolName, args) => {
  const { isolate, script } = await isolateFor(toolName);
  const context = await isolate.createContext();
  try {
    const ended = await script.run(context, { timeout: CAP_MS, reference: true });
    ended.release();
    const callTool = await context.global.get('callTool', { reference: true });
    try {
      return String(
        await callTool.apply(undefined, [JSON.stringify(args)], { timeout: CAP_MS, result: { copy: true } }),
      );
    } finally {
      callTool.release();
    }
  } finally {
    context.release();
  }
});
