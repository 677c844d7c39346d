// The box around a runner, asked from inside by code that has all of Node's rights: what it finds is what an escape would.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { type LaunchPlan, planLaunch } from '../../src/broker/launch-plan.ts';

const PROBE = fileURLToPath(new URL('../fixtures/probes/full-rights.mjs', import.meta.url));
const SECRET = 'LOCKDOWN_TEST_SECRET';

const planHere = (searchPath = process.env.PATH ?? ''): LaunchPlan =>
  planLaunch({
    platform: process.platform,
    architecture: process.arch,
    nodePath: process.execPath,
    searchPath,
    isolatesPerRunner: 7,
  });

/** The plan's own command, with the probe in the runner's place and Node's permission flags left out. */
const probeArguments = (plan: LaunchPlan): string[] => {
  const args = plan.args.filter((arg) => !/^--(permission|allow-)/.test(arg)).slice(0, -1);
  const at = args.indexOf('--proc');
  const withoutInfo = [...args.slice(0, at), '--ro-bind', PROBE, '/toolcell/src/probe.mjs', ...args.slice(at)];
  const info = withoutInfo.indexOf('--info-fd');
  withoutInfo.splice(info, 2);
  withoutInfo[withoutInfo.indexOf('--seccomp') + 1] = '3';
  return [...withoutInfo, '/toolcell/src/probe.mjs'];
};

describe('the box around a runner', function () {
  this.timeout(30_000);
  const plan = planHere();
  let report: Record<string, unknown>;
  let tcp: Server;
  let unix: Server;

  before(async function () {
    if (!plan.boxed) {
      process.stderr.write(
        `\nSKIPPED, AND NOTHING IS PROVEN ABOUT THE OS SANDBOX: ${plan.layers.find(({ name }) => name === 'bubblewrap')?.note}\n`,
      );
      this.skip();
    }
    tcp = createServer().listen(0, '127.0.0.1');
    const socketPath = join(mkdtempSync(join(tmpdir(), 'toolcell-')), 'host.sock');
    unix = createServer().listen(socketPath);
    await once(tcp, 'listening');
    const port = (tcp.address() as { port: number }).port;
    const child = spawn(plan.command, [...probeArguments(plan), String(port), socketPath], {
      env: { [SECRET]: 'secret' },
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    });
    (child.stdio[3] as NodeJS.WritableStream).end(plan.seccomp ?? '');
    let out = '';
    let err = '';
    child.stdout?.on('data', (text) => {
      out += text;
    });
    child.stderr?.on('data', (text) => {
      err += text;
    });
    await new Promise((resolve) => child.on('close', resolve));
    if (out === '') throw new Error(err);
    report = JSON.parse(out) as Record<string, unknown>;
  });
  after(() => {
    tcp?.close();
    unix?.close();
  });

  it('has no network: no connection, no listener, no datagram, no socket of the host', () => {
    expect(report.tcp).to.equal('EPERM');
    expect(report.unix).to.be.oneOf(['EPERM', 'ENOENT']);
    expect(report.listen).to.equal('EPERM');
    expect(report.udp).to.be.oneOf(['EPERM', 'EINVAL']);
  });

  it('has no writable file', () => {
    expect(report.writable).to.deep.equal([]);
    expect(report.temporary).to.include({ ok: false });
    expect(report.procWrite).to.include({ ok: false });
  });

  it('has no secret: no environment, no password file, no home', () => {
    expect(report.environment).to.satisfy((names: string[]) => names.every((name) => name === 'PWD'));
    expect(report.passwd).to.include({ ok: false });
    expect(report.root).to.include({ ok: false });
  });

  it('has no file of the project but the runner, and no file of the system but the libraries of Node', () => {
    const files = report.files as string[];
    const others = files.filter(
      (path) => !/^\/toolcell\/(node$|package\.json$|src\/(runner|protocol|guest)\/|src\/probe\.mjs$)/.test(path),
    );
    expect(others.filter((path) => !/\.so(\.\d+)*$/.test(path))).to.deep.equal([]);
  });

  it('has no other process and no shell', () => {
    expect(report.processes).to.have.members(['bwrap', 'node']);
    expect(report.shell).to.include({ ok: false });
    expect(report.hostname).to.equal('toolcell');
  });

  it('has no rights: user nobody, no capability, no new privileges, a seccomp filter', () => {
    expect(report.user).to.equal(65_534);
    expect(report.status).to.have.members([
      'CapBnd: 0000000000000000',
      'CapEff: 0000000000000000',
      'NoNewPrivs: 1',
      'Seccomp: 2',
    ]);
  });

  it('holds no descriptor of the host', () => {
    for (const target of report.descriptors as string[])
      expect(target).to.match(/^(\/dev\/null|pipe:|socket:|anon_inode:|\/proc\/)/);
  });
});

describe('a launch plan', () => {
  it('starts without any tool of the system, and says which layers are missing and what adds them', () => {
    const plan = planHere('');
    expect(plan.boxed).to.equal(false);
    expect(plan.command).to.equal(process.execPath);
    const missing = plan.layers.filter(({ active }) => !active);
    expect(missing.map(({ name }) => name)).to.include('bubblewrap');
    if (process.platform === 'linux') expect(missing[0]?.note).to.contain('apt-get install bubblewrap');
  });

  it('gives a runner without a box no files, no network and no children through Node', () => {
    const plan = planHere('');
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
});
