// The shell blocks about the admin API in docs/operating.md, run unchanged and in order against a host.

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { type AdminHost, archiveOf, startAdminHost } from '../support/admin.ts';
import { noCommands, skipWithout } from '../support/skip.ts';
import { page, tablesOf } from './pages.ts';

const run = promisify(execFile);
const MISSING = noCommands('openssl', 'sha256sum', 'curl');

describe('the admin API in docs/operating.md', function () {
  this.timeout(120_000);
  const { blocks, text } = page('docs/operating.md');
  const [makeKey = '', requests = ''] = blocks.filter(({ language }) => language === 'bash').map(({ text }) => text);
  const folder = mkdtempSync(join(tmpdir(), 'toolcell-docs-'));
  let admin: AdminHost | undefined;
  after(async () => {
    await admin?.close();
    rmSync(folder, { recursive: true });
  });
  const bash = async (script: string, env: Record<string, string> = {}): Promise<string> =>
    (await run('bash', ['-c', script], { cwd: folder, env: { PATH: process.env.PATH ?? '', ...env } })).stdout;

  it('has commands that make a key that opens it, and a file of it for its owner alone', async function () {
    skipWithout(this, 'the commands for the admin API in docs/operating.md', MISSING);
    const hash = (await bash(makeKey)).trim();
    const [, key = ''] = /^Authorization: Bearer ([0-9a-f]{64})\n$/.exec(
      readFileSync(join(folder, 'admin.header'), 'utf8'),
    ) as RegExpExecArray;
    expect(hash).to.equal(`sha256:${createHash('sha256').update(key).digest('hex')}`);
    expect(statSync(join(folder, 'admin.header')).mode & 0o077).to.equal(0);
    admin = await startAdminHost({ watch: false }, { adminKeys: { admin: { hash, role: 'operate' } } });
  });

  it('has requests that are answered as the table says', async function () {
    skipWithout(this, 'the commands for the admin API in docs/operating.md', MISSING);
    if (!admin) throw new Error('the test before this one made no key');
    const { host, folder: plugins } = admin;
    const archive = (version: string, description?: string) =>
      archiveOf({ name: 'word-count', version, ...(description !== undefined && { description }) });
    writeFileSync(join(plugins, 'word-count-1.0.0.tgz'), archive('1.0.0'));
    await host.reload();
    writeFileSync(join(plugins, 'word-count-2.0.0.tgz'), archive('2.0.0', 'Counts words in another way.'));
    await host.reload();
    const DIGEST = host.catalog.standby[0]?.digest ?? '';
    writeFileSync(join(folder, 'word-count-1.1.0.tgz'), archive('1.1.0'));
    const script = requests.replace('http://127.0.0.1:3000', host.url).replaceAll('\ncurl', '\necho; curl');
    const answers = (await bash(script, { DIGEST })).trim().split('\n');
    const documents = answers.map((answer) => JSON.parse(answer));
    expect(documents.map(({ state }) => state)).to.deep.equal([
      'serving',
      undefined,
      undefined,
      'serving',
      undefined,
      'serving',
      undefined,
    ]);
    expect(documents.map(({ version }) => version).filter(Boolean)).to.deep.equal(['1.1.0', '1.0.0', '2.0.0']);
    expect(documents[1].plugins).to.have.length(1);
    expect(documents[2].name).to.equal('word-count');
    expect(documents[4].serving.version).to.equal('1.1.0');
    expect(documents[6].removed[0].version).to.equal('1.0.0');
    const methods = tablesOf(text, ['request', 'does']).map(
      ([request = '']) => request.replaceAll('`', '').split('?')[0],
    );
    expect(methods).to.deep.equal([
      'GET /admin/server',
      'GET /admin/plugins',
      'GET /admin/plugins/NAME',
      'PUT /admin/plugins/NAME',
      'POST /admin/plugins/NAME/import',
      'DELETE /admin/plugins/NAME',
      'POST /admin/plugins/NAME/approve',
      'POST /admin/plugins/NAME/rollback',
      'POST /admin/plugins/NAME/unpin',
    ]);
  });
});
