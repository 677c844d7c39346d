// Peer: Koa with the tools in Piscina's threads, one per core. No sandbox: Toolcell should be as fast as this.

import { Piscina } from 'piscina';
import { serveWithKoa } from './koa-server.ts';
import { commandLine, cores } from './tool-folder.ts';

const { port, folder } = commandLine();
const pool = new Piscina({
  filename: new URL('./koa-piscina-thread.ts', import.meta.url).href,
  workerData: { folder },
  minThreads: cores,
  maxThreads: cores,
  // Without it, queued calls starve under load.
  stricterFIFO: true,
});

serveWithKoa(port, async (toolName, args) => JSON.stringify(await pool.run({ toolName, args })));
