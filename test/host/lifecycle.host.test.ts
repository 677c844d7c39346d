// The server as an operator meets it: a process that starts, drains on SIGTERM, and leaves nothing behind, even when it is killed.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { callTool, writePlugins } from '../support/host.ts';
import { descendantsOf, untilGone } from '../support/processes.ts';
import { notLinux, skipWithout } from '../support/skip.ts';

const MAIN = fileURLToPath(new URL('../../src/main.js', import.meta.url));
const PLUGINS = {
  sleepy: {
    source: 'export const sleep = ({ ms }) => new Promise((resolve) => setTimeout(() => resolve("slept"), ms));',
    tools: { sleep: {} },
  },
};

interface Served {
  readonly child: ChildProcess;
  readonly url: string;
  readonly output: () => string;
  readonly ended: Promise<number | null>;
}

const serve = async (folder: string, extra: readonly string[] = []): Promise<Served> => {
  const child = spawn(process.execPath, [MAIN, '--port', '0', '--plugins', folder, ...extra], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr?.on('data', (part) => {
      text += part;
    });
    child.stdout?.on('data', (part) => {
      text += part;
      const found = /serves on (\S+)/.exec(text)?.[1];
      if (found && text.includes('memory watch')) resolve(found);
    });
    void ended.then(() => reject(new Error(text)));
  });
  return { child, url, ended, output: () => text };
};

describe('the server process', function () {
  this.timeout(120_000);
  let folder: string;
  before(function () {
    skipWithout(this, 'the signals of the server process', notLinux());
    folder = writePlugins(PLUGINS);
  });
  after(() => rmSync(folder, { recursive: true }));

  it('drains on SIGTERM: calls in flight finish, new ones are refused, exit code 0, no process left', async () => {
    const { child, url, ended, output } = await serve(folder);
    const inFlight = callTool(url, 'sleep', { ms: 4_000 });
    await new Promise((resolve) => setTimeout(resolve, 700));
    const processes = descendantsOf(child.pid as number);
    expect(processes).not.to.be.empty;
    child.kill('SIGTERM');
    await new Promise((resolve) => setTimeout(resolve, 150));
    const refused = await callTool(url, 'sleep', { ms: 1 });
    expect([refused.status, refused.code]).to.deep.equal([503, 'shutting_down']);
    expect((await inFlight).body).to.equal('slept');
    expect(await ended, output()).to.equal(0);
    expect(await untilGone(processes)).to.deep.equal([]);
  });

  it('is not ready for unreadyMs, and takes calls meanwhile', async () => {
    const configFile = join(folder, 'leaving.json');
    writeFileSync(configFile, JSON.stringify({ server: { unreadyMs: 3_000 } }));
    const { child, url, ended, output } = await serve(folder, ['--config', configFile]);
    const statusOf = async (path: string): Promise<number> => (await fetch(`${url}${path}`)).status;
    expect(await statusOf('/readyz')).to.equal(200);
    child.kill('SIGTERM');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await statusOf('/readyz')).to.equal(503);
    expect([await statusOf('/livez'), await statusOf('/healthz')]).to.deep.equal([200, 200]);
    expect((await callTool(url, 'sleep', { ms: 1 })).body).to.equal('slept');
    expect(await ended, output()).to.equal(0);
    expect(output()).to.contain('still taking calls for 3 s');
  });

  it('gives up calls that outlast shutdownMs', async () => {
    const configFile = join(folder, 'short.json');
    writeFileSync(configFile, '{ "server": { "shutdownMs": 500 }, "limits": { "wallMs": 30000 } }');
    const { child, url, ended, output } = await serve(folder, ['--config', configFile]);
    const inFlight = callTool(url, 'sleep', { ms: 20_000 });
    await new Promise((resolve) => setTimeout(resolve, 700));
    child.kill('SIGTERM');
    expect((await inFlight).code).to.equal('shutting_down');
    expect(await ended, output()).to.equal(0);
  });

  it('leaves no process behind when it is killed in the middle of a call', async () => {
    const { child, url, ended } = await serve(folder);
    const inFlight = callTool(url, 'sleep', { ms: 4_000 }).catch(() => 'cut off');
    await new Promise((resolve) => setTimeout(resolve, 700));
    const processes = descendantsOf(child.pid as number);
    expect(processes).not.to.be.empty;
    child.kill('SIGKILL');
    expect(await inFlight).to.equal('cut off');
    await ended;
    expect(await untilGone(processes)).to.deep.equal([]);
  });

  it('reports what is wrong and exits with 2 for a bad configuration, with 3 for an address that is taken', async () => {
    const configFile = join(folder, 'bad.json');
    writeFileSync(configFile, '{ "limits": { "memoryMb": 4 } }');
    const bad = await serve(folder, ['--config', configFile]).catch((error: Error) => error.message);
    expect(bad).to.match(/bad\.json:1:\d+ limits\.memoryMb: 4 is below 16/);
    const { child, url, ended } = await serve(folder);
    const port = new URL(url).port;
    const second = spawn(process.execPath, [MAIN, '--port', port, '--plugins', folder], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    second.stderr?.on('data', (part) => {
      said += part;
    });
    expect((await once(second, 'exit'))[0]).to.equal(3);
    expect(said).to.match(new RegExp(`${port} is already in use`));
    child.kill('SIGTERM');
    expect(await ended).to.equal(0);
  });

  it('prints its usage for --help', async () => {
    const child = spawn(process.execPath, [MAIN, '--help'], { stdio: ['ignore', 'pipe', 'inherit'] });
    let text = '';
    child.stdout?.on('data', (part) => {
      text += part;
    });
    expect((await once(child, 'exit'))[0]).to.equal(0);
    expect(text).to.match(/--plugins DIR/);
  });
});
