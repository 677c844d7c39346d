// The watch of a folder: what has changed is seen without events of the system, waits until it is at rest, and never stops the thread.

import fs, { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { bundleStamps } from '../../../src/catalog/bundle/stamps.ts';
import { StampWatch } from '../../../src/catalog/serve/watch.ts';

/** Runs `work`, and returns the names of the synchronous functions of `node:fs` that it called. */
const synchronousCalls = async (work: () => Promise<unknown>): Promise<readonly string[]> => {
  const called: string[] = [];
  const table = fs as unknown as Record<string, (...given: unknown[]) => unknown>;
  const before = Object.entries(table).filter(([name]) => name.endsWith('Sync'));
  for (const [name, real] of before) {
    table[name] = (...given) => {
      called.push(name);
      return real(...given);
    };
  }
  syncBuiltinESMExports();
  try {
    await work();
  } finally {
    for (const [name, real] of before) table[name] = real;
    syncBuiltinESMExports();
  }
  return called;
};

describe('the watch of a folder', () => {
  let folder: string;
  let watch: StampWatch;
  let rested: string[][];
  const path = (...parts: string[]): string => join(folder, ...parts);
  const write = (bundle: string, file: string, text: string): void => {
    mkdirSync(path(bundle), { recursive: true });
    writeFileSync(path(bundle, file), text);
  };
  /** The names that come to rest next, sorted. */
  const next = async (): Promise<readonly string[]> => {
    for (let turn = 0; turn < 400 && rested.length === 0; turn += 1) await pause(25);
    return (rested.shift() ?? []).toSorted();
  };
  const follow = async (restMs = 150): Promise<void> => {
    watch = new StampWatch({ take: (names) => bundleStamps(folder, names), everyMs: 50, restMs });
    await watch.look();
    watch.follow((names) => rested.push([...names]));
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'toolcell-watch-'));
    rested = [];
    write('one', 'index.js', '1');
    write('two', 'index.js', '1');
    writeFileSync(path('three-1.0.0.tgz'), '1');
  });
  afterEach(async () => {
    await watch.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('sees what is added, changed, renamed and removed, and nothing else', async () => {
    await follow();
    await pause(400);
    expect(rested).to.deep.equal([]);
    write('new', 'deep.js', '1');
    expect(await next()).to.deep.equal(['new']);
    // As long as before, and with its time set back: only the time of the last change of the file's entry tells.
    writeFileSync(path('one', 'index.js'), '2');
    utimesSync(path('one', 'index.js'), 1, 1);
    expect(await next()).to.deep.equal(['one']);
    renameSync(path('two', 'index.js'), path('two', 'index.ts'));
    expect(await next()).to.deep.equal(['two']);
    renameSync(path('two'), path('four'));
    expect(await next()).to.deep.equal(['four', 'two']);
    rmSync(path('three-1.0.0.tgz'));
    expect(await next()).to.deep.equal(['three-1.0.0.tgz']);
    symlinkSync(path('one'), path('link'));
    expect(await next()).to.deep.equal(['link']);
    writeFileSync(path('one', '.draft'), 'x');
    write('one/node_modules/other', 'index.js', '1');
    await pause(400);
    expect(rested).to.deep.equal([]);
  });

  it('sees a bundle that is replaced by another of the same name, and a signature beside an archive', async () => {
    await follow();
    write('.draft', 'index.js', '1');
    rmSync(path('one'), { recursive: true });
    renameSync(path('.draft'), path('one'));
    expect(await next()).to.deep.equal(['one']);
    writeFileSync(path('three-1.0.0.tgz.minisig'), 'x');
    expect(await next()).to.deep.equal(['three-1.0.0.tgz']);
  });

  it('sees what changed between the first look and the moment from which it follows', async () => {
    watch = new StampWatch({ take: (names) => bundleStamps(folder, names), everyMs: 50, restMs: 150 });
    await watch.look();
    write('one', 'index.js', '2');
    await pause(30);
    watch.follow((names) => rested.push([...names]));
    expect(await next()).to.deep.equal(['one']);
  });

  it('waits for a file that is written slowly, and keeps no other waiting', async () => {
    // Far longer than a busy machine lets this thread stand still.
    await follow(1_000);
    let text = '';
    const writing = setInterval(() => {
      text += 'x';
      write('slow', 'index.js', text);
    }, 50);
    try {
      await pause(200);
      write('quick', 'index.js', '1');
      expect(await next()).to.deep.equal(['quick']);
      await pause(1_000);
      expect(rested).to.deep.equal([]);
      expect([...watch.unsettled]).to.deep.equal(['slow']);
    } finally {
      clearInterval(writing);
    }
    expect(await next()).to.deep.equal(['slow']);
    expect([...watch.unsettled]).to.deep.equal([]);
  }).timeout(20_000);

  it('sees a folder that vanishes, and one that takes its place', async () => {
    await follow();
    renameSync(folder, `${folder}-away`);
    expect(await next()).to.deep.equal(['one', 'three-1.0.0.tgz', 'two']);
    renameSync(`${folder}-away`, folder);
    expect(await next()).to.deep.equal(['one', 'three-1.0.0.tgz', 'two']);
    write('one', 'index.js', '2');
    expect(await next()).to.deep.equal(['one']);
  });

  it('does not wait for what was reported complete', async () => {
    await follow(60_000);
    write('whole', 'index.js', '1');
    await watch.look();
    expect([...watch.unsettled]).to.deep.equal(['whole']);
    watch.settle(['whole']);
    await watch.look();
    expect([...watch.unsettled]).to.deep.equal([]);
  });

  it('calls no synchronous function of the file system while it looks, and leaves the thread free in between', async () => {
    for (let bundle = 0; bundle < 300; bundle += 1)
      for (let file = 0; file < 5; file += 1) write(`bundle-${bundle}`, `${file}.js`, 'x');
    await follow();
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    expect(await synchronousCalls(() => watch.look())).to.deep.equal([]);
    delay.disable();
    expect(watch.stamps.size).to.equal(303);
    // The timer of the measurement ran while the watch looked.
    expect(delay.count).to.be.above(5);
  });
});
