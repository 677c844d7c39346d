// The server on a newcomer's machine: no bubblewrap, no other system tool to lock runners down, and nothing kept from an earlier start.
// It runs as the user of the tests, and if that is root, also as an ordinary user without a home who cannot write to the checkout.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { skipWithout } from '../support/skip.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const STRANGER = ['--reuid=54321', '--regid=54321', '--clear-groups', '--'];
const MAIN = fileURLToPath(new URL('../../src/main.js', import.meta.url));
const ARGUMENTS = [MAIN, '--port', '0', '--plugins', 'plugins'];

/** Starts the server with only this environment; resolves when it has printed its address. */
const serve = async (
  prefix: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ child: ChildProcess; text: string }> => {
  const [command = '', ...args] = [...prefix, process.execPath, ...ARGUMENTS];
  const child = spawn(command, args, { cwd: PROJECT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  let errors = '';
  child.stderr?.on('data', (part) => {
    errors += part;
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (part) => {
      text += part;
      if (text.includes('memory watch')) resolve();
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`it ended with ${code}: ${text}${errors}`)));
  });
  return { child, text };
};

const call = async (text: string, toolName: string, args: object): Promise<unknown> => {
  const url = /serves on (\S+)/.exec(text)?.[1] ?? '';
  const body = JSON.stringify({ toolName, arguments: args });
  const headers = { 'content-type': 'application/json' };
  return (await fetch(`${url}/mcp/callTool`, { method: 'POST', headers, body })).json();
};

const end = async (child: ChildProcess): Promise<void> => {
  child.removeAllListeners('exit');
  child.kill('SIGTERM');
  if (child.exitCode === null) await once(child, 'exit');
};

describe('a server without bubblewrap', function () {
  this.timeout(90_000);
  let child: ChildProcess | undefined;
  let home: string;

  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'toolcell-home-'));
  });
  afterEach(async () => {
    if (child) await end(child);
    child = undefined;
    rmSync(home, { recursive: true });
  });

  const callsShippedPlugins = async (prefix: readonly string[], env: NodeJS.ProcessEnv): Promise<void> => {
    const served = await serve(prefix, env);
    child = served.child;
    expect(served.text).not.to.contain('Refused');
    expect(served.text).not.to.contain('bubblewrap)');
    expect(await call(served.text, 'slugify', { input: 'New here' })).to.equal('new-here');
    expect(await call(served.text, 'countText', { input: 'a b' })).to.be.an('object');
  };

  it('serves, and calls shipped plugins', async () => {
    await callsShippedPlugins([], { HOME: home, PATH: '' });
  });

  it('does so for an ordinary user without a home, from a checkout that this user can only read', async function () {
    const setpriv = spawnSync('setpriv', [...STRANGER, process.execPath, '--version'], { cwd: PROJECT });
    const missing = setpriv.status === 0 ? undefined : 'only root can start one, in a checkout that it may read';
    skipWithout(this, 'a server of an ordinary user without a home', missing);
    await callsShippedPlugins(
      ['/usr/bin/env', '-i', 'PATH=/usr/bin', 'setpriv', ...STRANGER, '/usr/bin/env', '-i'],
      {},
    );
  });
});
