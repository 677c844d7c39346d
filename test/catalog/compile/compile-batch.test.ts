// Entries that are compiled together: the result is the same as for one alone, and a hostile one costs its batch only the quick way.

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { compileEntry } from '../../../src/catalog/compile/compile.ts';
import { compileTogether } from '../../../src/catalog/compile/compile-batch.ts';
import type { Entry } from '../../../src/catalog/compile/entry-module.ts';
import { ENTRY, makePlugins, manifest, type Plugins, TOOL } from '../plugins-folder.ts';

const entry = (entrySource: string, entryName = 'index.js'): Entry => ({ entryName, entrySource });

const GOOD: readonly Entry[] = [
  entry('export const work = () => 1;'),
  entry('#!/usr/bin/env node\nexport default class Tool {}; const inner = () => 2; export { inner as work };'),
  entry('enum Unit { Ms = 7 }\nexport const work = (count: number): number => count * Unit.Ms;'.trim(), 'index.ts'),
  entry('export const load = () => import("node:fs");'),
  entry('const __toolcell = 5, require = 6; export const sum = () => __toolcell + require;'),
];

/** Sources that keep a batch from ending well, each in its own way. */
const SPOILERS: Readonly<Record<string, Entry>> = {
  'has a syntax error': entry('export const work = () => ;'),
  'is nested beyond any compiler': entry(`export const work = ${'['.repeat(60_000)}`),
  'makes the compiler spin': entry(`export const work = ${'a<b<'.repeat(15_000)}1;`, 'index.ts'),
  'awaits while it loads': entry('await 1; export const work = () => 1;'),
  'holds markup': entry('export const work = () => <b/>;'),
};

/** Sources that compile, and are no tool: the batch must not let them through. */
const NO_TOOLS: Readonly<Record<string, Entry>> = {
  'imports a module': entry('import fs from "node:fs"; export const work = () => fs;'),
  're-exports a module': entry('export * from "./0.js";'),
  'reads a neighbour’s source': entry(
    'import text from "./0.js" with { type: "text" }; export const work = () => text;',
  ),
  'is CommonJS': entry('module.exports = { work: () => 1 };'),
  'exports nothing': entry('const work = () => 1;'),
  'imports in TypeScript': entry('import { a } from "./1.ts"; export const work = (): number => a;', 'index.ts'),
};

/** The name that esbuild makes of a file's name says nothing. */
const nameless = (code: string | undefined): string | undefined => code?.replaceAll(/\b\w*_exports\b/g, 'its_exports');

describe('compiling entries together', () => {
  it('gives each entry the same result as alone', async () => {
    const compiled = await compileTogether(GOOD);
    expect(compiled.size).to.equal(GOOD.length);
    for (const one of GOOD) expect(nameless(compiled.get(one))).to.equal(nameless(await compileEntry(one, 10_000)));
  });

  for (const [name, spoiler] of Object.entries(SPOILERS)) {
    it(`gives up a batch in time if one entry ${name}, and refuses none`, async () => {
      const beforeMs = performance.now();
      expect((await compileTogether([...GOOD, spoiler])).size).to.equal(0);
      expect(performance.now() - beforeMs).to.be.below(10_000);
    });
  }

  for (const [name, guest] of Object.entries(NO_TOOLS)) {
    it(`leaves out an entry that ${name}, and keeps the others`, async () => {
      const compiled = await compileTogether([...GOOD, guest]);
      expect(compiled.has(guest)).to.equal(false);
      expect(compiled.size).to.equal(GOOD.length);
    });
  }

  it('leaves a large one to be compiled alone', async () => {
    const large = entry(`export const work = () => "${'x'.repeat(100_000)}";`);
    const compiled = await compileTogether([...GOOD, large]);
    expect(compiled.has(large)).to.equal(false);
    expect(compiled.size).to.equal(GOOD.length);
  });

  it('leaves no file behind', async () => {
    // A folder of its own, because tests in other processes compile at the same time.
    const { TMPDIR } = process.env;
    const folder = mkdtempSync(join(tmpdir(), 'toolcell-compile-'));
    process.env.TMPDIR = folder;
    try {
      await compileTogether(GOOD);
      await compileTogether([...GOOD, ...Object.values(SPOILERS)]);
      expect(readdirSync(folder)).to.deep.equal([]);
    } finally {
      if (TMPDIR === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = TMPDIR;
      rmSync(folder, { recursive: true });
    }
  });
});

describe('hostile entries among many bundles', () => {
  let plugins: Plugins;

  beforeEach(() => {
    plugins = makePlugins();
  });
  afterEach(() => plugins.remove());

  it('are refused, each for its own reason, and change no other verdict', async () => {
    const hostile = { ...SPOILERS, ...NO_TOOLS };
    const names = Object.values(hostile).map((one, index) => {
      const name = `bad-${String(index).padStart(2, '0')}`;
      plugins.write(name, {
        'plugin.json': manifest({ name, entry: one.entryName, tools: [{ ...TOOL, name: `bad${index}` }] }),
        [one.entryName]: one.entrySource,
      });
      return name;
    });
    for (let index = 0; index < 60; index += 1) {
      const name = `good-${index}`;
      plugins.write(name, {
        'plugin.json': manifest({ name, tools: [{ ...TOOL, name: `good${index}`, export: 'work' }] }),
        'index.js': ENTRY,
      });
    }
    const { refused, bundles } = await plugins.load({ loadMs: 1_000 });
    expect([...new Set(refused.map(({ bundle }) => bundle))]).to.deep.equal(names);
    expect(new Set(refused.map(({ reason }) => reason)).size).to.be.at.least(7);
    for (const { where, hint } of refused) {
      expect(where).to.match(/^index\.[jt]s/);
      expect(hint).to.not.equal('');
    }
    expect(bundles).to.have.lengthOf(60);
  });
});
