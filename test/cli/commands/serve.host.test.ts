// `toolcell serve` as a program: it becomes the server, and ends in order.

import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { BIN, environmentOf, runBin, temporaryFolder } from '../run-command.ts';

describe('toolcell serve', function () {
  this.timeout(120_000);
  let folder: ReturnType<typeof temporaryFolder>;
  before(() => {
    folder = temporaryFolder();
    mkdirSync(join(folder.path, 'plugins'));
  });
  after(() => folder.remove());

  it('serves in its own process, and SIGTERM ends it with exit code 0', async () => {
    const env = environmentOf(folder.path);
    const child = spawn(process.execPath, [BIN, 'serve', '--port', '0'], { cwd: folder.path, env });
    let text = '';
    const serving = new Promise<string>((resolve) => {
      child.stdout.on('data', (part) => {
        text += part;
        const [, url] = /Toolcell serves on (\S+) /.exec(text) ?? [];
        if (url !== undefined) resolve(url);
      });
    });
    const ended = new Promise((resolve) => child.once('exit', (code) => resolve(code)));
    const url = await serving;
    expect((await fetch(`${url}/healthz`)).status).to.equal(200);
    child.kill('SIGTERM');
    expect(await ended).to.equal(0);
  });

  it('refuses a bad setting with exit code 2', async () => {
    const { code, stderr } = await runBin(['serve', '--port', 'x'], { cwd: folder.path });
    expect(code).to.equal(2);
    expect(stderr).to.contain('--port');
  });
});
