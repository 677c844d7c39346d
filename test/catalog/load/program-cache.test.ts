import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { openProgramCache } from '../../../src/catalog/load/program-cache.ts';
import type { CheckedProgram, Inspector } from '../../../src/shared/protocol/program.ts';
import { writePlugins } from '../../support/config.ts';
import { onWindows, skipWithout } from '../../support/skip.ts';
import { defaultConfig, loadCatalog, yesInspector } from '../plugins-folder.ts';

describe('the cache of programs', () => {
  let cacheFolder: string;
  let plugins: string;
  let inspected: string[];
  const inspector: Inspector = {
    inspect: (program) => {
      inspected.push(program.pluginName);
      return yesInspector.inspect(program);
    },
  };
  const load = async (release = 'one'): Promise<readonly string[]> => {
    inspected = [];
    const programs = await openProgramCache(cacheFolder);
    const { bundles, refused } = await loadCatalog({
      folder: plugins,
      config: defaultConfig(),
      inspector,
      cache: { programs, release },
    });
    expect(refused).to.deep.equal([]);
    expect(bundles).to.have.lengthOf(2);
    return [...inspected].sort();
  };

  beforeEach(() => {
    cacheFolder = mkdtempSync(join(tmpdir(), 'toolcell-cache-'));
    plugins = writePlugins({
      first: { source: 'export const one = () => 1;', tools: { one: {} } },
      second: { source: 'export const two = () => 2;', tools: { two: {} } },
    });
  });
  afterEach(() => {
    rmSync(cacheFolder, { recursive: true });
    rmSync(plugins, { recursive: true });
  });

  it('spares a bundle that has not changed from being tried out again, and only that', async () => {
    expect(await load()).to.deep.equal(['first', 'second']);
    expect(await load()).to.deep.equal([]);
    writeFileSync(join(plugins, 'second', 'index.js'), 'export const two = () => 3;');
    expect(await load()).to.deep.equal(['second']);
  });

  it('is of no use to another release of the host', async () => {
    await load();
    expect(await load('two')).to.deep.equal(['first', 'second']);
  });

  it('passes over what is not one of its files', async () => {
    await load();
    for (const name of readdirSync(cacheFolder)) writeFileSync(join(cacheFolder, name), '{"factoryCode":');
    expect(await load()).to.deep.equal(['first', 'second']);
    for (const name of readdirSync(cacheFolder)) writeFileSync(join(cacheFolder, name), 'null');
    expect(await load()).to.deep.equal(['first', 'second']);
  });

  it('passes over a file in which a disk has changed one character', async () => {
    await load();
    for (const name of readdirSync(cacheFolder)) {
      const text = readFileSync(join(cacheFolder, name), 'utf8');
      // Still valid JSON, with code that fails.
      writeFileSync(join(cacheFolder, name), text.replace('"factoryCode":"', '"factoryCode":"('));
    }
    expect(await load()).to.deep.equal(['first', 'second']);
    expect(await load()).to.deep.equal([]);
  });

  it('fails no load if its files cannot be read or written', async () => {
    const programs = await openProgramCache(cacheFolder);
    rmSync(cacheFolder, { recursive: true });
    writeFileSync(cacheFolder, 'a file in place of the folder');
    await programs.keep('key', {} as CheckedProgram);
    expect(await programs.find('key')).to.equal(undefined);
  });

  it('is not used where others may write to it', async function () {
    skipWithout(this, 'who may write to the cache of programs', onWindows());
    await load();
    chmodSync(cacheFolder, 0o777);
    expect(await load()).to.deep.equal(['first', 'second']);
  });

  it('cannot be read by others', async function () {
    skipWithout(this, 'who may read the cache of programs', onWindows());
    await load();
    for (const name of readdirSync(cacheFolder)) expect(statSync(join(cacheFolder, name)).mode & 0o077).to.equal(0);
  });

  it('forgets what nobody has used for a month', async () => {
    await load();
    const old = new Date(Date.now() - 40 * 24 * 3_600_000);
    for (const name of readdirSync(cacheFolder)) utimesSync(join(cacheFolder, name), old, old);
    await openProgramCache(cacheFolder);
    for (let i = 0; i < 50 && readdirSync(cacheFolder).length > 0; i += 1)
      await new Promise((resolve) => setTimeout(resolve, 20));
    expect(readdirSync(cacheFolder)).to.deep.equal([]);
  });
});
