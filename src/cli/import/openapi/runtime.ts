// The code that goes into a written plugin: the files of src/cli/templates/openapi/. The import runs it, too, to say what an example sends and returns.

import { readFileSync } from 'node:fs';
import type { TableOperation } from './table.ts';

const FOLDER = new URL('../../templates/openapi/', import.meta.url);

/** From the call inwards. */
const FILES = ['index.js', 'request.js', 'styles.js', 'body.js', 'credentials.js', 'reply.js'];

const partText = (name: string): string => {
  const text = readFileSync(new URL(name, FOLDER), 'utf8').replaceAll(/^import .*;\n/gm, '');
  // Only the tool stays exported.
  return (name === 'index.js' ? text : text.replaceAll(/^export /gm, '')).replaceAll(/\n{3,}/g, '\n\n').trim();
};

/** All files as one, because a server takes a folder with one module as it lies. */
export const runtimeText = (): string => FILES.map(partText).join('\n\n');

export interface BuiltRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface Runtime {
  requestOf(operation: TableOperation, args: object): BuiltRequest;
  resultOf(operation: TableOperation, response: Response, args: object): Promise<unknown>;
}

/** The runtime's functions, as the plugin has them. */
export const loadRuntime = async (): Promise<Runtime> => {
  const [{ requestOf }, { resultOf }] = (await Promise.all([
    import(new URL('request.js', FOLDER).href),
    import(new URL('reply.js', FOLDER).href),
  ])) as [Pick<Runtime, 'requestOf'>, Pick<Runtime, 'resultOf'>];
  return { requestOf, resultOf };
};
