import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { INSPECTED_AT_ONCE } from '../../../src/catalog/load/inspect.ts';
import { operatorLimits } from '../../../src/settings/limits.ts';
import type { Inspector, Program } from '../../../src/shared/protocol/program.ts';
import {
  defaultConfig,
  ENTRY,
  loadCatalog,
  makePlugins,
  manifest,
  type Plugins,
  TOOL,
  yesInspector,
} from '../plugins-folder.ts';

/** Says yes, and keeps what it was shown. */
const watchingInspector = (): Inspector & { readonly seen: Program[] } => {
  const seen: Program[] = [];
  return {
    seen,
    inspect: (program) => {
      seen.push(program);
      return yesInspector.inspect(program);
    },
  };
};

describe('the catalog', () => {
  let plugins: Plugins;

  beforeEach(() => {
    plugins = makePlugins();
  });
  afterEach(() => plugins.remove());

  const writeTools = (bundle: string, name: string, ...tools: string[]): string =>
    plugins.write(bundle, {
      'plugin.json': manifest({ name, tools: tools.map((tool) => ({ ...TOOL, name: tool })) }),
      'index.js': `${tools.map((tool) => `export const ${tool} = () => null;`).join('\n')}\n`,
    });

  it('describes every tool for callers, sorted, with just the fields of a tool', async () => {
    plugins.copy('greeter');
    plugins.copy('typed');
    const { metadata, toolNames } = await plugins.load();
    const { tools } = JSON.parse(metadata.text) as { tools: Record<string, unknown>[] };
    expect(toolNames).to.deep.equal(['add', 'echo', 'greet']);
    expect(tools.map(({ name }) => name)).to.deep.equal(toolNames);
    expect(Object.keys(tools[2] ?? {})).to.deep.equal([
      'name',
      'title',
      'description',
      'inputSchema',
      'outputSchema',
      'annotations',
    ]);
    expect(Object.keys(tools[1] ?? {})).to.deep.equal(['name', 'description', 'inputSchema', 'outputSchema']);
    expect(tools[2]).to.deep.include({ annotations: { readOnlyHint: true }, outputSchema: { type: 'string' } });
    expect(metadata.etag).to.match(/^"[\w-]{43}"$/);
  });

  it('sorts names by code point', async () => {
    writeTools('a', 'a', 'b', 'a', 'B', '_', 'aa');
    expect((await plugins.load()).toolNames).to.deep.equal(['B', '_', 'a', 'aa', 'b']);
  });

  it('gives each tool its route, frozen, with the lower of what is asked and allowed', async () => {
    plugins.copy('greeter');
    const catalog = await plugins.load();
    const greet = catalog.routes.get('greet');
    expect(greet).to.include({
      toolName: 'greet',
      pluginName: 'greeter',
      version: '1.2.0',
      cordon: 'plugin:greeter',
      exportName: 'greet',
      freshState: 'isolate',
    });
    expect(greet?.digest).to.match(/^sha256-[0-9a-f]{64}$/);
    expect(greet?.limits.cpuMs).to.equal(50);
    expect(catalog.routes.get('echo')).to.include({ exportName: 'default' });
    expect(catalog.routes.get('echo')?.limits.cpuMs).to.equal(20);
    expect(catalog.routes.get('echo')?.limits.wallMs).to.equal(defaultConfig().limits.wallMs);
    expect(greet).to.be.frozen;
    expect(greet?.limits).to.be.frozen;
    expect(catalog).to.be.frozen;
    expect(catalog.bundles).to.be.frozen;
    expect(catalog.refused).to.be.frozen;
    expect(catalog.programs.get(greet?.digest ?? '')).to.be.frozen;
  });

  it('finds no tool under a name that every object has', async () => {
    plugins.copy('greeter');
    const catalog = await plugins.load();
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '', 'Greet', 'greet ']) {
      expect(catalog.routes.get(name)).to.equal(undefined);
    }
  });

  it('serves a plugin and a tool named constructor like any other', async () => {
    writeTools('c', 'constructor', 'constructor', 'toString', 'hasOwnProperty');
    const catalog = await plugins.load();
    expect(catalog.refused).to.deep.equal([]);
    expect(catalog.routes.get('constructor')).to.include({ pluginName: 'constructor', version: '0.0.0' });
    expect(catalog.routes.get('toString')?.limits).to.deep.equal(operatorLimits(defaultConfig(), '', ''));
  });

  it('keeps the examples of each tool', async () => {
    plugins.copy('greeter');
    const [greeter] = (await plugins.load()).loaded;
    const example = { description: 'A greeting.', arguments: { who: 'Ada' }, result: 'Hello, Ada!' };
    const examples = greeter?.manifest.tools.map((tool) => [tool.name, tool.examples]);
    expect(examples).to.deep.equal([
      ['greet', [example]],
      ['echo', undefined],
    ]);
  });

  it('puts a plugin into the cordon that the operator names', async () => {
    plugins.copy('greeter');
    plugins.copy('typed');
    const config = defaultConfig();
    const cordons = { house: ['typed', 'absent'] };
    const catalog = await plugins.load({ config: { ...config, pool: { ...config.pool, cordons } } });
    expect(catalog.routes.get('add')?.cordon).to.equal('cordon:house');
    expect(catalog.routes.get('greet')?.cordon).to.equal('plugin:greeter');
  });

  it('shows the inspector the compiled program with the schemas of every tool', async () => {
    plugins.copy('greeter');
    const inspector = watchingInspector();
    await plugins.load({ inspector });
    const [program] = inspector.seen;
    expect(program).to.include({ pluginName: 'greeter', entryName: 'index.js' });
    expect(program?.factoryCode).to.match(/^\(require\) => \{/);
    expect(program?.tools.map(({ name, exportName }) => [name, exportName])).to.deep.equal([
      ['greet', 'greet'],
      ['echo', 'default'],
    ]);
  });

  it('is empty, with a reason, where the folder is missing or is a file', async () => {
    const options = { config: defaultConfig(), inspector: yesInspector };
    const folder = join(plugins.folder, 'nowhere');
    const missing = await loadCatalog({ ...options, folder });
    expect(missing.metadata.text).to.equal('{"tools":[],"plugins":[]}');
    expect(missing.refused[0]).to.include({ where: folder, reason: 'there is no such plugins folder' });
    expect(missing.refused[0]?.hint).to.contain('--plugins');
    const file = join(plugins.folder, 'file');
    writeFileSync(file, '');
    expect((await loadCatalog({ ...options, folder: file })).refused[0]?.reason).to.contain('is a file');
  });

  it('passes over notes and hidden folders; refuses links, archives and forged names beside the bundles', async () => {
    plugins.copy('greeter');
    plugins.write('.', { 'README.md': '', 'build.ts': '', 'tools-1.0.0.zip': '', 'a-1.0.0.tgz.minisig': '' });
    plugins.write('.hidden', { 'plugin.json': '' });
    plugins.write('a\u202eb', { 'plugin.json': manifest() });
    symlinkSync(join(plugins.folder, 'greeter'), join(plugins.folder, 'linked'));
    const catalog = await plugins.load();
    expect(catalog.refused.map(({ bundle }) => bundle)).to.deep.equal(['a\\u202eb', 'linked', 'tools-1.0.0.zip']);
    expect(catalog.refused[1]?.reason).to.contain('link');
    expect(catalog.refused[2]?.hint).to.contain('pack it as <name>-<version>.tgz');
    expect(catalog.toolNames).to.deep.equal(['echo', 'greet']);
  });

  it('gives the same snapshot again for the same folder', async () => {
    plugins.copy('greeter');
    plugins.copy('typed');
    writeTools('broken', 'broken', 'greet');
    const [first, second] = [await plugins.load(), await plugins.load()];
    expect(first.metadata).to.deep.equal(second.metadata);
    expect(first.bundles).to.deep.equal(second.bundles);
    expect(first.refused).to.deep.equal(second.refused);
  });

  it('has one digest for what runs: the manifest and the entry, and nothing else', async () => {
    plugins.copy('greeter');
    const digest = async () => (await plugins.load()).routes.get('greet')?.digest;
    const before = await digest();
    plugins.write('greeter', { 'README.md': 'changed', 'data.txt': 'new' });
    expect(await digest()).to.equal(before);
    plugins.write('greeter', { 'index.js': 'export const greet = () => 1; export default () => 2;' });
    const after = await digest();
    expect(after).to.not.equal(before);
    plugins.write('greeter', {
      'plugin.json': manifest({ name: 'greeter', tools: [{ ...TOOL, name: 'greet' }] }),
    });
    expect(await digest()).to.not.equal(after);
  });

  it('does not compile an unchanged bundle again', async () => {
    plugins.copy('greeter');
    plugins.copy('typed');
    const serving = await plugins.load();
    plugins.write('typed', { 'src/tools.ts': 'export const add = (): number => 0;' });
    const inspector = watchingInspector();
    const next = await plugins.load({ serving, inspector });
    expect(inspector.seen.map(({ pluginName }) => pluginName)).to.deep.equal(['typed']);
    expect(next.toolNames).to.deep.equal(serving.toolNames);
    expect(next.programs.size).to.equal(2);
  });

  it('loads a bundle for each core at a time, and tells of each', async () => {
    const names = Array.from({ length: INSPECTED_AT_ONCE + 3 }, (_, index) => `p${index}`);
    for (const name of names) writeTools(name, name, `tool_${name}`);
    plugins.write('f', { 'plugin.json': '{' });
    let running = 0;
    let most = 0;
    const inspector: Inspector = {
      inspect: async (program) => {
        most = Math.max(most, ++running);
        // Until the others are under way, so that a slow machine shows it as well.
        for (let turn = 0; turn < 100 && most < INSPECTED_AT_ONCE; turn += 1)
          await new Promise((resolve) => setTimeout(resolve, 20));
        running--;
        return yesInspector.inspect(program);
      },
    };
    const told: string[] = [];
    const onProgress = ({
      bundle,
      isLoaded,
      done,
      total,
    }: {
      bundle: string;
      isLoaded: boolean;
      done: number;
      total: number;
    }) => told.push(`${bundle} ${isLoaded} ${done}/${total}`);
    await loadCatalog({ folder: plugins.folder, config: defaultConfig(), inspector, onProgress });
    expect(most).to.equal(INSPECTED_AT_ONCE);
    const all = names.length + 1;
    expect(told).to.have.length(all);
    expect(told.at(-1)).to.contain(`${all}/${all}`);
    expect(told.filter((line) => line.startsWith('f false'))).to.have.length(1);
  });

  it('goes on with a bundle that is gone for a moment, and lets it go once the folder has come to rest without it', async () => {
    const folder = writeTools('a', 'a', 'first');
    const serving = await plugins.load();
    rmSync(folder, { recursive: true });
    const options = { folder: plugins.folder, config: defaultConfig(), inspector: yesInspector, serving };
    expect((await loadCatalog({ ...options, unsettled: new Set(['a']) })).toolNames).to.deep.equal(['first']);
    expect((await loadCatalog(options)).toolNames).to.deep.equal([]);
  });

  describe('if two bundles claim one name', () => {
    it('gives it to the first by folder name, and refuses the other whole', async () => {
      writeTools('two', 'second', 'shared', 'onlySecond');
      writeTools('one', 'first', 'shared');
      const { refused, toolNames, routes } = await plugins.load();
      expect(routes.get('shared')?.pluginName).to.equal('first');
      expect(toolNames).to.deep.equal(['shared']);
      expect(refused).to.have.length(1);
      expect(refused[0]).to.include({ bundle: 'two', where: 'plugin.json /tools/0/name' });
      expect(refused[0]?.reason).to.equal('the tool name "shared" belongs to the bundle "one"');
    });

    it('keeps it with the one that serves, whatever the order of names', async () => {
      writeTools('zeta', 'zeta', 'shared');
      const serving = await plugins.load();
      writeTools('alpha', 'alpha', 'shared', 'more');
      const next = await plugins.load({ serving });
      expect(next.routes.get('shared')?.pluginName).to.equal('zeta');
      expect(next.refused[0]?.bundle).to.equal('alpha');
      expect(next.refused[0]?.reason).to.contain('already serving');
      expect((await plugins.load()).routes.get('shared')?.pluginName).to.equal('alpha');
    });

    it('gives it away once the one that served is gone', async () => {
      const old = writeTools('zeta', 'zeta', 'shared');
      const serving = await plugins.load();
      writeTools('alpha', 'alpha', 'shared');
      rmSync(old, { recursive: true });
      const next = await plugins.load({ serving });
      expect(next.routes.get('shared')?.pluginName).to.equal('alpha');
      expect(next.refused).to.deep.equal([]);
    });

    it('refuses a new version that takes the name of another, and lets the one before go on', async () => {
      writeTools('a', 'a', 'first');
      writeTools('z', 'z', 'last');
      const serving = await plugins.load();
      writeTools('a', 'a', 'first', 'last');
      writeTools('m', 'm', 'first');
      const next = await plugins.load({ serving });
      expect(next.refused.map(({ bundle, stillServes }) => [bundle, stillServes])).to.deep.equal([
        ['a', '0.0.0'],
        ['m', undefined],
      ]);
      expect(next.routes.get('last')?.pluginName).to.equal('z');
      expect(next.routes.get('first')?.pluginName).to.equal('a');
    });

    it('serves the version below where the highest takes the name of another, also after a restart', async () => {
      for (const [version, tool] of [
        ['1.0.0', 'own'],
        ['1.1.0', 'taken'],
        ['1.2.0', 'taken'],
      ]) {
        const tools = [{ ...TOOL, name: tool, export: 'work' }];
        plugins.write(`m-${version}`, { 'plugin.json': manifest({ name: 'm', version, tools }), 'index.js': ENTRY });
      }
      writeTools('a', 'a', 'taken');
      const inspector = watchingInspector();
      const { bundles, refused, standby } = await plugins.load({ inspector });
      // Each once, though the choice among the versions of m takes three rounds.
      expect(inspector.seen.map(({ digest }) => digest)).to.have.length(4);
      expect(bundles.map(({ bundle }) => bundle)).to.deep.equal(['a', 'm-1.0.0']);
      expect(refused.map(({ bundle, stillServes }) => [bundle, stillServes])).to.deep.equal([
        ['m-1.1.0', '1.0.0'],
        ['m-1.2.0', '1.0.0'],
      ]);
      expect(standby).to.deep.equal([]);
    });

    it('gives a name to a plugin and to a tool of another', async () => {
      writeTools('a', 'shared', 'first');
      writeTools('b', 'other', 'shared');
      const { refused, toolNames } = await plugins.load();
      expect(refused).to.deep.equal([]);
      expect(toolNames).to.deep.equal(['first', 'shared']);
    });

    it('refuses one of two bundles that are the same version of a plugin with other content', async () => {
      writeTools('one', 'twin', 'a');
      writeTools('two', 'twin', 'b');
      const { refused, toolNames } = await plugins.load();
      expect(toolNames).to.deep.equal(['a']);
      expect(refused).to.have.length(1);
      expect(refused[0]).to.include({ bundle: 'two', where: 'plugin.json /version', stillServes: '0.0.0' });
      expect(refused[0]?.reason).to.equal('the bundle "one" is version 0.0.0 of twin too, with other content');
    });

    it('lets a copy of a bundle, byte for byte, stand by', async () => {
      plugins.write('a', { 'plugin.json': manifest(), 'index.js': ENTRY });
      plugins.write('b', { 'plugin.json': manifest(), 'index.js': ENTRY });
      const { refused, bundles, standby } = await plugins.load();
      expect(bundles.map(({ bundle }) => bundle)).to.deep.equal(['a']);
      expect(refused).to.deep.equal([]);
      expect(standby.map(({ bundle, cause }) => [bundle, cause])).to.deep.equal([['b', 'copy']]);
    });
  });
});
