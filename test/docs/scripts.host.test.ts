// The story of docs/scripts.md, as it is there: its plugin is served, both ways are gone, and the tokens of each are counted.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { textTokens } from '../../src/catalog/search/token-count.ts';
import { type Host, startHost } from '../../src/server/host.ts';
import { temporaryFolder } from '../cli/pack/author-folder.ts';
import { SHARED_CACHE } from '../support/cache.ts';
import { callTool, testConfig } from '../support/host.ts';
import { mcpSender } from '../support/scripts.ts';
import { page } from './pages.ts';

const { text, blocks } = page('docs/scripts.md');
const named = (name: string): string => blocks.find((block) => block.name === name)?.text ?? '';

/** Tokens of what a model writes for a call, and of the text that it reads. */
const tokensOf = (name: string, args: object, read: string): number =>
  textTokens(JSON.stringify({ name, arguments: args })) + textTokens(read);

const rowOf = (what: string): readonly number[] =>
  (new RegExp(`^\\| ${what} \\| (\\d+) \\| ([\\d,]+) \\|$`, 'm').exec(text) ?? [])
    .slice(1)
    .map((number) => Number(number.replaceAll(',', '')));

describe('the story of scripts', function () {
  this.timeout(120_000);
  let host: Host;
  let folder: string;
  before(async () => {
    folder = temporaryFolder();
    for (const name of ['plugins/shop/plugin.json', 'plugins/shop/index.js']) {
      mkdirSync(join(folder, dirname(name)), { recursive: true });
      writeFileSync(join(folder, name), named(name));
    }
    const parts = { searchPath: process.env.PATH ?? '', onCall: () => {}, onGuestLog: () => {} };
    const config = testConfig(join(folder, 'plugins'), { scripts: {} });
    host = await startHost({ config, ...parts, ...SHARED_CACHE });
  });
  after(async () => {
    await host?.close();
    rmSync(folder, { recursive: true });
  });

  it('has the answer and the tokens of both ways', async () => {
    const listed = await callTool(host.url, 'listOrders', { status: 'open' });
    expect(listed.body, JSON.stringify(listed.body)).to.have.length(20);
    let before = tokensOf('listOrders', { status: 'open' }, JSON.stringify(listed.body));
    let requests = 1;
    for (const id of listed.body as readonly number[]) {
      const order = await callTool(host.url, 'getOrder', { id });
      before += tokensOf('getOrder', { id }, JSON.stringify(order.body));
      requests += 1;
    }
    const code = named('top.ts');
    const { result } = await mcpSender(host.url)('/mcp', 'tools/call', { name: 'run_script', arguments: { code } });
    const read = result.content[0]?.text ?? '';
    const after = tokensOf('run_script', { code }, read);
    const shown = blocks.find((block) => block.text.startsWith('[{"id":'))?.text.trim();
    expect(read, read).to.equal(`{"result":${shown}}`);
    expect([rowOf('before'), rowOf('after')], 'the table').to.deep.equal([
      [requests, before],
      [1, after],
    ]);
    expect(after).to.be.below(0.1 * before);
  });
});
