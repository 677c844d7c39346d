// Many new bundles at once: listed before they are tried out, tried out before their first call, refused if that goes wrong.

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { openProgramCache } from '../../../src/catalog/load/program-cache.ts';
import { LOCK_FILE } from '../../../src/catalog/lock/lock.ts';
import type { BundleRefusal } from '../../../src/catalog/model/snapshot.ts';
import { approve } from '../../../src/catalog/operate/operations.ts';
import { openCatalogSync } from '../../../src/catalog/serve/catalog-sync.ts';
import { catalogExecutor } from '../../../src/catalog/serve/executor.ts';
import { type LiveCatalog, openCatalog } from '../../../src/catalog/serve/live-catalog.ts';
import type { Executor, Outcome } from '../../../src/shared/protocol/call.ts';
import type { Inspection, Inspector } from '../../../src/shared/protocol/program.ts';
import { defaultConfig, ENTRY, makePlugins, manifest, type Plugins, TOOL, yesInspector } from '../plugins-folder.ts';

const REFUSAL = { where: 'index.js', reason: 'the module threw while loading', hint: 'mend it' };

/** Refuses the plugins named `bad…`, says yes to others, and keeps what it was shown and how many at a time. */
class WatchingInspector implements Inspector {
  readonly seen: string[] = [];
  running = 0;
  most = 0;
  /** What comes first, in place of a verdict. */
  readonly faults: (Inspection | Error)[] = [];
  pause: Promise<void> = Promise.resolve();

  async inspect(program: Parameters<Inspector['inspect']>[0]): Promise<Inspection> {
    this.seen.push(program.pluginName);
    this.running += 1;
    this.most = Math.max(this.most, this.running);
    await this.pause;
    await new Promise((resolve) => setTimeout(resolve, 5));
    this.running -= 1;
    const fault = this.faults.shift();
    if (fault instanceof Error) throw fault;
    if (fault) return fault;
    return program.pluginName.startsWith('bad') ? { ok: false, refusal: REFUSAL } : yesInspector.inspect(program);
  }
}

const until = async (isSo: () => boolean, ms = 5_000): Promise<void> => {
  for (let turn = 0; turn < ms / 10 && !isSo(); turn += 1) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(isSo()).to.equal(true);
};

