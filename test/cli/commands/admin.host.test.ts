// `toolcell admin`: the key that it makes opens the admin API of a server with the configuration that it writes.

import { readFileSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { keyHashOf } from '../../../src/front/doors/api-key.ts';
import { writePlugins } from '../../support/config.ts';
import { startServer } from '../../support/server-process.ts';
import { type Ran, runHere, temporaryFolder } from '../run-command.ts';

const KEY = /^toolcell_admin_[0-9A-Za-z]{49}\n$/;

describe('toolcell admin', function () {
  this.timeout(120_000);
  let folder: ReturnType<typeof temporaryFolder>;
  let home: string;
  beforeEach(() => {
    folder = temporaryFolder();
    home = realpathSync(folder.path);
  });
  afterEach(() => folder.remove());
  const admin = (...words: readonly string[]): Promise<Ran> => runHere(['admin', ...words], { cwd: home });
  const configured = () => JSON.parse(readFileSync(join(home, 'sandbox.config.json'), 'utf8')) as object;

  it('writes the hash, lists and revokes; the key itself is shown once', async () => {
    const unasked = await admin('create', 'dashboard', '--role', 'read');
    expect(unasked.code).to.equal(2);
    expect(unasked.stderr).to.contain('toolcell admin create dashboard --role read --yes');
    const dry = await admin('create', 'dashboard', '--role', 'read', '--dry-run');
    expect([dry.code, dry.stdout]).to.deep.equal([0, '']);
    const made = await admin('create', 'dashboard', '--role', 'read', '--yes');
    expect(made.stdout).to.match(KEY);
    expect(made.stderr).not.to.contain(made.stdout.trim());
    expect(configured()).to.deep.equal({
      server: { adminKeys: { dashboard: { hash: keyHashOf(made.stdout.trim()), role: 'read' } } },
    });
    expect((await admin('list')).stdout).to.match(/^NAME +ROLE +HASH\ndashboard +read +sha256:[0-9a-f]{8}…\n$/);
    expect((await admin('create', 'dashboard', '--role', 'operate', '--yes')).code).to.equal(2);
    expect((await admin('revoke', 'dashbord', '--yes')).stderr).to.contain('Did you mean dashboard?');
    expect((await admin('revoke', 'dashboard', '--yes')).code).to.equal(0);
    expect((await admin('list')).stdout).to.equal('There is no admin key.\n');
  });

  it('says what is wrong', async () => {
    for (const [words, wrong] of [
      [['create'], 'NAME is missing'],
      [['create', 'Big Name', '--role', 'read'], 'NAME: "Big Name" is no name'],
      [['create', 'a'], '--role is missing'],
      [['create', 'a', '--role', 'root'], '--role: "root" is none'],
      [['revoke', '__proto__'], 'is no name'],
      [['creat', 'a'], 'did you mean create?'],
    ] as const) {
      const { code, stderr } = await admin(...words);
      expect(code).to.equal(2);
      expect(stderr).to.contain(wrong);
    }
  });

  it('makes a key that opens the admin API', async () => {
    const { stdout } = await admin('create', 'deploy', '--role', 'operate', '--yes');
    const plugins = writePlugins({});
    const server = await startServer({ plugins, config: configured() });
    try {
      const headers = { authorization: `Bearer ${stdout.trim()}` };
      expect((await fetch(`${server.url}/admin/plugins`, { headers })).status).to.equal(200);
    } finally {
      server.remove();
      rmSync(plugins, { recursive: true });
    }
  });
});
