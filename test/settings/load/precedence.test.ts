// Sources of values: flags replace the environment, which replaces the file, which replaces defaults.

import { join } from 'node:path';
import { expect } from 'chai';
import { loadConfig } from '../../../src/settings/load/load.ts';
import { accepted, inFolder, loadNothing, loadText, loadValues, problemsOf } from '../config-folder.ts';

const FILE = JSON.stringify({ server: { port: 4001 } });

describe('a value of the configuration', () => {
  it('comes from the file over the default, with its place', () => {
    const { config, sources } = accepted(loadText('{\n  "server": {\n    "port": 4001\n  }\n}'));
    expect(config.server.port).to.equal(4001);
    expect(sources['server.port']).to.equal('sandbox.config.json:3:13');
    expect(sources['server.host']).to.equal('default');
  });

  it('comes from the environment over the file', () => {
    const { config, sources } = accepted(loadText(FILE, { env: { TOOLCELL_PORT: '4002', TOOLCELL_HOST: '::1' } }));
    expect([config.server.port, config.server.host]).to.deep.equal([4002, '::1']);
    expect([sources['server.port'], sources['server.host']]).to.deep.equal(['TOOLCELL_PORT', 'TOOLCELL_HOST']);
  });

  it('comes from a flag over everything', () => {
    const args = ['--port=4003', '--host', '127.0.0.2'];
    const { config, sources } = accepted(loadText(FILE, { args, env: { TOOLCELL_PORT: '4002' } }));
    expect([config.server.port, config.server.host]).to.deep.equal([4003, '127.0.0.2']);
    expect([sources['server.port'], sources['server.host']]).to.deep.equal(['--port', '--host']);
  });

  it('comes from the last of two equal flags', () => {
    expect(accepted(loadNothing({ args: ['--port', '1', '--port', '2'] })).config.server.port).to.equal(2);
  });

  it('is not touched by an empty variable', () => {
    const env = { TOOLCELL_PORT: '', TOOLCELL_CONFIG: '', TOOLCELL_PLUGINS: '', TOOLCELL_HOST: undefined };
    expect(accepted(loadText(FILE, { env })).sources['server.port']).to.equal('sandbox.config.json:1:19');
  });

  it('is checked even if something else overrides it', () => {
    const problems = problemsOf(
      loadValues({ server: { port: 70_000 } }, { args: ['--port', '1'], env: { TOOLCELL_PORT: 'x' } }),
    );
    expect(problems).to.have.length(2);
  });

  it('may be written with comments, trailing commas and as 1e3', () => {
    const { config } = accepted(loadText('/* ours */ {"limits": {"cpuMs": 1e3, "wallMs": 2000,}, // the end\n}'));
    expect(config.limits.wallMs).to.equal(2_000);
    expect(config.limits.cpuMs).to.equal(1_000);
  });

  it('is plain zero if -0 was written', () => {
    expect(Object.is(accepted(loadText('{"server": {"port": -0}}')).config.server.port, 0)).to.equal(true);
  });
});

describe('the folder of plugins', () => {
  const load = (files: Record<string, string>, args: string[], env: Record<string, string> = {}): string =>
    inFolder(files, (cwd) => accepted(loadConfig({ cwd, args, env })).config.plugins.folder.replace(cwd, '<cwd>'));

  it('is relative to the working folder by default, from a flag and from the environment', () => {
    const files = { 'etc/our.json': '{}' };
    expect(load(files, ['--config', 'etc/our.json'])).to.equal(join('<cwd>', 'plugins'));
    expect(load(files, ['--config', 'etc/our.json', '--plugins', 'mine'])).to.equal(join('<cwd>', 'mine'));
    expect(load(files, [], { TOOLCELL_CONFIG: 'etc/our.json', TOOLCELL_PLUGINS: 'x' })).to.equal(join('<cwd>', 'x'));
  });

  it('is relative to the folder of the file that sets it', () => {
    const files = { 'etc/our.json': '{"plugins": {"folder": "../tools"}}' };
    expect(load(files, ['--config', 'etc/our.json'])).to.equal(join('<cwd>', 'tools'));
    const deeper = { 'etc/our.json': '{"plugins": {"folder": "tools"}}' };
    expect(load(deeper, [], { TOOLCELL_CONFIG: 'etc/our.json' })).to.equal(join('<cwd>', 'etc', 'tools'));
  });

  it('is unchanged if it is absolute', () => {
    expect(load({ 'etc/our.json': '{"plugins": {"folder": "/srv/tools"}}' }, ['--config=etc/our.json'])).to.equal(
      '/srv/tools',
    );
  });
});

describe('the configuration file', () => {
  it('is the one of the flag, then of the environment, then the default one', () => {
    const files = {
      'a.json': '{"server": {"port": 1}}',
      'b.json': '{"server": {"port": 2}}',
      'sandbox.config.json': FILE,
    };
    const port = (args: string[], env: Record<string, string>): readonly [number, string | undefined] =>
      inFolder(files, (cwd) => {
        const { config, sources } = accepted(loadConfig({ cwd, args, env }));
        return [config.server.port, sources['server.port']];
      });
    expect(port(['--config', 'a.json'], { TOOLCELL_CONFIG: 'b.json' })).to.deep.equal([1, 'a.json:1:21']);
    expect(port([], { TOOLCELL_CONFIG: 'b.json' })).to.deep.equal([2, 'b.json:1:21']);
    expect(port([], {})).to.deep.equal([4001, 'sandbox.config.json:1:19']);
  });
});

describe('a loaded configuration', () => {
  it('is deeply frozen', () => {
    const overrides = {
      'text-tools': { limits: { cpuMs: 500 }, tools: { summarizeText: { limits: { cpuMs: 100 } } } },
    };
    const loaded = accepted(loadValues({ plugins: { overrides }, pool: { cordons: { ours: ['a', 'b'] } } }));
    const everyObject = (value: unknown): object[] =>
      typeof value === 'object' && value !== null ? [value, ...Object.values(value).flatMap(everyObject)] : [];
    const objects = everyObject(loaded.config);
    expect(objects.length).to.be.above(12);
    for (const object of objects) expect(object).to.be.frozen;
    expect([loaded.sources, loaded.values]).to.satisfy((parts: object[]) => parts.every(Object.isFrozen));
  });

  it('has overrides and cordons as written, nothing under inherited names, and every source', () => {
    const overrides = { constructor: { freshState: 'isolate', tools: { t: { limits: { memoryMb: 32 } } } } };
    const { config, sources } = accepted(loadValues({ plugins: { overrides }, pool: { cordons: { ours: ['a'] } } }));
    expect(config.plugins.overrides).to.deep.equal(overrides);
    expect(config.plugins.overrides.toString).to.equal(undefined);
    expect(config.pool.cordons).to.deep.equal({ ours: ['a'] });
    expect(sources['plugins.overrides.constructor.tools.t.limits.memoryMb']).to.equal('sandbox.config.json:1:99');
    expect(Object.keys(sources)).not.to.include('$schema');
  });
});
