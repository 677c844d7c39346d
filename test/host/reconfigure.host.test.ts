// A configuration that changes while the server runs: new calls follow it, calls under way end as they began, and a broken one changes nothing.

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect } from 'chai';
import { writePlugins } from '../support/config.ts';
import { callTool } from '../support/host.ts';
import { type LogEntry, type ServerProcess, startServer } from '../support/server-process.ts';

const PLUGINS = {
  keeper: {
    source: `export const keep = async (_args, { store }) => { await store.set('a', 1); return store.get('a'); };`,
    tools: { keep: {} },
    manifest: { capabilities: { store: {} } },
  },
  worker: {
    source: `export const long = () => 'x'.repeat(1000);
export const slow = async ({ ms }) => { await new Promise((resolve) => setTimeout(resolve, ms)); return 'slept'; };`,
    tools: { long: {}, slow: {} },
    manifest: {},
  },
};

describe('a configuration that changes while the server runs', function () {
  this.timeout(120_000);
  let plugins: string;
  let server: ServerProcess;
  before(() => {
    plugins = writePlugins(PLUGINS);
  });
  after(() => rmSync(plugins, { recursive: true, force: true }));
  afterEach(() => server.remove());

  const start = async (config: object | string = {}): Promise<void> => {
    server = await startServer({ plugins, config });
  };
  const configure = (config: object | string): void =>
    writeFileSync(server.configFile, typeof config === 'string' ? config : JSON.stringify(config));
  const takenUp = (setting: string): Promise<LogEntry> =>
    server.entry(({ msg, settings }) => msg === 'configuration taken up' && (settings as string[]).includes(setting));
  const listed = async (): Promise<readonly string[]> => {
    const response = await fetch(`${server.url}/mcp/metadata`);
    const { tools } = (await response.json()) as { tools: { name: string }[] };
    return tools.map(({ name }) => name);
  };

  it('grants and revokes at once, and updates the list of tools', async () => {
    await start();
    expect(await listed()).to.deep.equal(['long', 'slow']);
    expect((await callTool(server.url, 'keep')).code).to.equal('not_granted');
    configure({ grants: { keeper: { store: true } } });
    await takenUp('grants');
    expect(await listed()).to.deep.equal(['keep', 'long', 'slow']);
    expect((await callTool(server.url, 'keep')).body).to.equal(1);
    configure({});
    await server.entry(
      (entry) =>
        entry.msg === 'configuration taken up' &&
        entry !== server.entries()[0] &&
        server.entries().filter(({ msg }) => msg === 'configuration taken up').length === 2,
    );
    expect(await listed()).to.deep.equal(['long', 'slow']);
    expect((await callTool(server.url, 'keep')).code).to.equal('not_granted');
  });

  it('applies new limits to new calls; calls under way keep the old ones', async () => {
    await start({ limits: { wallMs: 20_000 } });
    const underWay = callTool(server.url, 'slow', { ms: 4_000 });
    await setTimeout(300);
    configure({
      limits: { wallMs: 20_000 },
      plugins: {
        overrides: { worker: { limits: { wallMs: 1_000 }, tools: { long: { limits: { resultBytes: 100 } } } } },
      },
    });
    await takenUp('plugins.overrides');
    expect((await callTool(server.url, 'long')).code).to.equal('result_too_large');
    const late = await callTool(server.url, 'slow', { ms: 3_000 });
    expect(late.code).to.equal('exceeded_wall_time');
    expect((await underWay).body).to.equal('slept');
  });

  it('begins and ends the logging of payloads at once', async () => {
    await start();
    const calls = () => server.entries().filter(({ msg }) => msg === 'call');
    const isLogged = async (): Promise<boolean> => {
      const before = calls().length;
      await callTool(server.url, 'long', { note: 'of mine' });
      await server.entry(() => calls().length > before);
      return JSON.stringify(calls().at(-1)).includes('of mine');
    };
    expect(await isLogged()).to.equal(false);
    configure({ log: { payloads: { long: { arguments: true } } } });
    await takenUp('log.payloads');
    expect(await isLogged()).to.equal(true);
    configure({});
    await server.entry(() => server.entries().filter(({ msg }) => msg === 'configuration taken up').length === 2);
    expect(await isLogged()).to.equal(false);
  });

  it('is refused with a list of its problems if it is broken, and the old one stays in force', async () => {
    await start({ grants: { keeper: { store: true } } });
    configure('{ "grants": {}, "limits": { "cpuMs": "500" }, "serverr": {} }');
    // On a busy machine the file may have been read before all of it was written. That is one more refusal.
    const refusedFor = (reason: RegExp) =>
      server.entry(({ msg, detail }) => msg === 'configuration refused' && reason.test(String(detail)));
    const { level } = await refusedFor(/sandbox\.config\.json:1:\d+ limits\.cpuMs: "500" is a text, not a number/);
    expect(level).to.equal(50);
    await refusedFor(/did you mean server\?/);
    expect((await callTool(server.url, 'keep')).body).to.equal(1);
    rmSync(server.configFile);
    await server.entry(({ detail }) => String(detail).includes('the file is gone'));
    expect((await callTool(server.url, 'keep')).body).to.equal(1);
  });

  it('names the settings that need a restart', async () => {
    await start({});
    configure({ pool: { runners: 3 }, server: { maxConnections: 7 }, log: { level: 'warn' } });
    const { settings, level } = await server.entry(({ msg }) => msg === 'configuration waits for a restart');
    expect(level).to.equal(40);
    expect(settings).to.deep.equal(['server.maxConnections', 'pool.runners']);
    // The level of the log is in force by now.
    await callTool(server.url, 'long');
    await callTool(server.url, 'slow', { ms: -1 });
    await server.end();
    expect(server.entries().filter(({ msg }) => msg === 'call')).to.deep.equal([]);
  });

  it('is read on SIGHUP too, even if it is not watched', async () => {
    await start({ plugins: { watch: false } });
    configure({ plugins: { watch: false }, grants: { keeper: { store: true } } });
    await setTimeout(1_500);
    expect((await callTool(server.url, 'keep')).code).to.equal('not_granted');
    server.child.kill('SIGHUP');
    await takenUp('grants');
    expect((await callTool(server.url, 'keep')).body).to.equal(1);
    expect(readFileSync(join(server.folder, 'sandbox.config.json'), 'utf8')).to.contain('keeper');
  });
});
