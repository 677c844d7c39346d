// The parts of a changed configuration that a running server follows.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { LiveConfig, type Update } from '../../../src/settings/live/live-config.ts';
import { loadConfig } from '../../../src/settings/load/load.ts';
import { loadExternalValues } from '../../../src/settings/load/secrets.ts';
import { SETTING_BY_PATH } from '../../../src/settings/settings.ts';
import type { Setting } from '../../../src/settings/table/setting.ts';
import { accepted } from '../config-folder.ts';
import { nestedAt } from '../nested.ts';

const origin = 'https://api.example.com';

/** Another valid value; undefined for kinds of settings whose values the table cannot tell. */
const otherValueOf = (setting: Setting): unknown => {
  if (setting.type === 'integer') return setting.default > setting.min ? setting.default - 1 : setting.default + 1;
  if (setting.type === 'choice') return setting.values.find((value) => value !== setting.default);
  return setting.type === 'boolean' ? !setting.default : undefined;
};

describe('a configuration that is read again', () => {
  let cwd: string;
  const env = { KEY: 'first value of the key' };
  beforeEach(() => {
    cwd = mkdtempSync(join(tmpdir(), 'toolcell-live-'));
  });
  afterEach(() => rmSync(cwd, { recursive: true }));
  const write = (values: object): void => writeFileSync(join(cwd, 'sandbox.config.json'), JSON.stringify(values));
  const open = (values: object): LiveConfig => {
    write(values);
    const loaded = accepted(loadConfig({ cwd, env }));
    const read = loadExternalValues({ ...loaded, env, cwd });
    if (!read.ok) throw new Error(read.problems.join());
    return new LiveConfig({ cwd, env, loaded, externalValues: read.externalValues });
  };
  const updated = (update: Update): Update & { ok: true } => {
    if (!update.ok) throw new Error(update.problems.join());
    return update;
  };

  it('is followed or waits for a restart, setting by setting as its row says', () => {
    for (const [path, setting] of SETTING_BY_PATH) {
      const value = otherValueOf(setting);
      if (value === undefined || setting.needs) continue;
      const live = open({});
      write(nestedAt(path, value));
      const { config, taken, waiting } = updated(live.read());
      expect([taken, waiting], path).to.deep.equal(setting.live ? [[path], []] : [[], [path]]);
      const inForce = path
        .split('.')
        .reduce<unknown>((inner, name) => (inner as Record<string, unknown>)[name], config);
      expect(inForce, path).to.deep.equal(setting.live ? value : setting.default);
    }
  });

  it('changes whom certificates name, and admin keys if there was an admin API at start', () => {
    const tls = { certificateFile: 'a', keyFile: 'b', clientCertificates: 'optional', clientCaFile: 'c' };
    const key = (digit: string) => ({ hash: `sha256:${digit.repeat(64)}`, role: 'read' });
    const live = open({
      server: { tls, adminKeys: { one: key('1') } },
      access: { certificates: { ada: { san: 'DNS:a' } } },
    });
    write({ server: { tls, adminKeys: { two: key('2') } }, access: { certificates: { eve: { san: 'DNS:e' } } } });
    const { config, taken, waiting } = updated(live.read());
    expect([taken, waiting]).to.deep.equal([['server.adminKeys', 'access.certificates'], []]);
    expect(config.access.certificates).to.deep.equal({ eve: { san: 'DNS:e' } });
    expect(config.server.adminKeys).to.deep.equal({ two: key('2') });
    const closed = open({});
    write({ server: { adminKeys: { two: key('2') } } });
    const update = updated(closed.read());
    expect([update.taken, update.waiting]).to.deep.equal([[], ['server.adminKeys (there was no admin API at start)']]);
    expect(update.config.server.adminKeys).to.deep.equal({});
  });

  it('changes toolsets and the embedding endpoint with its secret', () => {
    const live = open({});
    const embeddings = { url: `${origin}/v1/embeddings`, model: 'm', secret: 'KEY' };
    write({
      discovery: { embeddings, toolsets: { one: { plugins: ['a'] } } },
      secrets: { KEY: { origin, env: 'KEY' } },
    });
    const { config, taken, waiting, externalValues } = updated(live.read());
    const changed = ['url', 'model', 'secret'].map((name) => `discovery.embeddings.${name}`);
    expect([taken, waiting]).to.deep.equal([['discovery.toolsets', ...changed, 'secrets'], []]);
    expect(config.discovery.embeddings).to.include(embeddings);
    expect(externalValues.secrets[0]).to.deep.include({ plugin: 'discovery.embeddings', from: { value: env.KEY } });
  });

  it('changes grants, limits and the like, and names the settings that need a restart', () => {
    const live = open({ pool: { runners: 4 } });
    write({
      grants: { a: { store: true } },
      limits: { cpuMs: 10 },
      pool: { runners: 5 },
      log: { level: 'warn', format: 'json' },
    });
    const { config, taken, waiting } = updated(live.read());
    expect(taken).to.deep.equal(['limits.cpuMs', 'grants', 'log.level']);
    expect(waiting).to.deep.equal(['pool.runners', 'log.format']);
    expect(config.limits.cpuMs).to.equal(10);
    expect(config.pool.runners).to.equal(4);
    expect(config.log).to.include({ level: 'warn', format: 'auto' });
  });

  it('is compared with the accepted one', () => {
    const live = open({});
    write({ limits: { cpuMs: 10 } });
    live.accept(updated(live.read()));
    expect(updated(live.read()).taken).to.deep.equal([]);
    write({});
    expect(updated(live.read()).taken).to.deep.equal(['limits.cpuMs']);
  });

  it('raises no limit above the size of buffers', () => {
    const live = open({
      limits: { resultBytes: 1_000 },
      plugins: { overrides: { a: { limits: { resultBytes: 2_000 } } } },
    });
    write({
      limits: { resultBytes: 5_000 },
      plugins: { overrides: { b: { tools: { t: { limits: { resultBytes: 3_000, cpuMs: 20 } } } } } },
    });
    const { config, waiting } = updated(live.read());
    expect(config.limits.resultBytes).to.equal(2_000);
    expect(config.plugins.overrides.b?.tools?.t?.limits).to.deep.equal({ resultBytes: 2_000, cpuMs: 20 });
    expect(waiting).to.deep.equal(['limits.resultBytes above 2000']);
  });

  it('reads secrets again from variables and files, and runs no command', () => {
    const file = join(cwd, 'key');
    writeFileSync(file, 'first in the file', { mode: 0o600 });
    const bound = (source: object) => ({ plugin: 'a', origin, ...source });
    const secrets = { A: bound({ env: 'KEY' }), B: bound({ file }), C: bound({ command: 'date +%s%N' }) };
    const live = open({ secrets });
    const valuesOf = ({ externalValues }: Update & { ok: true }) =>
      Object.fromEntries(
        externalValues.secrets.map(({ name, from }) => [name, 'value' in from ? from.value : from.callerHeader]),
      );
    const first = valuesOf(updated(live.read()));
    writeFileSync(file, 'second in the file');
    write({ secrets: { ...secrets, D: bound({ command: 'echo 12345678' }), E: bound({ callerHeader: 'x-e' }) } });
    const update = updated(live.read());
    expect(valuesOf(update)).to.deep.equal({
      A: 'first value of the key',
      B: 'second in the file',
      C: first.C,
      E: 'x-e',
    });
    expect(Object.keys(update.config.secrets).sort()).to.deep.equal(['A', 'B', 'C', 'E']);
    expect(update.waiting).to.deep.equal(['secrets.D.command (commands are run at start only)']);
    write({});
    expect(updated(live.read()).externalValues.secrets).to.deep.equal([]);
  });

  it('is refused as a whole if anything is wrong with it, or it is gone', () => {
    const live = open({});
    write({ limits: { cpuMs: 0 }, grants: { a: { store: true } } });
    expect(live.read()).to.include({ ok: false });
    write({ secrets: { A: { plugin: 'a', origin, env: 'NOT_THERE' } } });
    expect(live.read()).to.include({ ok: false });
    rmSync(join(cwd, 'sandbox.config.json'));
    const gone = live.read();
    expect(!gone.ok && gone.problems[0]).to.contain('the file is gone');
    expect(live.config.grants).to.be.empty;
  });
});
