// `toolcell doctor`: its findings on a machine that works, and on machines that do not.

import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { AuthorizationServer, newSigningKey } from '../../support/authorization-server.ts';
import { runBin, runHere } from '../run-command.ts';

interface Finding {
  readonly check: string;
  readonly level: string;
  readonly found: string;
  readonly advice?: string;
}

describe('toolcell doctor', function () {
  this.timeout(90_000);
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'toolcell-doctor-test-'));
    mkdirSync(join(folder, 'plugins'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const configure = (config: object): void =>
    writeFileSync(join(folder, 'sandbox.config.json'), JSON.stringify({ server: { port: 0 }, ...config }));
  const doctor = async (env: Record<string, string> = {}, run = runHere) => {
    const { code, stdout, stderr } = await run(['doctor', '--json'], { cwd: folder, env });
    if (stdout === '') throw new Error(stderr);
    const { ok, findings } = JSON.parse(stdout) as { ok: boolean; findings: readonly Finding[] };
    return { code, ok, find: (name: string) => findings.find(({ check }) => check === name), findings };
  };

  it('finds that a machine works, by starting a runner and calling it, and leaves no files', async () => {
    configure({});
    const { code, ok, find, findings } = await doctor();
    expect([code, ok], JSON.stringify(findings.filter(({ level }) => level === 'bad'))).to.deep.equal([0, true]);
    for (const name of ['Node', 'temporary folder', 'plugins folder', 'address', 'clock', 'runner', 'store'])
      expect(find(name), name).to.include({ level: 'good' });
    expect(find('Node')?.found)
      .to.contain(`${process.version} (V8 ${process.versions.v8}), `)
      .and.contain(process.execPath);
    expect(find('runner')?.found).to.match(/called in \d+ ms/);
    expect(existsSync(join(folder, 'toolcell-store.sqlite'))).to.equal(false);
  });

  it('names a kept image that is damaged, and a runner starts all the same', async () => {
    configure({});
    const env = { XDG_CACHE_HOME: join(folder, 'cache') };
    await doctor(env, runBin);
    const images = join(folder, 'cache', 'toolcell', 'images');
    const [kept = ''] = readdirSync(images);
    truncateSync(join(images, kept, 'package.json'));
    const { ok, find } = await doctor(env, runBin);
    expect(find('cached image')).to.deep.equal({
      check: 'cached image',
      level: 'warning',
      found: `damaged: ${join(images, kept)}`,
      advice: 'it is built again at the next start, or by this command; see that the disk is sound and has room',
    });
    expect([ok, find('runner')?.level]).to.deep.equal([true, 'good']);
    expect((await doctor(env, runBin)).find('cached image')).to.include({ level: 'good' });
  });

  it('looks at the API keys, if a setting names a file of them', async () => {
    const file = join(folder, 'keys.json');
    configure({ access: { keysFile: 'keys.json' } });
    expect((await doctor()).find('API keys')).to.deep.include({
      level: 'warning',
      advice: 'nobody can call: toolcell key create --client NAME',
    });
    await runHere(['key', 'create', '--client', 'ada'], { cwd: folder });
    expect((await doctor()).find('API keys')).to.include({ level: 'good' });
    chmodSync(file, 0o666);
    const { code, find } = await doctor();
    expect(code).to.equal(3);
    expect(find('API keys')?.found).to.contain('others may write to it');
    expect(find('API keys')?.advice).to.contain('chmod 600');
  });

  it('asks the issuer of access tokens for its keys, if a setting names one', async () => {
    const server = await AuthorizationServer.start({ keys: [await newSigningKey('first')] });
    configure({ access: { oauth: { issuer: server.issuer, resource: 'https://tools.example.com/' } } });
    const up = await doctor();
    await server.close();
    expect(up.find('issuer')).to.include({ level: 'good' });
    const down = await doctor();
    expect(down.code).to.equal(3);
    expect(down.find('issuer')).to.include({ level: 'bad' });
    expect(down.find('issuer')?.found).to.contain(new URL(server.issuer).origin);
    configure({});
    expect((await doctor()).find('issuer')).to.equal(undefined);
  });

  it('warns of smaller faults, with advice, and exits with code 0', async () => {
    configure({});
    rmSync(join(folder, 'plugins'), { recursive: true });
    const { code, find, findings } = await doctor({ PATH: '' });
    expect(code).to.equal(0);
    expect(find('plugins folder')?.advice).to.contain('mkdir -p');
    if (process.platform === 'linux') expect(find('network')?.advice).to.contain('apt-get install bubblewrap');
    for (const { level, advice } of findings) expect(advice === undefined, advice).to.equal(level === 'good');
  });

  it('finds an address in use, an unreachable store and missing isolation that is required, with exit code 3', async () => {
    const other = createServer((_, reply) => reply.end('something else')).listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    try {
      const { port } = other.address() as AddressInfo;
      configure({ server: { port }, store: { redisUrl: 'redis://127.0.0.1:1' } });
      const busy = await doctor();
      expect([busy.code, busy.ok]).to.deep.equal([3, false]);
      expect(busy.find('address')).to.include({ level: 'bad' });
      expect(busy.find('store')).to.include({ level: 'bad' });
      expect(busy.find('store')?.advice).to.contain('redisUrl');
      configure({ requireOsSandbox: ['network'] });
      const bare = await doctor({ PATH: '' });
      expect(bare.code).to.equal(3);
      expect(bare.find('isolation')?.found).to.contain('network');
    } finally {
      other.close();
    }
  });

  it('finds a temporary folder that cannot be used', async () => {
    configure({});
    const before = process.env.TMPDIR;
    process.env.TMPDIR = join(folder, 'missing');
    try {
      const { code, find } = await doctor();
      expect(code).to.equal(3);
      expect(find('temporary folder')).to.include({ level: 'bad' });
    } finally {
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
    }
  });

  it('prints for a person one line for each fault and one for its advice', async () => {
    configure({});
    chmodSync(folder, 0o755);
    const { code, stdout } = await runHere(['doctor'], { cwd: folder });
    expect(code).to.equal(0);
    expect(stdout)
      .to.match(/^✓ Node +v\d+/m)
      .and.match(/^✓ runner +a plugin was loaded and called/m);
    expect(stdout).to.match(/^This host works/m);
  });
});
