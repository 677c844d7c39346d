// The first runner of a host tries its locks. If it does not start, the host finds other locks, and does not report the attempt.

import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { type Host, startHost } from '../../src/server/host.ts';
import { StartRefused } from '../../src/server/sandbox.ts';
import { SHARED_CACHE } from '../support/cache.ts';
import { callTool, testConfig, writePlugins } from '../support/host.ts';
import { skipWithout } from '../support/skip.ts';

const PLUGINS = { steady: { source: 'export const steady = () => "here";', tools: { steady: {} } } };

describe('locks that are assumed to work', function () {
  this.timeout(120_000);
  let tools: string;
  let plugins: string;
  let notices: string[];
  let host: Host | undefined;

  beforeEach(() => {
    tools = mkdtempSync(join(tmpdir(), 'toolcell-tools-'));
    chmodSync(tools, 0o755);
    plugins = writePlugins(PLUGINS);
    notices = [];
  });
  afterEach(async () => {
    await host?.close();
    host = undefined;
    rmSync(tools, { recursive: true });
    rmSync(plugins, { recursive: true });
  });

  const start = async (changes: object = {}): Promise<Host> => {
    host = await startHost({
      config: { ...testConfig(plugins, {}), ...changes },
      ...SHARED_CACHE,
      searchPath: `${tools}:${process.env.PATH}`,
      onCall: () => {},
      onGuestLog: () => {},
      onNotice: ({ text }) => notices.push(text),
    });
    return host;
  };

  const breakBox = (): void =>
    writeFileSync(join(tools, 'bwrap'), '#!/bin/sh\necho "bwrap: no namespaces here" >&2\nexit 1\n', { mode: 0o755 });

  it('are replaced by those that work, with no notice to the operator', async () => {
    breakBox();
    const { url, launch, status } = await start();
    expect((await callTool(url, 'steady')).body).to.deep.equal('here');
    expect(launch.broken).to.equal(undefined);
    expect(launch.command).not.to.contain('bwrap');
    expect(launch.layers.some(({ note }) => note.includes('bubblewrap)'))).to.equal(false);
    expect(notices).to.deep.equal([]);
    expect((await status()).brokers.map(({ startTrouble }) => startTrouble)).to.deep.equal([undefined]);
  });

  it('are no promise: a lock that is demanded and does not work prevents the start', async function () {
    skipWithout(this, 'locks of Linux', process.platform === 'linux' ? undefined : 'another system');
    breakBox();
    writeFileSync(join(tools, 'unshare'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    const refused = await start({ requireOsSandbox: ['network', 'processes'] }).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(refused).to.be.instanceOf(StartRefused);
    expect(String(refused)).to.match(/demands more than this machine gives/);
  });
});
