// A machine on which runners do not start: the host says so, with the cause, and blames no plugin.

import { chmodSync, copyFileSync, linkSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect } from 'chai';
import { type Host, startHost } from '../../src/server/host.ts';
import { startUpText } from '../../src/server/start-up-text.ts';
import { testConfig, writePlugins } from '../support/host.ts';

const PLUGINS = { steady: { source: 'export const steady = () => "here";', tools: { steady: {} } } };

describe('a host whose runners do not start', function () {
  this.timeout(90_000);
  let folder: string;
  let plugins: string;
  let problems: string[];
  let host: Host | undefined;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'toolcell-node-'));
    chmodSync(folder, 0o755);
    plugins = writePlugins(PLUGINS);
    problems = [];
  });
  afterEach(async () => {
    await host?.close();
    host = undefined;
    rmSync(folder, { recursive: true });
    rmSync(plugins, { recursive: true });
  });

  const start = async (nodePath: string, searchPath = process.env.PATH ?? ''): Promise<Host> => {
    host = await startHost({
      config: testConfig(plugins, { limits: { queueMs: 20_000 } }),
      searchPath,
      nodePath,
      onCall: () => {},
      onGuestLog: () => {},
      onNotice: ({ text }) => problems.push(text),
    });
    return host;
  };

  const call = async (): Promise<{
    readonly status: number;
    readonly body: Record<string, unknown>;
    readonly retryAfter: string | null;
  }> => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ toolName: 'steady', arguments: {} });
    const reply = await fetch(`${host?.url}/mcp/callTool`, { method: 'POST', headers, body });
    return {
      status: reply.status,
      body: (await reply.json()) as Record<string, unknown>,
      retryAfter: reply.headers.get('retry-after'),
    };
  };

  const script = (text: string): string => {
    const path = join(folder, 'node');
    writeFileSync(path, text, { mode: 0o755 });
    return path;
  };

  const causes: readonly [what: string, nodePath: () => string, cause: RegExp][] = [
    ['there is no such program', () => '/nonexistent/node', /nonexistent\/node/],
    [
      'the program ends at once',
      () => script('#!/bin/sh\necho "license expired: cannot go on" >&2\nexit 7\n'),
      /license expired: cannot go on \(exit code 7\)/,
    ],
    [
      'its interpreter is missing',
      () => script('#!/nonexistent/interpreter\n'),
      /no such file|not found|nonexistent|ENOENT/i,
    ],
  ];
  for (const [what, nodePath, cause] of causes) {
    it(`says why when ${what}: at start-up, in the refusals, in the status and in the log`, async () => {
      // Without a system tool in front, so that the words are the program's own.
      const { catalog, launch, idleSettings } = await start(nodePath(), '');
      expect(launch.broken).to.match(cause);
      expect(catalog.refused).to.have.length(1);
      expect(catalog.refused[0]).to.include({ isHostFault: true });
      expect(catalog.refused[0]?.reason).to.match(cause).and.contain('the host could not start a runner');
      const text = startUpText({ url: '', catalog, launch, idleSettings }, testConfig(plugins), { startMs: 0 });
      expect(text)
        .to.match(/THIS HOST CANNOT START A RUNNER, so no plugin can work: /)
        .and.match(cause);
      expect(text).not.to.contain('Refused:');
      const [broker] = (await host?.status())?.brokers ?? [];
      expect(broker?.startTrouble?.cause).to.match(cause);
      await setTimeout(1_500);
      // Each cause is there once, even if many attempts fail.
      expect(broker?.startTrouble?.failures).to.be.at.least(1);
      expect(problems.filter((problem) => cause.test(problem))).to.have.length(1);
      expect(problems.join('\n')).to.contain('a fault of this host, not of a plugin');
    });
  }

  it('blames the host when runners no longer start, and serves again once they do', async () => {
    const nodePath = join(folder, 'node');
    try {
      linkSync(process.execPath, nodePath);
    } catch {
      copyFileSync(process.execPath, nodePath);
    }
    await start(nodePath);
    expect((await call()).body).to.equal('here');
    renameSync(nodePath, `${nodePath}-away`);
    for (const { processId } of (await host?.status())?.brokers.flatMap(({ runners }) => runners) ?? [])
      if (processId) process.kill(processId, 'SIGKILL');
    await setTimeout(300);
    const answers = [await call(), await call(), await call()];
    for (const { status, body, retryAfter } of answers) {
      expect(body).to.include({ code: 'runner_not_started', fault: 'host', retryable: true });
      expect(status).to.equal(503);
      expect(retryAfter === null).to.equal(body.retryAfterMs === undefined);
      expect(String(body.detail)).not.to.contain(folder);
    }
    expect(answers.some(({ body }) => Number(body.retryAfterMs) > 0)).to.equal(true);
    expect(problems.join('\n')).to.contain('a runner process could not be started');
    renameSync(`${nodePath}-away`, nodePath);
    let last = await call();
    for (let attempt = 0; last.status !== 200 && attempt < 60; attempt += 1) {
      await setTimeout(200);
      last = await call();
    }
    expect(last.body).to.equal('here');
    expect((await host?.status())?.brokers[0]?.startTrouble).to.equal(undefined);
    expect((await host?.status())?.brokers[0]?.quarantined).to.deep.equal([]);
  });
});
