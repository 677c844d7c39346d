// A server and the commands of its operator write one audit log: who changed what, from which state to which. It holds no secret, and a full disk
// costs no call.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { AuditEntry } from '../../../src/server/audit/entry.ts';
import { verifyLog } from '../../../src/server/audit/verify.ts';
import { runHere } from '../../cli/run-command.ts';
import { archiveOf } from '../../support/admin.ts';
import { writePlugins } from '../../support/config.ts';
import { callTool } from '../../support/host.ts';
import { type ServerProcess, startServer } from '../../support/server-process.ts';
import { skipWithout } from '../../support/skip.ts';

const ADMIN_KEY = 'a'.repeat(43);
const adminKeys = {
  admin: { hash: `sha256:${createHash('sha256').update(ADMIN_KEY).digest('hex')}`, role: 'operate' },
};
const REDIS_PASSWORD = 'hunter2-hunter2';
const COMMAND_SECRET = 'pass show weather-key-0815';

describe('the audit log of a server', function () {
  this.timeout(120_000);
  let plugins: string;
  let server: ServerProcess | undefined;
  beforeEach(() => {
    plugins = writePlugins({
      worker: {
        source: 'export const works = () => 1;',
        tools: { works: {} },
        manifest: { capabilities: { store: {} } },
      },
    });
  });
  afterEach(() => {
    server?.remove();
    server = undefined;
    rmSync(plugins, { recursive: true, force: true });
  });

  const entriesOf = (file: string): readonly AuditEntry[] =>
    readFileSync(file, 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as AuditEntry);

  const until = async <Value>(look: () => Value | undefined): Promise<Value> => {
    for (const startMs = performance.now(); performance.now() - startMs < 20_000; ) {
      const found = look();
      if (found !== undefined) return found;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error('it did not happen');
  };

  const ask = async (
    method: string,
    path: string,
    body?: Uint8Array | object,
  ): Promise<{ digest?: string; code?: string }> => {
    const isArchive = body instanceof Uint8Array;
    const response = await fetch(`${server?.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${ADMIN_KEY}`,
        ...(body !== undefined && { 'content-type': isArchive ? 'application/gzip' : 'application/json' }),
      },
      ...(body !== undefined && { body: isArchive ? new Uint8Array(body) : JSON.stringify(body) }),
    });
    return (await response.json()) as { digest?: string; code?: string };
  };

  const version = (number: string, description = 'Counts.') =>
    archiveOf({ name: 'counter', version: number, description });

  it('names who changed what over the admin API', async () => {
    server = await startServer({
      plugins,
      config: { server: { adminKeys }, audit: { file: 'audit.log' } },
    });
    const file = join(server.folder, 'audit.log');
    const { digest: first } = await ask('PUT', '/admin/plugins/counter', await version('1.0.0'));
    const { digest: second } = await ask('PUT', '/admin/plugins/counter', await version('1.1.0', 'Other words.'));
    expect((await ask('POST', '/admin/plugins/counter/approve', { digest: 'sha256-0' })).code).to.equal('conflict');
    await ask('POST', '/admin/plugins/counter/approve', { digest: second });
    await ask('POST', '/admin/plugins/counter/rollback', {});
    await ask('POST', '/admin/plugins/counter/unpin', {});
    await ask('GET', '/admin/plugins');
    await ask('DELETE', '/admin/plugins/counter');
    expect(await server.end()).to.equal(0);
    const entries = entriesOf(file);
    const admin = entries.filter(({ who }) => who === 'admin:admin');
    expect(admin.map(({ action, outcome }) => `${action} ${outcome}`)).to.deep.equal([
      'plugin.upload ok',
      'plugin.upload ok',
      'plugin.approve conflict',
      'plugin.approve ok',
      'plugin.rollback ok',
      'plugin.unpin ok',
      'plugin.remove ok',
    ]);
    expect(admin[0]).to.deep.include({
      subject: 'counter',
      to: { version: '1.0.0', digest: first, state: 'serving' },
    });
    expect(admin[3]?.callId).to.match(/^[0-9a-f-]{36}$/);
    const served = entries.filter(({ action, subject }) => action === 'plugin.serves' && subject === 'counter');
    const versionIn = (state: unknown): unknown => (state as { version?: string } | null)?.version ?? null;
    expect(served.map(({ from, to }) => [versionIn(from), versionIn(to)])).to.deep.equal([
      [null, '1.0.0'],
      ['1.0.0', '1.1.0'],
      ['1.1.0', '1.0.0'],
      ['1.0.0', '1.1.0'],
      ['1.1.0', null],
    ]);
    expect(entries[0]).to.deep.include({ who: 'server', action: 'serve.start', outcome: 'ok' });
    expect((entries[0]?.to as { settings: object } | undefined)?.settings).to.deep.include({
      'server.adminKeys.admin.hash': adminKeys.admin.hash,
    });
    expect(entries.at(-1)).to.deep.include({ who: 'server', action: 'serve.stop', detail: 'SIGTERM' });
    expect(await verifyLog(file)).to.deep.include({ faults: [], entries: entries.length });
  });

  it('names the user of each command, and the server that takes the change up, in one chain', async () => {
    server = await startServer({
      plugins,
      config: { access: { keysFile: 'keys.json', anonymous: 'allow' }, audit: { file: 'audit.log' } },
    });
    const { folder } = server;
    const file = join(folder, 'audit.log');
    const run = async (...words: readonly string[]): Promise<string> => {
      const { code, stdout, stderr } = await runHere(words, { cwd: folder });
      expect(code, stderr).to.equal(0);
      return stdout;
    };
    const taken = (action: string, count: number): Promise<true> =>
      until(() => (entriesOf(file).filter((entry) => entry.action === action).length >= count ? true : undefined));
    const key = (await run('key', 'create', '--client', 'ada')).trim();
    const [{ id }] = JSON.parse(readFileSync(join(folder, 'keys.json'), 'utf8')).keys;
    await taken('keys.change', 1);
    await run('key', 'rotate', id);
    await taken('keys.change', 3);
    await run('key', 'revoke', id);
    await taken('keys.change', 4);
    await run('grant', 'worker', '--yes', '--plugins', plugins);
    await taken('config.change', 1);
    await run('revoke', 'worker', '--yes', '--plugins', plugins);
    await taken('config.change', 2);
    expect(await server.end()).to.equal(0);
    const who = `user:${userInfo().username}`;
    const entries = entriesOf(file);
    const done = entries.filter((entry) => entry.who === who);
    expect(done.map(({ action }) => action)).to.deep.equal([
      'key.create',
      'key.rotate',
      'key.revoke',
      'config.write',
      'config.write',
    ]);
    expect(done[0]).to.deep.include({ subject: id, from: null });
    expect(done[0]?.to).to.include({ id, client: 'ada' });
    expect(done[3]).to.deep.include({ from: { 'grants.worker.store': null }, to: { 'grants.worker.store': true } });
    const changes = entries.filter(({ action }) => action === 'config.change');
    expect(changes[0]).to.deep.include({
      who: 'server',
      from: { 'grants.worker.store': null },
      to: { 'grants.worker.store': true },
    });
    expect(changes[1]).to.deep.include({ from: { 'grants.worker.store': true }, to: { 'grants.worker.store': null } });
    const text = readFileSync(file, 'utf8');
    expect(text).not.to.contain(key.slice(9, 30));
    expect(text).not.to.contain(createHash('sha256').update(key).digest('hex'));
    expect(await verifyLog(file)).to.deep.include({ faults: [], entries: entries.length });
  });

  it('records how the configuration differs, with secrets never shown', async () => {
    const redis = (password: string) => ({ redisUrl: `redis://user:${password}@127.0.0.1:1/` });
    const base = { audit: { file: 'audit.log' }, store: redis(REDIS_PASSWORD) };
    server = await startServer({ plugins, config: base });
    const file = join(server.folder, 'audit.log');
    const secrets = { KEY: { plugin: 'worker', origin: 'https://a.example', file: 'key.txt' } };
    writeFileSync(join(server.folder, 'key.txt'), 'the-secret-value-4711\n', { mode: 0o600 });
    const next = { ...base, limits: { cpuMs: 700 }, secrets, store: redis('another-password') };
    writeFileSync(server.configFile, JSON.stringify(next));
    const change = await until(() => entriesOf(file).find(({ action }) => action === 'config.change'));
    expect(change.from).to.deep.include({ 'limits.cpuMs': 1000, 'secrets.KEY.plugin': null });
    expect(change.to).to.deep.include({
      'limits.cpuMs': 700,
      'secrets.KEY.plugin': 'worker',
      'secrets.KEY.file': join(server.folder, 'key.txt'),
    });
    expect(change.detail).to.equal('waits for a restart: store.redisUrl');
    writeFileSync(
      server.configFile,
      JSON.stringify({ ...next, secrets: { KEY: { ...secrets.KEY, file: undefined, command: COMMAND_SECRET } } }),
    );
    await until(() =>
      entriesOf(file).filter(({ action }) => action === 'config.change').length > 1 ? true : undefined,
    );
    expect(await server.end()).to.equal(0);
    const text = readFileSync(file, 'utf8');
    for (const secret of [REDIS_PASSWORD, 'another-password', 'the-secret-value', COMMAND_SECRET])
      expect(text).not.to.contain(secret);
    expect(text).to.contain('(hidden)');
  });

  it('keeps a server from starting, and a command from changing anything, if the file is not an audit log', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'toolcell-audit-'));
    try {
      writeFileSync(join(folder, 'notes.txt'), 'notes\n');
      writeFileSync(
        join(folder, 'sandbox.config.json'),
        JSON.stringify({ audit: { file: 'notes.txt' }, access: { keysFile: 'keys.json' } }),
      );
      const made = await runHere(['key', 'create', '--client', 'ada'], { cwd: folder });
      expect([made.code, made.stdout]).to.deep.equal([3, '']);
      expect(made.stderr).to.match(/notes\.txt: has no entry of an audit log at its end → .* So nothing was changed\./);
      expect(() => readFileSync(join(folder, 'keys.json'))).to.throw('ENOENT');
      const error = await startServer({ plugins, config: { audit: { file: join(folder, 'notes.txt') } } }).catch(
        String,
      );
      expect(error).to.match(/audit\.file: .*notes\.txt: has no entry of an audit log/);
      expect(readFileSync(join(folder, 'notes.txt'), 'utf8')).to.equal('notes\n');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('says that the disk is full, goes on serving, and writes the entries when there is room again', async function () {
    const folder = mkdtempSync(join(tmpdir(), 'toolcell-full-'));
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder]).status === 0;
    try {
      skipWithout(this, 'an audit log on a full disk', mounted ? undefined : 'no right to mount a file system');
      const file = join(folder, 'audit.log');
      server = await startServer({ plugins, config: { server: { adminKeys }, audit: { file } } });
      const filler = join(folder, 'filler');
      spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=1k']);
      for (let round = 0; round < 60; round += 1) await ask('POST', '/admin/plugins/none/unpin', {});
      const fault = await server.entry(
        ({ level, msg }) => level === 50 && /audit log cannot be written/.test(String(msg)),
      );
      expect(fault.msg).to.match(/audit\.log \(ENOSPC\) → make room/);
      expect((await callTool(server.url, 'works')).body).to.equal(1);
      rmSync(filler);
      await server.entry(({ msg }) => /is written again/.test(String(msg)));
      expect(await server.end()).to.equal(0);
      expect(entriesOf(file).filter(({ action }) => action === 'plugin.unpin')).to.have.length(60);
      expect(await verifyLog(file)).to.deep.include({ faults: [] });
      expect(server.entries().filter(({ msg }) => /cannot be written/.test(String(msg)))).to.have.length(1);
    } finally {
      if (mounted) spawnSync('umount', [folder]);
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
