// No bundle serves before toolcell.lock on disk names its content: a host killed at any moment finds there what it has served.

import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import { LOCK_FILE } from '../../../src/catalog/lock/lock.ts';
import { BatchedRecord } from '../../../src/catalog/serve/batched-record.ts';
import { type CatalogSync, openCatalogSync } from '../../../src/catalog/serve/catalog-sync.ts';
import { catalogExecutor } from '../../../src/catalog/serve/executor.ts';
import type { Executor, Outcome, RoutedCall } from '../../../src/shared/protocol/call.ts';
import type { Inspector } from '../../../src/shared/protocol/program.ts';
import { defaultConfig, ENTRY, makePlugins, manifest, type Plugins, TOOL, yesInspector } from '../plugins-folder.ts';

describe('what serves is recorded first', () => {
  let plugins: Plugins;
  let sync: CatalogSync;
  let seen: string[];
  /** What the second inspection and later ones wait for. */
  let pauseOthers: Promise<void>;

  beforeEach(() => {
    plugins = makePlugins();
    seen = [];
    pauseOthers = Promise.resolve();
  });
  afterEach(async () => {
    await sync.close();
    plugins.remove();
  });

  const write = (name: string, version = '1.0.0'): void => {
    plugins.write(name, {
      'plugin.json': manifest({ name, version, tools: [{ ...TOOL, name: `${name}-tool`, export: 'work' }] }),
      'index.js': `${ENTRY}// ${version}\n`,
    });
  };
  const inspector: Inspector = {
    inspect: async (program) => {
      seen.push(program.pluginName);
      if (seen.length > 1) await pauseOthers;
      return yesInspector.inspect(program);
    },
  };
  const open = async (triedOutAtStart = 0): Promise<void> => {
    sync = await openCatalogSync({ folder: plugins.folder, config: defaultConfig(), inspector, triedOutAtStart });
  };
  const lockPath = (): string => join(plugins.folder, LOCK_FILE);
  const recorded = (pluginName: string): string | undefined => {
    const text = readFileSync(lockPath(), 'utf8');
    return JSON.parse(text).plugins[pluginName]?.digest;
  };
  /** Answers with what the lock file on disk names at the moment of the call. */
  const next: Executor<RoutedCall> = {
    execute: async ({ route, programs }): Promise<Outcome> => {
      expect(programs.has(route.digest)).to.equal(true);
      const isRecorded = recorded(route.pluginName) === route.digest;
      return { ok: true, resultJson: Buffer.from(String(isRecorded)), usage: { queueMs: 0, runMs: 0, cpuMs: 0 } };
    },
  };
  const call = async (toolName: string): Promise<string> => {
    const outcome = await catalogExecutor({ catalog: sync.catalog, maxWaiting: 100, next }).execute({
      callId: 'c',
      toolName,
      argumentsJson: Buffer.from('{}'),
      signal: new AbortController().signal,
    });
    return outcome.ok ? outcome.resultJson.toString() : outcome.failure.code;
  };

  it('if a call waited for its inspection', async () => {
    for (const name of ['one', 'two']) write(name);
    await open();
    const startMs = performance.now();
    expect(await call('one-tool')).to.equal('true');
    expect(performance.now() - startMs).to.be.below(3_000);
  });

  it('if it was inspected in the background, and a call comes then', async () => {
    for (const name of ['one', 'two', 'three']) write(name);
    await open();
    const { promise, resolve } = Promise.withResolvers<void>();
    pauseOthers = promise;
    sync.catalog.inspectRest();
    const isPassed = (): boolean =>
      [...sync.catalog.withPassed(sync.catalog.snapshot.loaded)].some((one) => one.program);
    for (let turns = 0; turns < 500 && !isPassed(); turns += 1) await pause(10);
    expect(sync.catalog.snapshot.programs.size).to.equal(0);
    const [first = ''] = seen;
    expect(await call(`${first}-tool`)).to.equal('true');
    expect(sync.catalog.snapshot.programs.size).to.equal(1);
    expect(seen.filter((name) => name === first)).to.have.length(1);
    resolve();
  }).timeout(10_000);

  it('if it had passed when the folder was read again, without another inspection', async () => {
    for (const name of ['one', 'two', 'three']) write(name);
    await open();
    const { promise, resolve } = Promise.withResolvers<void>();
    pauseOthers = promise;
    sync.catalog.inspectRest();
    for (let turns = 0; turns < 500 && seen.length === 0; turns += 1) await pause(10);
    const [first = ''] = seen;
    write('four');
    await sync.reload(['four']);
    expect(sync.catalog.snapshot.programs.size).to.equal(0);
    expect(await call(`${first}-tool`)).to.equal('true');
    resolve();
    expect(seen.filter((name) => name === first)).to.have.length(1);
  }).timeout(10_000);

  it('if a change of the folder brings it', async () => {
    write('one');
    await open(24);
    write('one', '1.1.0');
    const reloaded = sync.reload(['one']);
    const serving = (): string | undefined => sync.catalog.snapshot.loaded[0]?.manifest.version;
    while (serving() === '1.0.0') await turn();
    expect(serving()).to.equal('1.1.0');
    expect(recorded('one')).to.equal(sync.catalog.snapshot.loaded[0]?.digest);
    await reloaded;
  });

  it('with few writes if many are called at once', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `p${index}`);
    for (const name of names) write(name);
    await open();
    const writes = new Set<string>();
    const answers = names.map(async (name) => {
      const answer = await call(`${name}-tool`);
      writes.add(String(statSync(lockPath(), { bigint: true }).mtimeNs));
      return answer;
    });
    expect(new Set(await Promise.all(answers))).to.deep.equal(new Set(['true']));
    expect(writes.size).to.be.below(10);
  }).timeout(20_000);
});

describe('a batched record', () => {
  it('writes once for all who asked before, at once if somebody waits, and not at the same time', async () => {
    let running = 0;
    let most = 0;
    let writes = 0;
    const record = new BatchedRecord(async () => {
      writes += 1;
      running += 1;
      most = Math.max(most, running);
      await pause(50);
      running -= 1;
      return true;
    });
    const first = Array.from({ length: 1_000 }, () => record.soon());
    await pause(100);
    expect(writes).to.equal(0);
    record.hurry();
    await pause(20);
    const second = Array.from({ length: 1_000 }, () => record.soon());
    record.hurry();
    await Promise.all([...first, ...second]);
    expect({ writes, most }).to.deep.equal({ writes: 2, most: 1 });
    record.hurry();
    await pause(300);
    expect(writes).to.equal(2);
  });

  it('tries again if it could not write for a moment, and lets nobody go on before', async () => {
    let writes = 0;
    const record = new BatchedRecord(async () => {
      writes += 1;
      return writes > 1;
    });
    const asked = record.soon();
    record.hurry();
    await pause(300);
    expect(writes).to.equal(1);
    const later = record.soon();
    await Promise.all([asked, later]);
    expect(writes).to.equal(2);
  }).timeout(5_000);
});
