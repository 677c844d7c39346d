// `toolcell serve` without a plugin: it serves, writes nothing, says where plugins go, and serves plugins that are added later.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect } from 'chai';
import { callTool } from '../../support/host.ts';
import { BIN, environmentOf, runHere, temporaryFolder } from '../run-command.ts';

const TAKEN_UP_MS = 20_000;

describe('toolcell serve, with no plugin', function () {
  this.timeout(120_000);
  let folder: ReturnType<typeof temporaryFolder>;
  let cache: ReturnType<typeof temporaryFolder>;
  let child: ChildProcess | undefined;
  beforeEach(() => {
    folder = temporaryFolder();
    cache = temporaryFolder();
  });
  afterEach(async () => {
    if (child?.exitCode === null) {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    }
    folder.remove();
    cache.remove();
  });

  /** Resolves with the address and the output when the start-up text is complete. */
  const serve = async (): Promise<{ url: string; text: string }> => {
    const started = spawn(process.execPath, [BIN, 'serve', '--port', '0'], {
      cwd: folder.path,
      env: environmentOf(cache.path),
    });
    child = started;
    let text = '';
    started.stdout.on('data', (part) => (text += part));
    while (!/^ {2}(?:on |OFF).*\n$/m.test(text)) {
      if (started.exitCode !== null) throw new Error(`ended with ${started.exitCode}: ${text}`);
      await setTimeout(20);
    }
    return { url: /serves on (\S+)/.exec(text)?.[1] ?? '', text };
  };

  const takenUp = async (url: string): Promise<unknown> => {
    const untilMs = performance.now() + TAKEN_UP_MS;
    for (;;) {
      const { status, body } = await callTool(url, 'wordCount', { text: 'a b' });
      if (status === 200 || performance.now() > untilMs) return body;
      await setTimeout(100);
    }
  };

  /** Waits for this answer of `GET /readyz`, which may be a second old. */
  const untilReadyz = async (url: string, status: number): Promise<{ readonly code?: string }> => {
    const untilMs = performance.now() + TAKEN_UP_MS;
    for (;;) {
      const response = await fetch(`${url}/readyz`);
      if (response.status === status || performance.now() > untilMs) return (await response.json()) as object;
      await setTimeout(100);
    }
  };

  const newPlugin = () => runHere(['new', 'plugins/word-count', '--javascript'], { cwd: folder.path });

  it('starts in an empty folder, leaves it empty, and serves plugins that are added', async () => {
    const { url, text } = await serve();
    expect(text)
      .to.contain(`No plugin is served: ${join(folder.path, 'plugins')} does not exist.`)
      .and.contain('toolcell init')
      .and.not.contain('Refused');
    const listed = await (await fetch(`${url}/mcp/metadata`)).json();
    expect(listed).to.deep.include({ tools: [] });
    expect(readdirSync(folder.path)).to.deep.equal([]);
    expect(await untilReadyz(url, 503)).to.include({ code: 'no_tools', fault: 'operator' });
    await newPlugin();
    expect(await takenUp(url)).to.deep.equal({ words: 2, characters: 3 });
    expect(await untilReadyz(url, 200)).to.deep.equal({ status: 'ready' });
  });

  it('says that the folder is empty if it exists', async () => {
    mkdirSync(join(folder.path, 'plugins'));
    const { url, text } = await serve();
    expect(text)
      .to.contain(`${join(folder.path, 'plugins')} is empty.`)
      .and.not.contain('toolcell init');
    const own = /^\.toolcell-server\.\d+$/;
    expect(readdirSync(join(folder.path, 'plugins')).filter((name) => !own.test(name))).to.deep.equal([]);
    await newPlugin();
    expect(await takenUp(url)).to.deep.equal({ words: 2, characters: 3 });
  });
});
