// A disk that is really full: what cannot be written changes nothing, the host is to blame, and everything works again once there is room.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { runHere } from '../cli/run-command.ts';
import { type AdminHost, startAdminHost } from '../support/admin.ts';
import { writePlugins } from '../support/config.ts';
import { callTool } from '../support/host.ts';
import { startServer } from '../support/server-process.ts';
import { skipWithout } from '../support/skip.ts';
import { mountSmallDisk, noSmallDisk, type SmallDisk } from '../support/small-disk.ts';

const DISK_KB = 4_096;

describe('on a full disk', function () {
  this.timeout(90_000);
  let disk: SmallDisk | undefined;
  let admin: AdminHost | undefined;
  before(function () {
    skipWithout(this, 'a full disk', noSmallDisk());
  });
  beforeEach(() => {
    disk = mountSmallDisk(DISK_KB);
  });
  afterEach(async () => {
    await admin?.close();
    admin = undefined;
    disk?.remove();
    disk = undefined;
  });

  const at = (...names: readonly string[]): string => join(disk?.folder ?? '', ...names);

  it('a server refuses an upload and a removal as its own fault, changes nothing, and does both once there is room', async () => {
    mkdirSync(at('plugins'));
    admin = await startAdminHost({ folder: at('plugins') });
    expect(await admin.put({ version: '1.0.0' })).to.include({ status: 201 });
    const { url } = admin.host;
    const before = (await callTool(url, 'whichVersion')).body;
    disk?.fill();
    for (const reply of [await admin.put({ version: '1.1.0' }), await admin.ask('DELETE', '/admin/plugins/counter')]) {
      expect(reply).to.include({ status: 503, code: 'folder_unavailable' });
      expect(reply.body).to.include({ fault: 'host', retryable: true });
      expect(reply.detail).to.contain('ENOSPC').and.contain('has changed nothing').and.not.contain(at());
    }
    expect((await callTool(url, 'whichVersion')).body).to.deep.equal(before);
    disk?.free();
    expect(await admin.put({ version: '1.1.0' })).to.include({ status: 201 });
    expect(await admin.ask('DELETE', '/admin/plugins/counter')).to.include({ status: 200 });
    expect((await callTool(url, 'whichVersion')).code).to.equal('tool_not_found');
    expect(readdirSync(at('plugins')).filter((name) => name.includes('counter'))).to.deep.equal([]);
  });

  describe('a command', () => {
    const CONFIG = {
      plugins: { folder: 'plugins' },
      audit: { file: 'audit.jsonl' },
      log: { file: 'log/toolcell.log' },
      access: { keysFile: 'keys.json' },
      grants: { one: { store: true } },
    };
    const run = (...words: readonly string[]) => runHere(words, { cwd: at() });
    const stateOf = (): readonly string[] =>
      ['sandbox.config.json', 'audit.jsonl', 'keys.json', 'plugins/toolcell.lock'].map((name) =>
        readFileSync(at(name), 'utf8'),
      );

    beforeEach(async () => {
      writePlugins(
        {
          one: { source: 'export const one = () => 1;', tools: { one: {} }, manifest: { capabilities: { store: {} } } },
        },
        at('plugins'),
      );
      mkdirSync(at('log'));
      writeFileSync(at('sandbox.config.json'), JSON.stringify(CONFIG, null, 2));
      expect(await run('key', 'create', '--client', 'ada')).to.include({ code: 0 });
      expect((await run('approve', 'one', '--yes')).code).to.be.oneOf([0, 1]);
      writeFileSync(at('plugins', 'toolcell.lock'), JSON.stringify({ lockVersion: 2, plugins: {} }));
    });

    it('that may not record changes nothing, says why and ends with exit code 3', async () => {
      const [{ id = '' } = {}] = (
        JSON.parse((await run('key', 'list', '--json')).stdout) as { keys: readonly { id: string }[] }
      ).keys;
      const before = stateOf();
      disk?.fill();
      for (const words of [
        ['key', 'create', '--client', 'bob'],
        ['key', 'revoke', id],
        ['key', 'rotate', id],
        ['revoke', 'one', '--yes'],
        ['admin', 'create', 'ann', '--role', 'read', '--yes'],
        ['remove', 'one', '--yes'],
      ]) {
        const { code, stdout, stderr } = await run(...words);
        const told = `${words.join(' ')}: ${stdout}${stderr}`;
        expect(code, told).to.equal(3);
        expect(stderr, told)
          .to.match(/nothing was changed|cannot be written|ENOSPC/i)
          .and.not.contain('Toolcell itself');
        expect(stateOf(), told).to.deep.equal(before);
      }
      disk?.free();
      expect((await run('revoke', 'one', '--yes')).code).to.equal(0);
      expect((await run('key', 'revoke', id)).code).to.equal(0);
    });

    it('that decides about versions and grants changes nothing either, and succeeds once there is room', async () => {
      const place = (version: string, capabilities: Readonly<Record<string, Readonly<Record<string, never>>>>): void =>
        void writePlugins(
          {
            [`notes-${version}`]: {
              source: `export const note = () => '${version}';`,
              tools: { note: {} },
              manifest: { name: 'notes', version, capabilities },
            },
          },
          at('plugins'),
        );
      // A server records what serves.
      place('1.0.0', {});
      place('1.1.0', {});
      const server = await startServer({ plugins: at('plugins'), folder: at(), config: CONFIG });
      await server.end();
      place('2.0.0', { store: {} });
      const before = stateOf();
      disk?.fill();
      const decisions = [
        ['approve', 'notes', '--grant', '--yes'],
        ['rollback', 'notes', '1.0.0'],
      ];
      for (const words of decisions) {
        const { code, stdout, stderr } = await run(...words);
        const told = `${words.join(' ')}: ${stdout}${stderr}`;
        expect(code, told).to.equal(3);
        expect(stderr, told)
          .to.match(/nothing was changed|cannot be written|ENOSPC/i)
          .and.not.contain('Toolcell itself');
        expect(stateOf(), told).to.deep.equal(before);
      }
      disk?.free();
      for (const words of decisions) {
        const { code, stdout, stderr } = await run(...words);
        expect(code, `${words.join(' ')}: ${stdout}${stderr}`).to.equal(0);
      }
      const verified = await run('audit', 'verify');
      expect(verified.code, verified.stdout + verified.stderr).to.equal(0);
    });

    it('that looks at the machine says so', async () => {
      disk?.fill();
      const full = await run('doctor', '--json');
      const { findings } = JSON.parse(full.stdout) as { findings: readonly Readonly<Record<string, string>>[] };
      expect(full.code).to.equal(3);
      const found = findings.filter(({ check }) => check === 'disk').map(({ level, found }) => `${level}: ${found}`);
      expect(found).to.deep.equal([
        `bad: ${at('plugins')} has no room (ENOSPC) for plugins`,
        `bad: ${at()} has no room (ENOSPC) for the store, the audit log, API keys`,
        `bad: ${at('log')} has no room (ENOSPC) for the log`,
      ]);
      disk?.free();
      expect((await run('doctor')).stdout).to.contain('This host works');
    });
  });
});
