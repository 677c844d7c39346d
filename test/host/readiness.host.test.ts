// A server whose store cannot be reached: it serves, reports the store, is not ready, and reports when the store is back.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { callTool, writePlugins } from '../support/host.ts';
import { RedisServer } from '../support/redis-server.ts';
import { noRedis, skipWithout } from '../support/skip.ts';

const MAIN = fileURLToPath(new URL('../../src/main.js', import.meta.url));
const PLUGINS = {
  keeps: {
    source: 'export const keeps = async (_args, { store }) => (await store.set("a", 1)).version.length > 0;',
    tools: { keeps: {} },
    manifest: { capabilities: { store: {} } },
  },
};
/** Nothing listens there, because only root may. */
const NOWHERE = 'redis://127.0.0.1:1';

describe('a server whose store is away', function () {
  this.timeout(90_000);
  let plugins: string;
  let folder: string;
  let child: ChildProcess;
  let stdout: string;
  let stderr: string;
  beforeEach(() => {
    plugins = writePlugins(PLUGINS);
    folder = mkdtempSync(join(tmpdir(), 'toolcell-ready-'));
    stdout = '';
    stderr = '';
  });
  afterEach(async () => {
    child.kill('SIGTERM');
    await once(child, 'close');
    rmSync(plugins, { recursive: true });
    rmSync(folder, { recursive: true });
  });

  const until = async <Value>(look: () => Value | Promise<Value>, isSo: (found: Value) => boolean): Promise<Value> => {
    for (const endMs = Date.now() + 60_000; ; await new Promise((resolve) => setTimeout(resolve, 100))) {
      const found = await look();
      if (isSo(found)) return found;
      if (Date.now() > endMs) throw new Error(`never so; last: ${String(found)}\n${stdout}${stderr}`);
    }
  };

  /** Starts a server; resolves with its address after it has printed its start-up report. */
  const start = async (redisUrl: string, grants: object = { keeps: { store: true } }): Promise<string> => {
    const file = join(folder, 'sandbox.config.json');
    writeFileSync(file, JSON.stringify({ grants, store: { redisUrlEnv: 'STORE_URL' } }));
    const words = [MAIN, '--config', file, '--plugins', plugins, '--port', '0'];
    child = spawn(process.execPath, words, { env: { ...process.env, STORE_URL: redisUrl } });
    child.stdout?.on('data', (part) => {
      stdout += part;
    });
    child.stderr?.on('data', (part) => {
      stderr += part;
    });
    await until(
      () => stdout,
      (text) => text.includes('Isolation layers:'),
    );
    return /serves on (\S+)/.exec(stdout)?.[1] ?? '';
  };
  const statusOf = async (url: string, path: string): Promise<number> => (await fetch(url + path)).status;

  it('serves anyway, reports it at start-up and in the log, and is not ready', async () => {
    const url = await start(NOWHERE);
    expect(stdout).to.contain('THE STORE DOES NOT SERVE');
    expect(stdout).to.contain('toolcell doctor');
    // The log is written on another thread than this text.
    await until(
      () => stderr,
      (text) => /"level":50[^\n]*The store of the plugins does not serve/.test(text),
    );
    expect(await statusOf(url, '/healthz')).to.equal(200);
    const reply = await fetch(`${url}/readyz`);
    expect(reply.status).to.equal(503);
    const text = await reply.text();
    expect(JSON.parse(text)).to.include({ code: 'store_unavailable', fault: 'host', retryable: true });
    // The answer does not contain the store's address.
    expect(text).not.to.contain('127.0.0.1:1');
  });

  it('is degraded and in service if a plugin works without it', async () => {
    rmSync(plugins, { recursive: true });
    plugins = writePlugins({ ...PLUGINS, pure: { source: 'export const pure = () => 1;', tools: { pure: {} } } });
    const url = await start(NOWHERE);
    const reply = await fetch(`${url}/readyz`);
    expect([reply.status, await reply.json()]).to.deep.equal([200, { status: 'degraded', store: 'unavailable' }]);
    expect(await statusOf(url, '/readyz?require=store')).to.equal(503);
    expect((await callTool(url, 'pure')).body).to.equal(1);
    expect((await callTool(url, 'keeps')).code).to.equal('store_unavailable');
  });

  it('is ready if no plugin may use the store', async () => {
    const url = await start(NOWHERE, {});
    expect(stdout).not.to.contain('THE STORE');
    expect(await statusOf(url, '/readyz')).to.equal(200);
  });

  it('reports that the store works again, even if nobody calls', async function () {
    skipWithout(this, 'the store on redis', noRedis());
    const redis = await RedisServer.start();
    try {
      const url = await start(redis.url);
      expect(await statusOf(url, '/readyz')).to.equal(200);
      await redis.stop();
      await until(
        () => statusOf(url, '/readyz'),
        (status) => status === 503,
      );
      await redis.start();
      await until(
        () => stderr,
        (text) => /"level":30[^\n]*serves again/.test(text),
      );
      await until(
        () => statusOf(url, '/readyz'),
        (status) => status === 200,
      );
    } finally {
      await redis.end();
    }
  });
});
