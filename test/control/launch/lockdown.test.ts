// Tests from inside what locks a runner down, by code that has all of Node's rights, like code that has escaped from V8. It runs in
// bubblewrap's box and in its replacement on a machine without it, as the current user and, if that is root, also as an ordinary user.

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
import { RUNNER_ENVIRONMENT } from '../../../src/control/child/command.ts';
import { RunnerChild } from '../../../src/control/child/runner-child.ts';
import { buildRunnerImage, type RunnerImage } from '../../../src/control/launch/image/build.ts';
import { type LaunchPlan, planLaunch } from '../../../src/control/launch/plan.ts';
import { findPrograms } from '../../../src/control/launch/programs.ts';
import { SYSTEM_CALLS, seccompFilter } from '../../../src/control/launch/seccomp.ts';
import { ALLOWED_CALLS, REFUSED_CALLS } from '../../../src/control/launch/system-calls.ts';
import { V8_FLAGS } from '../../../src/shared/lifetime/v8-flags.js';
import { descendantsOf } from '../../support/processes.ts';
import { skipWithout } from '../../support/skip.ts';
import { toolsWithout } from '../../support/tools.ts';

const PROBE = fileURLToPath(new URL('../../fixtures/probes/full-rights.mjs', import.meta.url));
const ENTRY = /runner\/process-entry\.js$/;

interface Found {
  readonly report: Readonly<Record<string, unknown>>;
  /** The process id, as the host sees it. */
  readonly status: string;
  readonly network: string;
  /** How much sooner than others the kernel ends it, and the processes around it, if memory runs out. */
  readonly oomScores: readonly string[];
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
      v8Flags: V8_FLAGS.runner,
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
            const ids = [child.processId ?? 0, ...descendantsOf(child.processId ?? 0)];
            const oomScores = ids.map((id) => readFileSync(`/proc/${id}/oom_score_adj`, 'utf8').trim());
            found = { report: JSON.parse(text), status, network: readlinkSync(`${proc}/ns/net`), oomScores };
            child.end(() => {});
          },
          onExited: (how) => (found ? resolve(found) : reject(new Error(how))),
        },
      );
    });
  };

  const holds = ({ report, status, network, oomScores }: Found): void => {
    // No connection, no listener, no datagram, no socket of the host.
    expect(report.tcp).to.equal('EPERM');
    expect(report.unix).to.be.oneOf(['EPERM', 'ENOENT']);
    expect(report.listen).to.equal('EPERM');
    expect(report.udp).to.be.oneOf(['EPERM', 'EINVAL']);
    expect(network).not.to.equal(readlinkSync('/proc/self/ns/net'));
    // No writable file, and only the runner's own files to read.
    expect(report.writable).to.deep.equal([]);
    expect(report.temporary).to.include({ ok: false });
    expect(report.procWrite).to.include({ ok: false });
    expect(report.passwd).to.include({ ok: false });
    expect(report.root).to.include({ ok: false });
    // Under coverage Node hands the second to each of its children.
    const mayBeThere = ['PWD', 'NODE_V8_COVERAGE', ...Object.keys(RUNNER_ENVIRONMENT)];
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
    // Out of memory the kernel takes it before the server.
    expect(oomScores.length).to.be.greaterThan(1);
    expect(new Set(oomScores)).to.deep.equal(new Set(['1000']));
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
    // If the host is root, runners are another user outside too.
    expect(found.status).not.to.match(/^Uid:\s+0\b/m);
  });
});

const PROGRAMS = findPrograms(process.platform, process.env.PATH ?? '');

/** Prints how each way to make a process ends: the number of the error, or `made`. A made process exits at once. */
const WAYS_TO_FORK = `
  my %ways = (x64 => [[56, 17], [56, 0x4111], [57], [435, 0, 0]], arm64 => [[220, 17], [220, 0x4111], [435, 0, 0]]);
  print join ',', map { my $made = syscall($_->[0], map { 0 + $_ } @$_[1 .. $#$_], (0) x 4); syscall($ARGV[1], 0) if $made == 0; $made < 0 ? 0 + $! : 'made' } @{$ways{$ARGV[0]}};
`;

/** Makes each given system call with arguments that none can accept, and prints the numbers of the errors. */
const MAKE_CALLS = `print join ',', map { syscall(0 + $_, (-1) x 6) < 0 ? 0 + $! : 'made' } @ARGV;`;

const EPERM = '1';
const ENOSYS = '38';
/** Above all numbers that Linux has now. */
const MOST_NUMBERS = 600;
const CLONE = process.arch === 'x64' ? 56 : 220;
/** uretprobe and uprobe on x64: Linux hides them from filters, and itself ends a process that makes them. */
const BEYOND_FILTERS = process.arch === 'x64' ? [335, 336] : [];

