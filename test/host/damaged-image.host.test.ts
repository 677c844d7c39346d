// The runner's image is damaged between two starts, and while a server runs: the server finds it, makes it again and says so.

import { readdirSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { temporaryFolder } from '../cli/run-command.ts';
import { writePlugins } from '../support/config.ts';
import { callTool } from '../support/host.ts';
import { descendantsOf, wordsOf } from '../support/processes.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { notLinux, skipWithout } from '../support/skip.ts';

describe("a server whose runner's image is damaged", function () {
  this.timeout(90_000);
  const home = temporaryFolder();
  let plugins: string;
  let server: ServerProcess | undefined;
  before(() => {
    plugins = writePlugins({ one: { source: 'export const one = () => 1;', tools: { one: {} } } });
  });
  afterEach(async () => {
    await server?.end();
    server?.remove();
    server = undefined;
  });
  after(() => {
    home.remove();
    rmSync(plugins, { recursive: true });
  });

  const start = async (): Promise<ServerProcess> => {
    server = await startServer({
      plugins,
      config: { log: { format: 'json' } },
      env: { XDG_CACHE_HOME: join(home.path, 'cache') },
    });
    return server;
  };
  const damage = (image: string): void => {
    for (const { parentPath, name } of readdirSync(image, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    ))
      truncateSync(join(parentPath, name));
  };
  const images = (): string => join(home.path, 'cache', 'toolcell', 'images');

  it('builds a kept one again at the next start, and says so', async () => {
    const first = await start();
    expect((await callTool(first.url, 'one')).body).to.equal(1);
    await first.end();
    const [kept = ''] = readdirSync(images());
    damage(join(images(), kept));
    const second = await start();
    expect((await callTool(second.url, 'one')).body).to.equal(1);
    const told = second.entries().find(({ msg }) => String(msg).includes(kept));
    expect(told?.msg).to.match(/^the runner's image that was kept in .* was damaged: it is built again$/);
    expect(readdirSync(images())).to.deep.equal([kept]);
    await second.end();
    const third = await start();
    expect(third.stderr()).to.not.contain('damaged');
  });

  it('repairs its own copy when a runner does not start, and says so', async function () {
    skipWithout(this, 'a damaged copy of the image', notLinux());
    const { url, child, entry } = await start();
    for (const harm of ['emptied', 'removed']) {
      expect((await callTool(url, 'one')).body, harm).to.equal(1);
      const processes = descendantsOf(child.pid ?? 0);
      const [, image = ''] = /((?:\/[^\s:,]+)*\/toolcell-runner-\w+)/.exec(processes.flatMap(wordsOf).join(' ')) ?? [];
      expect(image, harm).to.not.equal('');
      if (harm === 'emptied') damage(image);
      else rmSync(image, { recursive: true });
      for (const id of processes.toReversed()) {
        try {
          process.kill(id, 'SIGKILL');
        } catch {
          // It has ended with another one.
        }
      }
      const text = `the runner's image in ${image} is damaged: it was made again`;
      await entry(({ msg }) => String(msg).startsWith(text));
      let answer = await callTool(url, 'one');
      for (const startMs = performance.now(); answer.status !== 200 && performance.now() - startMs < 20_000; ) {
        await new Promise((resolve) => setTimeout(resolve, 100));
        answer = await callTool(url, 'one');
      }
      expect(answer.body, harm).to.equal(1);
    }
  });
});
