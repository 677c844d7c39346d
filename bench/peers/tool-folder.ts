// The parts that the Node peers share: their command line, the tools of the folder, a cap on functions that run at a time.

import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A tool that runs in this process. */
export type Tool = (args: unknown) => unknown;

/** The limits of peers that have limits: milliseconds of one call, megabytes of one isolate. */
export const CAP_MS = 2_000;
export const MEMORY_MB = 64;

export const cores = availableParallelism();

/** The port and the folder on the command line. */
export const commandLine = (): { port: number; folder: string } => {
  const [port, folder] = process.argv.slice(2);
  if (!port || !folder) throw new Error('Usage: <peer> <port> <folder>');
  return { port: Number(port), folder };
};

export const toolNames = (folder: string): string[] => JSON.parse(readFileSync(join(folder, 'tools.json'), 'utf8'));

/** Loads every tool into this process. */
export const loadTools = async (folder: string): Promise<ReadonlyMap<string, Tool>> => {
  const tools = new Map<string, Tool>();
  for (const name of toolNames(folder)) {
    const exported = await import(pathToFileURL(join(folder, `${name}.mjs`)).href);
    tools.set(name, exported[name]);
  }
  return tools;
};

/** The script of every tool: see `callTool` in `../jobs/workshop.ts`. */
export const loadScripts = (folder: string): ReadonlyMap<string, string> =>
  new Map(toolNames(folder).map((name) => [name, readFileSync(join(folder, `${name}.js`), 'utf8')]));

/** The entry of a tool. Throws if there is none. */
export const named = <Value>(entries: ReadonlyMap<string, Value>, toolName: string): Value => {
  const found = entries.get(toolName);
  if (found === undefined) throw new Error(`There is no tool ${toolName}.`);
  return found;
};

/** Lets `places` functions run at a time. The others wait: 64 processes at once would only slow each other down. */
export const gate = (places: number): (<Value>(run: () => Promise<Value>) => Promise<Value>) => {
  let free = places;
  const waiting: (() => void)[] = [];
  return async (run) => {
    if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve));
    else free -= 1;
    try {
      return await run();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
};