describe('the filter of system calls', function () {
  this.timeout(30_000);
  const folder = mkdtempSync(join(tmpdir(), 'toolcell-filter-'));
  const filter = join(folder, 'filter.bpf');
  const calls = SYSTEM_CALLS[process.arch];
  after(() => rmSync(folder, { recursive: true, force: true }));

  const column = process.arch === 'arm64' ? 1 : 0;
  const numbersOf = (table: typeof ALLOWED_CALLS, at: 0 | 1 = column): readonly number[] =>
    Object.values(table).flatMap((numbers) => numbers[at] ?? []);

  /** The output of Perl, with the filter set by `words`. */
  const say = (words: readonly string[], script: string, ...scriptArgs: readonly string[]): readonly string[] => {
    const [command = '', ...args] = [...words, 'perl', '-e', script, ...scriptArgs];
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
    skipWithout(this, 'system calls that the filter refuses', missing);
    writeFileSync(filter, seccompFilter(process.arch) as Buffer);
  });

  /** The runners' own script, which sets the filter. */
  const byScript = (): readonly string[] => {
    const script = fileURLToPath(new URL('../../../src/control/launch/lock-down.pl', import.meta.url));
    return ['perl', script, String(calls?.prctl), String(calls?.seccomp), `filter=${filter}`, '--'];
  };

  const byBubblewrap = (test: Mocha.Context): readonly string[] => {
    const bwrap = PROGRAMS.bwrap;
    const works = bwrap && spawnSync(bwrap, ['--ro-bind', '/', '/', 'true']).status === 0;
    skipWithout(
      test,
      'system calls that the filter refuses in the box',
      works ? undefined : 'bubblewrap does not run here',
    );
    return [bwrap as string, '--ro-bind', '/', '/', '--proc', '/proc', '--dev', '/dev', '--seccomp', '3'];
  };

  /** EPERM for processes, with and without memory of their own; ENOSYS for clone3, whose flags it cannot read. */
  const makesNoProcess = (words: readonly string[]): void => {
    const refused = process.arch === 'x64' ? [EPERM, EPERM, EPERM, ENOSYS] : [EPERM, EPERM, ENOSYS];
    expect(say(words, WAYS_TO_FORK, process.arch, process.arch === 'x64' ? '231' : '94')).to.deep.equal(refused);
  };

  const knowsNoOtherCall = (words: readonly string[]): void => {
    // Made processes would print too; makesNoProcess covers these.
    const { fork: _, vfork: __, ...refused } = REFUSED_CALLS;
    const listed = new Set([...numbersOf(ALLOWED_CALLS), ...numbersOf(REFUSED_CALLS), CLONE, ...BEYOND_FILTERS]);
    const others = Array.from({ length: MOST_NUMBERS }, (_value, number) => number).filter(
      (number) => !listed.has(number),
    );
    const madeOf = (numbers: readonly number[]): Set<string> => new Set(say(words, MAKE_CALLS, ...numbers.map(String)));
    expect([...madeOf(numbersOf(refused))]).to.deep.equal([EPERM]);
    expect([...madeOf(others)]).to.deep.equal([ENOSYS]);
  };

  it('names no call twice', () => {
    for (const at of [0, 1] as const) {
      const numbers = [...numbersOf(ALLOWED_CALLS, at), ...numbersOf(REFUSED_CALLS, at), at === 0 ? 56 : 220];
      expect(new Set(numbers).size).to.equal(numbers.length);
    }
    expect(Object.keys(ALLOWED_CALLS).filter((name) => name in REFUSED_CALLS)).to.deep.equal([]);
  });

  it('lets a runner make threads and no processes, set by the script', () => makesNoProcess(byScript()));

  it('lets a runner make threads and no processes, set by bubblewrap', function () {
    makesNoProcess(byBubblewrap(this));
  });

  it('refuses what is listed, and knows no call that is not, set by the script', () => knowsNoOtherCall(byScript()));

  it('refuses what is listed, and knows no call that is not, set by bubblewrap', function () {
    knowsNoOtherCall(byBubblewrap(this));
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
      v8Flags: V8_FLAGS.runner,
      ...parts,
    });

  it('starts runners without any tool of the system, and names each missing layer and how to add it', async () => {
    const plan = await planHere({});
    expect(plan.broken).to.equal(undefined);
    expect(plan.command).to.equal(process.execPath);
    const missing = plan.layers.filter(({ active }) => !active);
    expect(missing.map(({ name }) => name)).to.include.members(['network', 'files', 'processes', 'syscalls']);
    if (process.platform === 'linux') expect(missing[0]?.note).to.contain('apt-get install bubblewrap');
  });

  it('leaves a flag of V8 out that Node refuses, and keeps the others', async () => {
    const plan = await planHere({ v8Flags: [...V8_FLAGS.runner, '--made-up-flag=1'] });
    expect(plan.broken).to.equal(undefined);
    expect(plan.refusedFlags).to.deep.equal(['--made-up-flag=1']);
    expect(plan.args)
      .to.include.members([...V8_FLAGS.runner])
      .and.not.include('--made-up-flag=1');
    expect((await planHere({})).refusedFlags).to.deep.equal([]);
  });

  it('gives a runner without any lock no files, network or children through Node', async () => {
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
