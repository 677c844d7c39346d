// The programs and the command of docs/mcp.md, run unchanged against a real host with the clients that other people wrote.

import { existsSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { type Host, startHost } from '../../src/server/host.ts';
import { temporaryFolder } from '../cli/pack/author-folder.ts';
import { noPeers, peerFile } from '../front/mcp/peers.ts';
import { SHARED_CACHE } from '../support/cache.ts';
import { PLUGINS_FOLDER } from '../support/examples.ts';
import { testConfig } from '../support/host.ts';
import { runProgram } from '../support/program.ts';
import { noCommands, skipWithout } from '../support/skip.ts';
import { page } from './pages.ts';

const { blocks } = page('docs/mcp.md');
const here = (text: string, { url }: Host): string => text.replaceAll('http://127.0.0.1:3000', url);

describe('the page of MCP', function () {
  this.timeout(120_000);
  let host: Host;
  let folder: string;
  before(async () => {
    const parts = { searchPath: process.env.PATH ?? '', onCall: () => {}, onGuestLog: () => {} };
    host = await startHost({ config: testConfig(PLUGINS_FOLDER), ...parts, ...SHARED_CACHE });
    folder = temporaryFolder();
  });
  after(async () => {
    await host?.close();
    rmSync(folder, { recursive: true });
  });

  it('shows what curl gets', async function () {
    skipWithout(this, 'the command of docs/mcp.md', noCommands('curl'));
    const [command, answer] = blocks.slice(blocks.findIndex(({ text }) => text.startsWith('curl')));
    writeFileSync(join(folder, 'call.sh'), here(command?.text ?? '', host));
    expect(await runProgram(join(folder, 'call.sh'), {}, 'sh')).to.equal(answer?.text.trimEnd());
  });

  for (const [name, printed] of [
    ['client.mjs', /^(\w+ )*slugify( \w+)*\nfalse hello-world\n$/],
    ['ai-sdk.mjs', /^hello-world\n$/],
    ['langchain.mjs', /hello-world/],
  ] as const)
    it(`has a program that calls, ${name}`, async function () {
      skipWithout(this, 'the programs of docs/mcp.md', noPeers());
      if (!existsSync(join(folder, 'node_modules'))) symlinkSync(peerFile('.'), join(folder, 'node_modules'));
      const program = blocks.find((each) => each.name === name)?.text ?? '';
      writeFileSync(join(folder, name), here(program, host));
      expect(await runProgram(join(folder, name))).to.match(printed);
    });
});
