// How much the thread that reads source maps may be asked: by bundle and minute, in turns, and not for what nobody waits for any more.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { readBundleAt } from '../../../src/catalog/bundle/bundle.ts';
import { compileEntry } from '../../../src/catalog/compile/compile.ts';
import { MapLink } from '../../../src/server/sources/map-link.ts';
import type { MapTask } from '../../../src/server/sources/map-thread.ts';
import mapTask from '../../../src/server/sources/map-thread.ts';
import { TimeShares } from '../../../src/server/sources/time-shares.ts';
import { SidePool } from '../../../src/shared/lifetime/side-pool.ts';
import { manifestOf } from '../../cli/plugin-folder.ts';

const CAPS = { bytes: 8_000_000, files: 100 };
const sourceOf = (n: number): string => `export const work = (): never => { throw new RangeError("${n}"); };\n`;
/** Where the error is made in the code that runs. */
const PLACE = await (async () => {
  const code = (await compileEntry({ entryName: 'index.ts', entrySource: sourceOf(0) }, 10_000)).split('\n');
  const row = code.findIndex((text) => text.includes('new RangeError'));
  return { file: 'index.ts', line: row + 1, column: (code[row] ?? '').indexOf('new RangeError') + 1 };
})();
const work = {
  ...{ atATime: 1, mostWaiting: 1, heapMb: 256 },
  file: fileURLToPath(new URL('./counting-thread.ts', import.meta.url)),
};
const greedy = { digest: 'greedy', path: '' };
const modest = { digest: 'modest', path: '' };

describe('the link to the thread that reads source maps', () => {
  let link: MapLink;
  let side: SidePool;
  beforeEach(() => {
    side = new SidePool();
  });
  afterEach(async () => {
    await link.close();
    await side.close();
  });

  const ask = async (
    bundle: typeof greedy,
    column: number,
    takesMs = 100,
    file = 'index.js',
  ): Promise<string | null> => {
    const [place = null] = await link.placesOf(bundle, [{ file, line: takesMs, column }]);
    return place;
  };

  it('asks nothing more for a bundle that has had its time, and goes on for others', async () => {
    link = new MapLink({ side, caps: CAPS, work, bundleMs: 250 });
    const answers: (string | null)[] = [];
    for (let column = 1; column <= 12; column += 1) answers.push(await ask(greedy, column));
    const mapped = answers.filter((answer) => answer !== null);
    expect(mapped).to.have.lengthOf.within(1, 3);
    expect(answers.slice(mapped.length)).to.deep.equal(Array(12 - mapped.length).fill(null));
    expect(await ask(modest, 1)).to.equal(String(mapped.length + 1));
    // What is known costs nothing.
    expect(await ask(greedy, 1)).to.equal('1');
  });

  it('lets bundles take turns, and drops what comes when many wait', async () => {
    link = new MapLink({ side, caps: CAPS, work, bundleMs: 60_000 });
    const many = Array.from({ length: 40 }, (_, column) => ask(greedy, column, 20));
    const place = await ask(modest, 1, 20);
    expect(Number(place)).to.be.within(2, 3);
    const answers = await Promise.all(many);
    expect(answers.filter((answer) => answer === null)).to.have.lengthOf.within(22, 24);
  });

  it('lets made-up places take the room of none that was found', async () => {
    link = new MapLink({ side, caps: CAPS, work, bundleMs: 60_000 });
    expect(await ask(greedy, 1, 1)).to.equal('1');
    const places = Array.from({ length: 2_000 }, (_, column) => ({ file: 'made-up.js', line: 1, column }));
    await link.placesOf(greedy, places);
    expect(await ask(greedy, 1, 1)).to.equal('1');
  });
});

describe('shares of time', () => {
  it('end with the minute, and leave the first turn to who has had none', () => {
    let now = 0;
    const shares = new TimeShares(5_000, () => now);
    for (const name of ['a', 'b', 'c']) {
      expect(shares.hasTime(name)).to.equal(true);
      shares.note(name, 4_999);
    }
    expect(shares.hasTime('a')).to.equal(true);
    shares.note('a', 10);
    expect([shares.hasTime('a'), shares.hasTime('b'), shares.hasTime('d')]).to.deep.equal([false, false, true]);
    now = 60_000;
    expect(shares.hasTime('a')).to.equal(true);
  });
});

describe('the thread that reads source maps', function () {
  this.timeout(60_000);
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'toolcell-sources-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  const taskOf = async (name: string, source: string): Promise<MapTask> => {
    const path = join(folder, name);
    mkdirSync(path);
    writeFileSync(join(path, 'plugin.json'), JSON.stringify(manifestOf(name, { work: {} })));
    writeFileSync(join(path, 'index.ts'), source);
    const { digest } = await readBundleAt(path, CAPS);
    return { path, digest, caps: CAPS, compileMs: 30_000, places: [PLACE] };
  };

  it('keeps many bundles that are small, and reads them once', async () => {
    const tasks = await Promise.all(Array.from({ length: 6 }, (_, n) => taskOf(`small-${n}`, sourceOf(n))));
    for (const task of tasks) expect((await mapTask(task))[0]).to.match(/^index\.ts:1:\d+$/);
    for (const { path } of tasks) rmSync(path, { recursive: true });
    for (const task of tasks) expect((await mapTask(task))[0]).to.match(/^index\.ts:1:\d+$/);
  });

  it('knows no place that lies outside the code that runs', async () => {
    const task = await taskOf('edges', sourceOf(1));
    const made = [
      { file: 'index.ts', line: 999_999, column: 1 },
      { ...PLACE, column: 999_999 },
      { file: 'index.ts', line: 0, column: 0 },
    ];
    const [real, ...others] = await mapTask({ ...task, places: [...task.places, ...made] });
    expect(real).to.match(/^index\.ts:1:/);
    expect(others).to.deep.equal([null, null, null]);
  });

  it('compiles nothing where no place is in the entry', async () => {
    const task = await taskOf('elsewhere', 'export const work = (): number => {');
    expect(await mapTask({ ...task, places: [{ file: 'other.js', line: 1, column: 1 }] })).to.deep.equal([null]);
  });
});
