// What locks a runner down, asked from inside by code that has all of Node's rights: what it finds is what an escape from V8 would. In
// bubblewrap's box, and in what stands in its place on a machine without it, for whoever runs the tests and, if that is root, for an ordinary user.

import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  copyFileSync,
  cpSync,
  linkSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { RunnerChild } from '../../src/control/runner-child.ts';
import { buildRunnerImage, type RunnerImage } from '../../src/launch/image/build.ts';
import { type LaunchPlan, planLaunch } from '../../src/launch/plan.ts';
import { findPrograms } from '../../src/launch/programs.ts';
import { SYSTEM_CALLS, seccompFilter } from '../../src/launch/seccomp.ts';
import { skipWithout } from '../support/skip.ts';
import { toolsWithout } from '../support/tools.ts';

const PROBE = fileURLToPath(new URL('../fixtures/probes/full-rights.mjs', import.meta.url));
const ENTRY = /runner\/process-entry\.js$/;

interface Found {
  readonly report: Readonly<Record<string, unknown>>;
  /** Of the process, as the host sees it. */
  readonly status: string;
  readonly network: string;
}

describe('what locks a runner down', function () {
  this.timeout(60_000);
  let image: RunnerImage;
  let tcp: Server;
  let unix: Server;
  let folder: string;

  before(async () => {
    image = await buildRunnerImage();
    cpSync(PROBE, join(image.folder, 'probe.mjs'));
    folder = mkdtempSync(join(tmpdir(), 'toolcell-'));
    tcp = createServer().listen(0, '127.0.0.1');
    unix = createServer().listen(join(folder, 'host.sock'));
    await once(tcp, 'listening');
    process.env.LOCKDOWN_TEST_SECRET = 'secret';
  });
  after(() => {
    delete process.env.LOCKDOWN_TEST_SECRET;
    tcp?.close();
    unix?.close();
    image?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const planWith = (searchPath: string): Promise<LaunchPlan> =>
    planLaunch({
      platform: process.platform,
      architecture: process.arch,
      nodePath: process.execPath,
      searchPath,
      isolatesPerRunner: 7,
      imageFolder: image.folder,
    });

  /** The plan's own command, with the probe in the runner's place and without Node's permissions. */
  const probe = (plan: LaunchPlan): Promise<Found> => {
    const { port } = tcp.address() as { port: number };
    const args = [
      ...plan.args
        .filter((word) => !/^--(permission|allow-)/.test(word))
        .map((word) => word.replace(ENTRY, 'probe.mjs')),
      ...[String(port), join(folder, 'host.sock'), String(process.pid)],
    ];
    return new Promise((resolve, reject) => {
      let text = '';
      let found: Found | undefined;
      const child = new RunnerChild(
        { ...plan, args },
        {
          onData: (chunk) => {
            text += chunk;
            if (!text.endsWith('\n')) return;
            const proc = `/proc/${child.workerProcessId}`;
            const status = readFileSync(`${proc}/status`, 'utf8');
            found = { report: JSON.parse(text), status, network: readlinkSync(`${proc}/ns/net`) };
            child.end(() => {});
          },
          onExited: (how) => (found ? resolve(found) : reject(new Error(how))),
        },
      );
    });
  };

  const holds = ({ report, status, network }: Found): void => {
    // No connection, no listener, no datagram, no socket of the host.
    expect(report.tcp).to.equal('EPERM');
    expect(report.unix).to.be.oneOf(['EPERM', 'ENOENT']);
    expect(report.listen).to.equal('EPERM');
    expect(report.udp).to.be.oneOf(['EPERM', 'EINVAL']);
    expect(network).not.to.equal(readlinkSync('/proc/self/ns/net'));
    // No writable file, and none to read but the runner's.
    expect(report.writable).to.deep.equal([]);
    expect(report.temporary).to.include({ ok: false });
    expect(report.procWrite).to.include({ ok: false });
    expect(report.passwd).to.include({ ok: false });
    expect(report.root).to.include({ ok: false });
    // Under coverage Node hands the second to each of its children.
    const mayBeThere = ['PWD', 'NODE_V8_COVERAGE'];
    expect(report.environment).to.satisfy((names: string[]) => names.every((name) => mayBeThere.includes(name)));
    // No other process, and no new one.
    expect(report.kill).to.include({ ok: false });
    expect(report.shell).to.include({ ok: false });
    expect(report.child).to.include({ value: 'EPERM' });
    // No rights.
    expect(status)
      .to.match(/^CapEff:\s+0+$/m)
      .and.match(/^NoNewPrivs:\s+1$/m)
      .and.match(/^Seccomp:\s+2$/m);
    for (const target of report.descriptors as string[])
      expect(target).to.match(/^(\/dev\/null|pipe:|socket:|anon_inode:|\/proc\/)/);
  };

  it('holds in the box of bubblewrap', async function () {
    const plan = await planWith(process.env.PATH ?? '');
    const why = plan.layers.find(({ active }) => !active)?.note ?? 'it is not installed';
    skipWithout(this, 'the box of bubblewrap', plan.place === 'box' ? undefined : `nothing is proven about it: ${why}`);
    const found = await probe(plan);
    holds(found);
    const { report, status } = found;
    const files = report.files as string[];
    const others = files.filter((path) => !/^\/toolcell\/(node$|image\/)/.test(path));
    expect(others.filter((path) => !/\.so(\.\d+)*$/.test(path))).to.deep.equal([]);
    expect(report.processes).to.have.members(['bwrap', 'node']);
    expect(report.hostname).to.equal('toolcell');
    expect(report.user).to.equal(65_534);
    expect(status).to.match(/^CapBnd:\s+0+$/m);
  });

  it('holds without bubblewrap, through namespaces, Landlock and seccomp', async function () {
    const plan = await planWith(toolsWithout('bwrap'));
    const missing = plan.layers.filter(({ active }) => !active).map(({ name, note }) => `${name}: ${note}`);
    skipWithout(this, 'locks without bubblewrap', missing.length === 0 ? undefined : missing.join('; '));
    expect(plan.place).to.equal('child');
    const found = await probe(plan);
    holds(found);
    expect(found.report.user).to.equal(65_534);
    expect(found.report.files).to.deep.equal([]);
    // Root's runners are another user outside too.
    expect(found.status).not.to.match(/^Uid:\s+0\b/m);
  });
});

const PROGRAMS = findPrograms(process.platform, process.env.PATH ?? '');

/** Says how each way to make a process ends: the number of the error, or `made`. A made one leaves at once. */
const WAYS_TO_FORK = `
  my %ways = (x64 => [[56, 17], [56, 0x4111], [57], [435, 0, 0]], arm64 => [[220, 17], [220, 0x4111], [435, 0, 0]]);
  print join ',', map { my $made = syscall($_->[0], map { 0 + $_ } @$_[1 .. $#$_], (0) x 4); syscall($ARGV[1], 0) if $made == 0; $made < 0 ? 0 + $! : 'made' } @{$ways{$ARGV[0]}};
`;

describe('the filter of system calls', function () {
  this.timeout(30_000);
  const folder = mkdtempSync(join(tmpdir(), 'toolcell-filter-'));
  const filter = join(folder, 'filter.bpf');
  const calls = SYSTEM_CALLS[process.arch];
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** What Perl says, with the filter set by the runners' own script, or by bubblewrap. */
  const say = (words: readonly string[]): readonly string[] => {
    const [exit, fork] = [process.arch === 'x64' ? '231' : '94', process.arch];
    const [command = '', ...args] = [...words, 'perl', '-e', WAYS_TO_FORK, fork, exit];
    const inherited = openSync(filter, 'r');
    const { stdout, stderr } = spawnSync(command, args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe', inherited],
    });
    closeSync(inherited);
    expect(stderr).to.equal('');
    return stdout.split(',');
  };

  before(function () {
    const missing = calls && PROGRAMS.perl ? undefined : 'no perl, or no filter for this processor';
    skipWithout(this, 'processes that the filter refuses', missing);
    writeFileSync(filter, seccompFilter(process.arch) as Buffer);
  });

  /** EPERM for processes, with and without memory of their own; ENOSYS for clone3, whose flags it cannot read. */
  const refused = process.arch === 'x64' ? ['1', '1', '1', '38'] : ['1', '1', '38'];

  it('lets a runner make threads and no processes, set by the script', () => {
    const script = fileURLToPath(new URL('../../src/launch/lock-down.pl', import.meta.url));
    const numbers = [String(calls?.prctl), String(calls?.seccomp)];
    expect(say(['perl', script, ...numbers, `filter=${filter}`, '--'])).to.deep.equal(refused);
  });

  it('lets a runner make threads and no processes, set by bubblewrap', async function () {
    const bwrap = PROGRAMS.bwrap;
    const box = ['--ro-bind', '/', '/', '--proc', '/proc', '--dev', '/dev', '--seccomp', '3'];
    const works = bwrap && spawnSync(bwrap, ['--ro-bind', '/', '/', 'true']).status === 0;
    skipWithout(
      this,
      'processes that the filter refuses in the box',
      works ? undefined : 'bubblewrap does not run here',
    );
    expect(say([bwrap as string, ...box])).to.deep.equal(refused);
  });
});

describe('a launch plan', function () {
  this.timeout(60_000);
  let image: RunnerImage;
  before(async () => {
    image = await buildRunnerImage();
  });
  after(() => image.remove());

  const planHere = (parts: Partial<Parameters<typeof planLaunch>[0]>): Promise<LaunchPlan> =>
    planLaunch({
      platform: process.platform,
      architecture: process.arch,
      nodePath: process.execPath,
      searchPath: '',
      isolatesPerRunner: 7,
      imageFolder: image.folder,
      ...parts,
    });

  it('starts runners without any tool of the system, and says what is missing and what adds it', async () => {
    const plan = await planHere({});
    expect(plan.broken).to.equal(undefined);
    expect(plan.command).to.equal(process.execPath);
    const missing = plan.layers.filter(({ active }) => !active);
    expect(missing.map(({ name }) => name)).to.include.members(['network', 'files', 'processes', 'syscalls']);
    if (process.platform === 'linux') expect(missing[0]?.note).to.contain('apt-get install bubblewrap');
  });

  it('gives a runner without any lock no files, no network and no children through Node', async () => {
    const plan = await planHere({});
    const flags = plan.args.slice(0, -1);
    const code = `
      const attempt = (action) => { try { action(); return 'allowed'; } catch (error) { return error.code; } };
      console.log(JSON.stringify([
        attempt(() => require('fs').readFileSync('/etc/passwd')),
        attempt(() => require('fs').writeFileSync('/tmp/toolcell-probe', '')),
        attempt(() => require('child_process').spawnSync('id')),
        attempt(() => new (require('worker_threads').Worker)('0', { eval: true })),
      ]));`;
    const { stdout } = spawnSync(plan.command, [...flags, '-e', code], { encoding: 'utf8', env: {} });
    expect(JSON.parse(stdout)).to.deep.equal(Array(4).fill('ERR_ACCESS_DENIED'));
  });

  it('starts runners of another user than root from a Node that only root can reach', async function () {
    const folder = mkdtempSync(join(tmpdir(), 'toolcell-private-'));
    const nodePath = join(folder, 'node');
    try {
      const isRoot = process.getuid?.() === 0 && process.platform === 'linux';
      skipWithout(this, 'a Node that only root can reach', isRoot ? undefined : 'not root');
      try {
        linkSync(process.execPath, nodePath);
      } catch {
        copyFileSync(process.execPath, nodePath);
      }
      const plan = await planHere({ nodePath, searchPath: toolsWithout('bwrap') });
      expect(plan.broken).to.equal(undefined);
      expect(plan.inheritedFile).to.equal(nodePath);
      expect(plan.layers.find(({ name }) => name === 'privileges')?.note).to.contain('user nobody');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('says why not even a bare runner starts', async () => {
    const missing = await planHere({ nodePath: '/nonexistent/node' });
    expect(missing.broken).to.match(/nonexistent/);
    const noImage = await planHere({
      imageFolder: mkdtempSync(join(tmpdir(), 'toolcell-empty-')),
      isolatesPerRunner: 8,
    });
    expect(noImage.broken).to.match(/process-entry|addon|permission|module/i);
  });
});
