// A start with many new bundles, some of them hostile: all that look right are listed at once. Each is tried out in a process of its
// own before its first call, and a hostile one does not affect the others there.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import type { BundleRefusal } from '../../src/catalog/model/snapshot.ts';
import { type Host, startHost } from '../../src/server/host.ts';
import { callTool, type TestPlugin, testConfig, writePlugins } from '../support/host.ts';

const GOOD = 60;

/** Bundles that look right, and misbehave when they load. */
const HOSTILE: Readonly<Record<string, { readonly source: string; readonly reason: RegExp }>> = {
  throws: { source: 'throw new Error("no");', reason: /threw while loading/ },
  spins: { source: 'for (;;);', reason: /takes longer to load than/ },
  // On a busy machine its time is over before its process is.
  kills: { source: '"x".repeat(2 ** 28).split("");', reason: /process ended|takes longer to load than/ },
  sticks: { source: 'Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1);', reason: /cannot be interrupted/ },
  swells: { source: 'const all = []; for (;;) all.push(new Array(10_000).fill(all.length));', reason: /MB|ended/ },
  tampers: {
    source:
      'Object.prototype.ok = true; Array.prototype.map = JSON.parse = JSON.stringify = () => "[]"; delete globalThis.Map;',
    reason: /./,
  },
};

const hostilePlugins = Object.fromEntries(
  Object.entries(HOSTILE).map(([name, { source }]): [string, TestPlugin] => [
    name,
    { source: `${source}\nexport const ${name}Tool = () => "${name}";`, tools: { [`${name}Tool`]: {} } },
  ]),
);
const goodPlugins = Object.fromEntries(
  Array.from({ length: GOOD }, (_, index): [string, TestPlugin] => [
    `good-${index}`,
    {
      source: `export const good${index} = ({ value }) => [${index}, value];`,
      tools: {
        [`good${index}`]: {
          outputSchema: { type: 'array', prefixItems: [{ const: index }] },
          examples: [{ arguments: { value: 1 }, result: [index, 1] }],
        },
      },
    },
  ]),
);

describe('a start with many new bundles', function () {
  this.timeout(120_000);
  let folder: string;
  let cacheFolder: string;
  let host: Host;
  const refused: BundleRefusal[] = [];

  const start = (): Promise<Host> =>
    startHost({
      config: testConfig(folder),
      bounds: { loadMs: 1_000 },
      cacheFolder,
      searchPath: process.env.PATH ?? '',
      onCall: () => {},
      onGuestLog: () => {},
      onRefused: (refusal) => refused.push(refusal),
    });
  const listed = async (): Promise<readonly string[]> => {
    const { tools } = (await (await fetch(`${host.url}/mcp/metadata`)).json()) as { tools: { name: string }[] };
    return tools.map(({ name }) => name);
  };

  /** Calls again as long as the answer says that the machine is too busy to try the tool's bundle out. */
  const callInTurn = async (...call: [string, object?]): Promise<Awaited<ReturnType<typeof callTool>>> => {
    const answer = await callTool(host.url, ...call);
    if (answer.code !== 'overloaded') return answer;
    await pause(500);
    return callInTurn(...call);
  };

  before(async () => {
    folder = writePlugins({ ...goodPlugins, ...hostilePlugins });
    cacheFolder = mkdtempSync(join(tmpdir(), 'toolcell-cache-'));
    host = await start();
  });
  after(async () => {
    await host.close();
    rmSync(folder, { recursive: true });
    rmSync(cacheFolder, { recursive: true });
  });

  it('lists them all before it runs any', async () => {
    expect(await listed()).to.have.lengthOf(GOOD + Object.keys(HOSTILE).length);
    const { untried, brokers } = await host.status();
    expect(untried).to.equal(GOOD + Object.keys(HOSTILE).length);
    expect(brokers[0]?.started).to.be.at.most(2);
  });

  it('answers the first calls of good ones while hostile ones are tried out, and drops the hostile ones from the list', async () => {
    const calls = Object.keys(HOSTILE).map(async (name, index) => {
      const hostile = callInTurn(`${name}Tool`);
      const good = await callInTurn(`good${index}`, { value: name });
      expect(good.body).to.deep.equal([index, name]);
      return { name, answer: await hostile };
    });
    for (const { name, answer } of await Promise.all(calls)) {
      if (name !== 'tampers') expect(answer.code, name).to.equal('plugin_refused');
    }
    for (const [name, { reason }] of Object.entries(HOSTILE)) {
      const refusal = refused.find(({ bundle }) => bundle === name);
      if (name !== 'tampers') expect(refusal?.reason, name).to.match(reason);
    }
    const names = await listed();
    expect(names.filter((name) => name.startsWith('good'))).to.have.lengthOf(GOOD);
    expect(refused.filter(({ bundle }) => bundle.startsWith('good'))).to.deep.equal([]);
  });

  it('reports the right mode for each, whatever was inspected before it', async () => {
    for (const index of [0, 1, 2, 3, 4, 5]) {
      const status = host.catalog.bundles.find(({ pluginName }) => pluginName === `good-${index}`);
      expect(status).to.deep.include({ isTriedOut: true });
      expect(status?.freshState.mode, status?.freshState.reason).to.equal('realm');
    }
  });

  it('remembers at the next start what was tried out, but no refusal', async () => {
    await host.close();
    host = await start();
    const tried = host.catalog.bundles.filter(({ isTriedOut }) => isTriedOut).map(({ bundle }) => bundle);
    expect(tried).to.include.members(['good-0', 'good-5']);
    expect(await listed()).to.have.length.of.at.least(GOOD + 1);
    expect((await callTool(host.url, 'good0', { value: null })).body).to.deep.equal([0, null]);
    expect((await callTool(host.url, 'good59', { value: 9 })).body).to.deep.equal([59, 9]);
  });
});
