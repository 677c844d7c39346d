// `toolcell mcp`: MCP over standard streams, to a server of its own and to one that runs, with a real client and with a script.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { noPeers, runPeer } from '../../front/mcp/peers.ts';
import { BLOCKS, type Report, SOURCE, TOOLS } from '../../front/mcp/tools.ts';
import { startTestHost, type TestHost, writePlugins } from '../../support/host.ts';
import { notLinux, skipWithout } from '../../support/skip.ts';
import { BIN, environmentOf } from '../run-command.ts';

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'script', version: '1' } },
};
const call = (id: number | string, name: string, args: object = {}) => ({
  ...{ jsonrpc: '2.0', id, method: 'tools/call' },
  params: { name, arguments: args },
});

describe('toolcell mcp', function () {
  this.timeout(120_000);
  let folder: string;
  let plugins: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'toolcell-mcp-'));
    plugins = writePlugins({ tools: { source: SOURCE, tools: TOOLS } });
    writeFileSync(join(folder, 'sandbox.config.json'), '{}');
  });
  after(() => {
    for (const each of [folder, plugins]) rmSync(each, { recursive: true });
  });

  /** Runs the command with these lines as its input. Resolves with what it printed, by id. */
  const run = async (words: readonly string[], lines: readonly (object | string)[], env: object = {}) => {
    const child = spawn(process.execPath, [BIN, 'mcp', ...words], {
      cwd: folder,
      env: { ...environmentOf(folder), ...env },
    });
    let [printed, errors] = ['', ''];
    child.stdout.on('data', (part) => (printed += part));
    child.stderr.on('data', (part) => (errors += part));
    child.stdin.end(lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''));
    const [exitCode] = await once(child, 'close');
    const messages = printed
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
    return { exitCode, errors, answerTo: (id: unknown) => messages.find((message) => message.id === id), messages };
  };

  it('answers a script, whose input ends before the answers are there', async () => {
    const { exitCode, answerTo, messages } = await run(
      ['--plugins', plugins],
      [
        INITIALIZE,
        { jsonrpc: '2.0', method: 'notifications/initialized' },
        call(2, 'list'),
        call('x', 'fail'),
        '',
        'no',
      ],
    );
    expect(exitCode).to.equal(0);
    expect(messages).to.have.length(4);
    expect(answerTo(1).result.serverInfo.name).to.equal('toolcell');
    expect(answerTo(2).result.structuredContent).to.deep.equal({ result: [1, 2, 3] });
    expect(answerTo('x').result.isError).to.equal(true);
    expect(answerTo(null).error.code).to.equal(-32_700);
  });

  it('offers two tools for all others, if the server allows it', async () => {
    const lines = [INITIALIZE, call(2, 'call_tool', { name: 'list' }), call(3, 'find_tools', { query: 'echo' })];
    const refused = await run(['--plugins', plugins, '--meta-tools'], lines);
    expect(refused.answerTo(2).error.data.setting).to.equal('discovery.metaTools');
    const config = join(folder, 'meta.json');
    writeFileSync(config, '{ "discovery": { "metaTools": true } }');
    const { answerTo } = await run(['--plugins', plugins, '--config', config, '--meta-tools'], lines);
    expect(answerTo(2).result.structuredContent).to.deep.equal({ result: [1, 2, 3] });
    expect(answerTo(3).result.structuredContent.tools[0].name).to.equal('echo');
  });

  for (const signal of ['SIGTERM', 'SIGKILL'] as const)
    it(`leaves no server behind if it ends by ${signal}`, async function () {
      skipWithout(this, 'the end of toolcell mcp', notLinux());
      const child = spawn(process.execPath, [BIN, 'mcp', '--plugins', plugins], {
        cwd: folder,
        env: environmentOf(folder),
        stdio: ['pipe', 'pipe', 'ignore'],
      });
      child.stdin.write(`${JSON.stringify(INITIALIZE)}\n`);
      await once(child.stdout, 'data');
      const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')
        .trim()
        .split(' ')
        .map(Number);
      expect(children.filter((id) => id > 0)).to.have.length(1);
      child.kill(signal);
      await once(child, 'exit');
      const isThere = (): boolean => children.some((id) => existsSync(`/proc/${id}`));
      for (let waited = 0; isThere() && waited < 15_000; waited += 50)
        await new Promise((resolve) => setTimeout(resolve, 50));
      expect(isThere()).to.equal(false);
    });

  for (const [kind, revision] of [
    ['auto', '2026-07-28'],
    ['legacy', '2025-11-25'],
  ] as const)
    it(`serves a real client of ${revision}, with progress, failures and a cancelled call`, async function () {
      skipWithout(this, 'real clients of toolcell mcp', noPeers());
      const words = [BIN, 'mcp', '--plugins', plugins, '--config', join(folder, 'sandbox.config.json')];
      const report: Report = await runPeer('stdio.mjs', kind, process.execPath, ...words);
      expect(report.revision).to.equal(revision);
      expect(report.tools).to.deep.equal(Object.keys(TOOLS).sort());
      expect(report.result.structuredContent).to.deep.equal({ text: 'ü', n: 1.5 });
      // Each request names the revision, so that nothing is left out.
      expect(report.picture.content).to.deep.equal(BLOCKS);
      expect(report.toolError.isError).to.equal(true);
      expect(report.wrongArguments.isError).to.equal(true);
      expect(report.unknown.code).to.equal(-32_602);
      // The client drops a report that it reads together with the answer, as on a busy machine.
      expect(report.progress.length).to.be.within(2, 3);
      expect(report.cancelled.error).to.match(/abort/i);
    });

  describe('and a server that runs', () => {
    let host: TestHost;
    before(async () => {
      host = await startTestHost({
        plugins: { tools: { source: SOURCE, tools: TOOLS } },
        toolsets: { two: { tools: ['echo', 'list'] } },
      });
    });
    after(() => host?.close());

    it('connects to it, and offers the tools of a toolset', async () => {
      const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
      const { answerTo } = await run(['--url', host.url, '--set', 'two'], [list, call(2, 'fail')]);
      expect(answerTo(1).result.tools.map(({ name }: { name: string }) => name)).to.deep.equal(['echo', 'list']);
      expect(answerTo(2).error.code).to.equal(-32_602);
    });

    it('gives a call up that the client cancels', async () => {
      const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'h' } };
      const child = spawn(process.execPath, [BIN, 'mcp', '--url', host.url], {
        cwd: folder,
        env: environmentOf(folder),
        stdio: ['pipe', 'ignore', 'ignore'],
      });
      child.stdin.write(`${JSON.stringify(call('h', 'hold', { ms: 30_000 }))}\n`);
      while ((await host.host.status()).callsInFlight === 0) await new Promise((resolve) => setTimeout(resolve, 20));
      child.stdin.write(`${JSON.stringify(cancel)}\n`);
      while ((await host.host.status()).callsInFlight > 0) await new Promise((resolve) => setTimeout(resolve, 20));
      child.stdin.end();
      expect((await once(child, 'exit'))[0]).to.equal(0);
      expect(host.log.at(-1)).to.include({ toolName: 'hold', code: 'cancelled' });
    });

    it('says what is wrong with its flags', async () => {
      for (const [url, text] of [
        ['nonsense', 'is not an address of a server'],
        ['ftp://127.0.0.1', 'must be http or https'],
      ] as const) {
        const { exitCode, errors } = await run(['--url', url], []);
        expect(exitCode).to.equal(2);
        expect(errors).to.contain(text);
      }
    });

    it('answers each request with an error if the server is not there, or is none', async () => {
      const away = await run(['--url', 'http://127.0.0.1:38999'], [INITIALIZE]);
      expect(away.answerTo(1).error.message).to.match(/^The server cannot be reached: .*ECONNREFUSED/);
      const other = await run(['--url', `${host.url}/healthz`], [INITIALIZE]);
      expect(other.answerTo(1).error.message).to.match(/^not_found: There is nothing at this path/);
    });
  });
});
