// Calls a shipped tool in the test process, without a sandbox, for tests of its results.

import { pathToFileURL } from 'node:url';
import { SHIPPED_PLUGINS } from './examples.ts';

type Tool = (args: unknown, context: unknown) => unknown;

/** A tool as a function of its arguments. Arguments and result pass through JSON text, as in a call. */
export function shippedTool(plugin: string, tool: string): (args: unknown) => Promise<unknown> {
  const shipped = SHIPPED_PLUGINS.find(({ manifest }) => manifest.name === plugin);
  if (shipped === undefined) throw new Error(`no shipped plugin ${plugin}`);
  return async (args) => {
    const module: Record<string, unknown> = await import(pathToFileURL(shipped.entryPath).href);
    const run = module[tool];
    if (typeof run !== 'function') throw new Error(`${plugin} exports no function ${tool}`);
    return throughJson(await (run as Tool)(throughJson(args), {}));
  };
}

/** The error that a call throws. Throws if the call throws none. */
export async function errorOf(call: Promise<unknown>): Promise<Error> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('the call threw no error');
}

function throughJson(value: unknown): unknown {
  const text = JSON.stringify(value);
  if (text === undefined) throw new Error('the value is not JSON');
  return JSON.parse(text);
}
