// One host, and the least that must hold of it. Part of `npm test`; every point has tests of its own in the host tier.

import { cpSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { type Host, startHost } from '../src/server/host.ts';
import { SHARED_CACHE } from './support/cache.ts';
import { PLUGINS_FOLDER } from './support/examples.ts';
import { type Answer, callTool, type TestPlugin, testConfig, writePlugins } from './support/host.ts';

const COUNTING = 'let calls = 0;\nexport const count = () => (calls += 1);';

const hostile: TestPlugin = {
  source: `
export const spin = () => { for (;;); };
export const grow = () => { const all = []; for (;;) all.push(new Array(1_000).fill(all.length)); };
export const fail = () => { throw new TypeError('no such city'); };
export const lie = () => 'a text';
export const peek = () => [typeof process, typeof Buffer, typeof WebAssembly];
`,
  tools: {
    spin: { limits: { cpuMs: 200 } },
    grow: { limits: { memoryMb: 16 } },
    fail: {},
    lie: { outputSchema: { type: 'integer' } },
    peek: {},
  },
};

const reaching: TestPlugin = {
  source: "export const reach = async () => (await fetch('https://example.com/')).status;",
  tools: { reach: {} },
  manifest: { capabilities: { fetch: [{ origin: 'https://example.com', methods: ['GET'] }] } },
};

const PLUGINS: Readonly<Record<string, TestPlugin>> = {
  shared: { source: COUNTING, tools: { count: {} } },
  alone: { source: COUNTING, tools: { countAlone: { export: 'count' } } },
  hostile,
  reaching,
};

describe('a host', function () {
  this.timeout(120_000);
  let folder: string;
  let host: Host;
  const call = (tool: string, args: object = {}): Promise<Answer> => callTool(host.url, tool, args);
  const toolNames = async (): Promise<readonly string[]> => {
    const { tools } = (await (await fetch(`${host.url}/mcp/metadata`)).json()) as { tools: { name: string }[] };
    return tools.map(({ name }) => name);
  };

  before(async () => {
    folder = writePlugins(PLUGINS);
    cpSync(join(PLUGINS_FOLDER, 'text-tools'), join(folder, 'text-tools'), { recursive: true });
    const overrides = { shared: { freshState: 'realm' }, alone: { freshState: 'isolate' } } as const;
    host = await startHost({
      config: testConfig(folder, { overrides }),
      bounds: { quarantine: { kills: 1_000 } },
      searchPath: process.env.PATH ?? '',
      ...SHARED_CACHE,
      onCall: () => {},
      onGuestLog: () => {},
    });
    expect(host.catalog.refused).to.deep.equal([]);
  });
  after(async () => {
    await host?.close();
    rmSync(folder, { recursive: true });
  });

  it('lists its tools, without those that have no grants', async () => {
    expect(await toolNames()).to.include.members(['count', 'countAlone', 'spin', 'summarizeText']);
    expect(await toolNames()).not.to.include('reach');
  });

  it('calls a shipped tool', async () => {
    const { body } = await call('slugify', { input: "What's New in Version 2.0?" });
    expect(body).to.equal('whats-new-in-version-2-0');
  });

  it('forgets each call, on a realm and on isolates', async () => {
    for (const tool of ['count', 'countAlone'])
      for (let i = 0; i < 3; i += 1) expect((await call(tool)).body, tool).to.equal(1);
  });

  it('shows a tool nothing of the process that it runs in', async () => {
    expect((await call('peek')).body).to.deep.equal(['undefined', 'undefined', 'undefined']);
  });

  it('passes on what a tool throws', async () => {
    const { code, body } = await call('fail');
    expect(code).to.equal('tool_error');
    expect(body).to.have.property('detail').that.contains('no such city');
  });

  it("lets no result through that does not fit the tool's schema", async () => {
    expect((await call('lie')).code).to.equal('invalid_result');
  });

  it('lets no tool reach what the operator has not granted', async () => {
    expect((await call('reach')).code).to.equal('not_granted');
  });

  it('suggests the tool that was meant by an unknown name', async () => {
    const { code, body } = await call('sumarizeText');
    expect(code).to.equal('tool_not_found');
    expect(JSON.stringify(body)).to.contain('summarizeText');
  });

  it('stops an endless loop and a heap without end, while others are served', async () => {
    const hostileCalls = Promise.all([call('spin'), call('grow')]);
    for (let i = 0; i < 5; i += 1) expect((await call('count')).body).to.equal(1);
    const [spun, grown] = await hostileCalls;
    // A machine that is busy with other things may let the wall time end first, and a process reach its memory before a heap.
    expect(spun.code).to.be.oneOf(['exceeded_cpu', 'exceeded_wall_time', 'overloaded']);
    expect(grown.code).to.be.oneOf(['exceeded_memory', 'runner_lost', 'overloaded']);
    expect((await call('peek')).status).to.equal(200);
  });

  it('goes on serving when a runner is killed', async () => {
    const { brokers } = await host.status();
    const victims = brokers.flatMap(({ runners }) => runners.flatMap(({ processId }) => processId ?? []));
    expect(victims).to.have.length.greaterThan(0);
    for (const processId of victims) {
      try {
        process.kill(processId, 'SIGKILL');
      } catch (error) {
        // One that the test before filled may end by itself meanwhile.
        expect((error as NodeJS.ErrnoException).code).to.equal('ESRCH');
      }
    }
    // The host may learn of each death only when it sends a call there.
    let answer = await call('count');
    for (let lost = 0; answer.code === 'runner_lost' && lost < victims.length; lost += 1) answer = await call('count');
    expect(answer.body).to.equal(1);
  });

  it('serves a plugin that is put into its folder', async () => {
    const draft = writePlugins({ newcomer: { source: 'export const greet = () => "hello";', tools: { greet: {} } } });
    renameSync(join(draft, 'newcomer'), join(folder, 'newcomer'));
    rmSync(draft, { recursive: true });
    while (!(await toolNames()).includes('greet')) await pause(50);
    expect((await call('greet')).body).to.equal('hello');
  });
});
