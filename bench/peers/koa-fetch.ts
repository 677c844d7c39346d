// Peer: Koa with a tool in the same process that asks another server with Node's own fetch. No sandbox.

import { serveWithKoa } from './koa-server.ts';
import { commandLine } from './tool-folder.ts';

const { port } = commandLine();

const countItems = async ({ url }: { readonly url: string }): Promise<number> => {
  const response = await fetch(url);
  const { items } = (await response.json()) as { items: unknown[] };
  return items.length;
};

serveWithKoa(port, async (_toolName, args) => JSON.stringify(await countItems(args as { url: string })));
