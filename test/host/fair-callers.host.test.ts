// One caller floods a plugin: another caller of the same plugin has its turn all the same.

import { rmSync } from 'node:fs';
import { expect } from 'chai';
import { createKey } from '../../src/front/doors/issue-keys.ts';
import { changeKeys } from '../../src/front/doors/key-file.ts';
import { writePlugins } from '../support/config.ts';
import { callTool } from '../support/host.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';

/** Long enough that all calls of a flood have arrived before the second one begins. */
const source = `export const work = () => { const end = Date.now() + 200; while (Date.now() < end); return null; };`;
const FLOOD = 30;

describe('a caller that floods a plugin', function () {
  this.timeout(180_000);
  let plugins: string;
  let keysFile: string;
  let server: ServerProcess;
  const keys: Record<string, string> = {};

  before(async () => {
    plugins = writePlugins({ busy: { source, tools: { work: {} } } });
    keysFile = `${plugins}-keys.json`;
    for (const client of ['flood', 'ada'])
      keys[client] = (await changeKeys(keysFile, (list) => createKey(list, { client, scopes: [] }, undefined))).key;
    server = await startServer({
      plugins,
      config: {
        access: { keysFile },
        limits: { concurrencyPerPlugin: 1, queueMs: 60_000, wallMs: 60_000, cpuMs: 30_000 },
        pool: { maxQueued: 8 },
      },
    });
  });
  after(() => {
    server?.remove();
    rmSync(plugins, { recursive: true, force: true });
    rmSync(keysFile, { force: true });
  });
  const call = (client: string) => callTool(server.url, 'work', {}, undefined, { 'X-API-Key': keys[client] ?? '' });

  it('delays another by its turns, not by all that it has sent, and cannot fill the queue for it', async () => {
    expect((await call('flood')).status).to.equal(200);
    const ended: string[] = [];
    const flood = Array.from({ length: FLOOD }, async () => {
      const { code = 'done' } = await call('flood');
      ended.push(code);
    });
    // The queue is full when calls of the flood are refused.
    while (!ended.includes('overloaded')) await new Promise((resolve) => setTimeout(resolve, 5));
    const done = (): number => ended.filter((code) => code === 'done').length;
    const doneBefore = done();
    expect((await call('ada')).status).to.equal(200);
    const doneMeanwhile = done() - doneBefore;
    await Promise.all(flood);
    expect(done() - doneBefore, 'the flood had filled the queue').to.be.at.least(6);
    // One that ran, one whose turn it was, and what a busy machine makes of the way to the server.
    expect(doneMeanwhile).to.be.at.most(4);
  });
});