describe('a catalog of many new bundles', () => {
  let plugins: Plugins;
  let inspector: WatchingInspector;
  let opened: LiveCatalog[];

  beforeEach(() => {
    plugins = makePlugins();
    inspector = new WatchingInspector();
    opened = [];
  });
  afterEach(() => {
    for (const catalog of opened) catalog.close();
    plugins.remove();
  });

  const write = (name: string, ...tools: string[]): void => {
    plugins.write(name, {
      'plugin.json': manifest({ name, tools: tools.map((tool) => ({ ...TOOL, name: tool, export: 'work' })) }),
      'index.js': ENTRY,
    });
  };
  const open = async (more: Partial<Parameters<typeof openCatalog>[0]> = {}): Promise<LiveCatalog> => {
    const config = defaultConfig();
    const catalog = await openCatalog({ folder: plugins.folder, config, inspector, triedOutAtStart: 2, ...more });
    opened.push(catalog);
    return catalog;
  };

  it('inspects all first if they are few', async () => {
    write('one', 'a');
    write('bad', 'b');
    const catalog = await open();
    expect(inspector.seen.toSorted()).to.deep.equal(['bad', 'one']);
    expect(catalog.listed.size).to.equal(0);
    expect(catalog.whenInspected('a')).to.equal(undefined);
    expect(catalog.snapshot.toolNames).to.deep.equal(['a']);
  });

  it('lists more without trying any out, and says so', async () => {
    for (const name of ['one', 'two', 'bad']) write(name, `${name}-tool`);
    plugins.write('broken', { 'plugin.json': '{' });
    plugins.write('imports', { 'plugin.json': manifest({ name: 'imports' }), 'index.js': 'import "node:fs";' });
    const catalog = await open();
    expect(inspector.seen).to.deep.equal([]);
    expect(catalog.listed.size).to.equal(3);
    expect(catalog.snapshot.toolNames).to.deep.equal(['bad-tool', 'one-tool', 'two-tool']);
    expect(catalog.snapshot.bundles.map(({ isTriedOut }) => isTriedOut)).to.deep.equal([false, false, false]);
    expect(catalog.snapshot.bundles[0]?.freshState).to.deep.equal({ mode: 'isolate', reason: 'not tried out yet' });
    expect(catalog.snapshot.refused.map(({ bundle }) => bundle)).to.deep.equal(['broken', 'imports']);
    expect(catalog.snapshot.programs.size).to.equal(0);
  });

  it('tries a bundle out when one of its tools is wanted, once for all who wait', async () => {
    for (const name of ['one', 'two', 'three']) write(name, `${name}-a`, `${name}-b`);
    const catalog = await open();
    const before = catalog.snapshot;
    const waits = ['two-a', 'two-b', 'two-a'].map((tool) => catalog.whenInspected(tool)?.settled);
    await Promise.all(waits);
    expect(inspector.seen).to.deep.equal(['two']);
    expect(catalog.listed.size).to.equal(2);
    expect(catalog.whenInspected('two-a')).to.equal(undefined);
    expect(catalog.whenInspected('nothing')).to.equal(undefined);
    const { snapshot } = catalog;
    expect(snapshot.programs.has(snapshot.routes.get('two-b')?.digest ?? '')).to.equal(true);
    expect(snapshot.bundles.find(({ bundle }) => bundle === 'two')).to.deep.include({
      isTriedOut: true,
      freshState: { mode: 'isolate', reason: 'a test' },
    });
    expect(snapshot.metadata).to.equal(before.metadata);
    expect(before.programs.size).to.equal(0);
  });

  it('takes one that fails off the list, with its reasons, and no other', async () => {
    for (const name of ['one', 'two', 'bad']) write(name, `${name}-tool`);
    const told: BundleRefusal[] = [];
    const catalog = await open({ onRefused: (refusal) => told.push(refusal) });
    const { etag } = catalog.snapshot.metadata;
    await catalog.whenInspected('bad-tool')?.settled;
    expect(catalog.snapshot.toolNames).to.deep.equal(['one-tool', 'two-tool']);
    expect(catalog.snapshot.routes.get('bad-tool')).to.equal(undefined);
    expect(catalog.snapshot.metadata.etag).to.not.equal(etag);
    expect(told).to.deep.equal([{ bundle: 'bad', pluginName: 'bad', ...REFUSAL }]);
    expect(catalog.snapshot.refused).to.deep.equal(told);
    await catalog.whenInspected('one-tool')?.settled;
    expect(catalog.snapshot.programs.size).to.equal(1);
  });

  it('tries at most two out at a time, however many are wanted', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `p${index}`);
    for (const name of names) write(name, `${name}-tool`);
    const catalog = await open();
    await Promise.all(names.map((name) => catalog.whenInspected(`${name}-tool`)?.settled));
    expect(inspector.most).to.equal(2);
    expect(inspector.seen).to.deep.equal(names);
    expect(catalog.listed.size).to.equal(0);
  });

  it('tries the rest out one at a time once nobody calls', async () => {
    for (const name of ['one', 'two', 'three', 'bad']) write(name, `${name}-tool`);
    const catalog = await open();
    catalog.inspectRest();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(inspector.seen).to.deep.equal([]);
    await until(() => catalog.listed.size === 0);
    expect(inspector.most).to.equal(1);
    expect(catalog.snapshot.toolNames).to.deep.equal(['one-tool', 'three-tool', 'two-tool']);
  });

  it('does not hold a fault of the host against a bundle', async () => {
    for (const name of ['one', 'two', 'three']) write(name, `${name}-tool`);
    inspector.faults.push({ ok: false, refusal: REFUSAL, isHostFault: true }, new Error('the broker was lost'));
    const catalog = await open();
    catalog.inspectRest();
    await catalog.whenInspected('two-tool')?.settled;
    expect(inspector.seen.filter((name) => name === 'two')).to.have.length.of.at.least(2);
    expect(catalog.snapshot.refused).to.deep.equal([]);
    expect(catalog.snapshot.programs.has(catalog.snapshot.routes.get('two-tool')?.digest ?? '')).to.equal(true);
  });

  it('gives a bundle that the host could not try out while the folder was read another turn', async () => {
    write('one', 'one-tool');
    inspector.faults.push({ ok: false, refusal: REFUSAL, isHostFault: true }, new Error('the broker was lost'));
    const sync = await openCatalogSync({ folder: plugins.folder, config: defaultConfig(), inspector });
    opened.push(sync.catalog);
    expect(sync.catalog.snapshot.refused).to.have.length(1);
    sync.watch();
    await until(() => sync.catalog.snapshot.toolNames.length === 1, 10_000);
    expect(sync.catalog.snapshot.refused).to.deep.equal([]);
    await sync.close();
  }).timeout(15_000);

  it('takes up an approval that comes while the folder is being read', async () => {
    const version = (bundle: string, number: string, description: string): void => {
      const tools = [{ ...TOOL, name: 'one-tool', export: 'work', description }];
      plugins.write(bundle, { 'plugin.json': manifest({ name: 'one', version: number, tools }), 'index.js': ENTRY });
    };
    const config = defaultConfig();
    version('one', '1.0.0', 'Works.');
    const sync = await openCatalogSync({ folder: plugins.folder, config, inspector });
    opened.push(sync.catalog);
    version('one-2', '2.0.0', 'Does something else, of which no agent has read yet.');
    await sync.reload();
    const serving = (): string | undefined => sync.catalog.snapshot.loaded[0]?.manifest.version;
    expect(serving()).to.equal('1.0.0');
    const { promise, resolve } = Promise.withResolvers<void>();
    inspector.pause = promise;
    write('two', 'two-tool');
    const running = sync.reload();
    await until(() => inspector.running === 1);
    await approve({ folder: plugins.folder, config }, 'one');
    resolve();
    await running;
    await until(() => serving() === '2.0.0');
    await sync.close();
  });

  it('takes nothing up any more once it is closed, not even what was asked for before', async () => {
    const swaps: number[] = [];
    const problems: string[] = [];
    const sync = await openCatalogSync({
      folder: plugins.folder,
      config: defaultConfig(),
      inspector,
      onSwap: () => swaps.push(performance.now()),
      onProblem: (problem) => problems.push(problem),
    });
    opened.push(sync.catalog);
    const { promise, resolve } = Promise.withResolvers<void>();
    inspector.pause = promise;
    write('one', 'one-tool');
    const running = sync.reload();
    await until(() => inspector.running === 1);
    write('two', 'two-tool');
    const next = sync.reload();
    const closed = sync.close();
    resolve();
    await Promise.all([running, next, closed, sync.reload()]);
    expect([inspector.seen, swaps, problems]).to.deep.equal([['one'], [], []]);
    await sync.record();
    expect(existsSync(join(plugins.folder, LOCK_FILE))).to.equal(false);
  });

  it('tries out first those that dispute a name, so that a bad one does not keep it', async () => {
    write('bad-first', 'shared');
    write('good-second', 'shared');
    for (const name of ['one', 'two']) write(name, `${name}-tool`);
    const catalog = await open();
    expect(inspector.seen.toSorted()).to.deep.equal(['bad-first', 'good-second']);
    expect(catalog.snapshot.routes.get('shared')?.pluginName).to.equal('good-second');
    expect(catalog.listed.size).to.equal(2);
  });

  it('keeps what was tried out for the next start, and nothing else', async () => {
    for (const name of ['one', 'two', 'three', 'bad']) write(name, `${name}-tool`);
    const folder = mkdtempSync(join(tmpdir(), 'toolcell-cache-'));
    const cache = { programs: await openProgramCache(folder), release: 'one' };
    const first = await open({ cache });
    await first.whenInspected('two-tool')?.settled;
    await first.whenInspected('bad-tool')?.settled;
    first.close();
    const second = await open({ cache });
    expect(second.listed.size).to.equal(3);
    expect(second.snapshot.bundles.filter(({ isTriedOut }) => isTriedOut).map(({ bundle }) => bundle)).to.deep.equal([
      'two',
    ]);
    rmSync(folder, { recursive: true });
  });

  describe('for a call', () => {
    const usage = { queueMs: 1, runMs: 0, cpuMs: 0 };
    const served: string[] = [];
    const next: Executor = {
      execute: async ({ toolName }): Promise<Outcome> => {
        served.push(toolName);
        return { ok: true, resultJson: Buffer.from('null'), usage };
      },
    };
    const call = (toolName: string, signal: AbortSignal = new AbortController().signal) => ({
      callId: 'c',
      toolName,
      argumentsJson: Buffer.from('{}'),
      signal,
    });
    const codeOf = (outcome: Outcome): string => (outcome.ok ? 'ok' : outcome.failure.code);

    beforeEach(() => {
      served.length = 0;
      for (const name of ['one', 'two', 'three']) write(name, `${name}-tool`);
    });

    it('waits until the bundle has been tried out, and counts that as queueing', async () => {
      const catalog = await open();
      const outcome = await catalogExecutor({ catalog, next, maxWaiting: 10 }).execute(call('one-tool'));
      expect(codeOf(outcome)).to.equal('ok');
      expect(outcome.usage.queueMs).to.be.above(4);
      expect(catalog.snapshot.programs.size).to.equal(1);
      const absent = await catalogExecutor({ catalog, next, maxWaiting: 10 }).execute(call('absent'));
      expect(codeOf(absent)).to.equal('tool_not_found');
      expect(served).to.deep.equal(['one-tool']);
    });

    it('gives up with overloaded when that takes longer than queueMs, or too many wait', async () => {
      const config = defaultConfig();
      const hurried = { ...config, limits: { ...config.limits, queueMs: 50 } };
      const { promise, resolve } = Promise.withResolvers<void>();
      inspector.pause = promise;
      const catalog = await open({ config: hurried, triedOutAtStart: 1 });
      const executor = catalogExecutor({ catalog, next, maxWaiting: 1, runningMs: 0 });
      const [late, surplus] = await Promise.all([
        executor.execute(call('one-tool')),
        executor.execute(call('two-tool')),
      ]);
      resolve();
      expect(late).to.deep.include({ ok: false }).and.to.have.nested.property('failure.limit', 'queueMs');
      expect(surplus).to.have.nested.property('failure.limit', 'maxQueued');
      await until(() => catalog.listed.size === 1);
      expect(codeOf(await executor.execute(call('one-tool')))).to.equal('ok');
      expect(served).to.deep.equal(['one-tool']);
    });

    it('waits longer for a try-out that runs already, and tells why the plugin is refused', async () => {
      const config = defaultConfig();
      const hurried = { ...config, limits: { ...config.limits, queueMs: 50 } };
      const { promise, resolve } = Promise.withResolvers<void>();
      inspector.pause = promise;
      write('bad', 'bad-tool');
      const catalog = await open({ config: hurried, triedOutAtStart: 1 });
      const executor = catalogExecutor({ catalog, next, maxWaiting: 2 });
      const waiting = executor.execute(call('bad-tool'));
      setTimeout(resolve, 200);
      const outcome = await waiting;
      expect(outcome.ok ? outcome : outcome.failure).to.deep.include({ code: 'plugin_refused' });
      expect(outcome.ok ? '' : outcome.failure.detail).to.match(
        /^The plugin was tried out for this call and cannot serve\. /,
      );
      expect(codeOf(await executor.execute(call('bad-tool')))).to.equal('tool_not_found');
    });

    it('lets go of a caller who hangs up, and of all when the server ends', async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      inspector.pause = promise;
      const catalog = await open();
      const executor = catalogExecutor({ catalog, next, maxWaiting: 10 });
      const caller = new AbortController();
      const hungUp = executor.execute(call('one-tool', caller.signal));
      const waiting = executor.execute(call('two-tool'));
      caller.abort();
      expect(codeOf(await hungUp)).to.equal('cancelled');
      catalog.close();
      await waiting;
      expect(served).to.deep.equal(['two-tool']);
      resolve();
    });
  });
});
