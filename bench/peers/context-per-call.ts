// Peer: Koa and isolated-vm with a context per call, in long-lived isolates, one per core and tool. The script is compiled once.

import ivm from 'isolated-vm';
import { serveWithKoa } from './koa-server.ts';
import { CAP_MS, commandLine, cores, loadScripts, MEMORY_MB, named } from './tool-folder.ts';

interface Compiled {
  readonly isolate: ivm.Isolate;
  readonly script: ivm.Script;
}

const { port, folder } = commandLine();
const scripts = loadScripts(folder);
/** The isolates of each tool. The promise of an isolate in use resolves when its call has ended. */
const compiled = new Map<string, Promise<Compiled>[]>();

const compile = async (toolName: string): Promise<Compiled> => {
  const isolate = new ivm.Isolate({ memoryLimit: MEMORY_MB });
  return { isolate, script: await isolate.compileScript(named(scripts, toolName)) };
};

const callIn = async ({ isolate, script }: Compiled, args: unknown): Promise<string> => {
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
};

/**
 * The isolates of a tool take turns, and each has one context at a time: an isolate runs one call at a time anyway, and the contexts
 * of 64 connections do not fit into its memory. An isolate that has run out of memory is replaced.
 */
serveWithKoa(port, async (toolName, args) => {
  const isolates = compiled.get(toolName) ?? Array.from({ length: cores }, () => compile(toolName));
  const turn = isolates.shift() as Promise<Compiled>;
  const { promise: next, resolve } = Promise.withResolvers<Compiled>();
  compiled.set(toolName, [...isolates, next]);
  const mine = await turn;
  try {
    return await callIn(mine, args);
  } finally {
    resolve(mine.isolate.isDisposed ? compile(toolName) : mine);
  }
});
