// Who may import whom. A folder is a trust zone: a new edge here is a decision, not a detail.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const SOURCE = fileURLToPath(new URL('../src', import.meta.url));
const TESTS = import.meta.dirname;

/** Zone → zones whose values it may import, and packages it may use. `types:` allows types only. */
const ALLOWED: Readonly<Record<string, { readonly zones: readonly string[]; readonly packages: readonly string[] }>> = {
  text: { zones: [], packages: ['fastest-levenshtein', 'jsonc-parser'] },
  protocol: { zones: ['text'], packages: [] },
  lifetime: { zones: [], packages: [] },
  sdk: { zones: [], packages: [] },
  // What others import runs without this package's other parts, and without Node.
  client: { zones: [], packages: [] },
  guest: { zones: ['protocol/guest-wire'], packages: [] },
  'guest/web': {
    zones: ['types:guest/scripts/parts'],
    packages: [
      ...['@exodus/bytes/*', '@noble/ciphers/*', '@noble/curves/*', '@noble/hashes/*', 'tr46', 'tr46/*'],
      ...['web-streams-polyfill', 'web-streams-polyfill/*'],
      ...['whatwg-mimetype/*', 'whatwg-url'],
    ],
  },
  redis: { zones: [], packages: ['ioredis'] },
  doors: { zones: ['protocol', 'lifetime', 'redis', 'text'], packages: ['ioredis', 'jose'] },
  throttle: { zones: ['protocol', 'redis', 'access/pattern'], packages: [] },
  idempotency: { zones: ['protocol', 'redis'], packages: [] },
  // The same rules are applied by a server and explained by a command.
  access: { zones: ['protocol', 'text'], packages: [] },
  audit: { zones: ['lifetime', 'text'], packages: [] },
  // The table of settings has the limits that a rule can lower.
  config: {
    zones: ['protocol', 'lifetime', 'text', 'access/rule', 'throttle/quota'],
    packages: ['jsonc-parser'],
  },
  // The search for tools, and the formats of their lists. It knows the shape of a manifest and nothing of where tools come from.
  discovery: {
    zones: [
      ...['protocol', 'text', 'catalog/manifest/schema-refs'],
      // What clients of MCP get.
      'mcp/tool-definitions',
    ],
    packages: ['gpt-tokenizer/*'],
  },
  // It compares what the search reads. Requests leave through a control thread.
  embeddings: { zones: ['protocol', 'discovery/fields'], packages: [] },
  mcp: { zones: ['protocol', 'text'], packages: ['@modelcontextprotocol/server'] },
  tls: { zones: [], packages: [] },
  catalog: {
    zones: [
      'protocol',
      'lifetime',
      'config/limits',
      'text',
      'access/idle-rules',
      'access/tools',
      // What the lint tells authors before an API does.
      'discovery/formats',
      'types:access',
      'types:config',
      'types:sdk',
    ],
    packages: ['ajv/*', 'ajv-formats', 'chokidar', 'es-module-lexer', 'p-limit', 'semver/*', 'tar'],
  },
  traces: {
    zones: ['protocol', 'types:config', 'types:http'],
    packages: [
      ...['@opentelemetry/api', '@opentelemetry/exporter-trace-otlp-proto', '@opentelemetry/resources'],
      '@opentelemetry/sdk-trace-base',
    ],
  },
  http: {
    zones: ['protocol', 'text', 'doors', 'mcp', 'openapi', 'tls/material', 'traces/sampling', 'types:config'],
    packages: ['koa', '@koa/router'],
  },
  openapi: { zones: ['protocol', 'text'], packages: [] },
  listen: { zones: ['protocol', 'http', 'doors', 'types:config', 'types:tls', 'types:traces'], packages: [] },
  log: { zones: ['protocol', 'text', 'types:config', 'types:http'], packages: [] },
  metrics: {
    zones: ['protocol', 'http/host-policy', 'doors/key-record', 'types:http', 'types:config', 'types:catalog'],
    packages: ['prom-client'],
  },
  dispatch: {
    zones: [
      ...['protocol', 'lifetime', 'broker/broker', 'types:broker', 'types:control'],
      // What both ends of the link to a control thread have to know.
      ...['control/greeting', 'control/shared-watch', 'control/violations'],
    ],
    packages: ['piscina'],
  },
  // How a runner is started here: made ready before there is one. A process is started to find out what locks it down.
  launch: { zones: ['protocol', 'lifetime', 'control/runner-child'], packages: ['esbuild'] },
  broker: {
    zones: [
      ...['protocol', 'lifetime', 'text', 'types:control', 'types:launch'],
      // The card that it writes, and what is said of what is read there.
      ...['control/call-card', 'control/call-watch', 'control/kill-reasons', 'control/violations'],
    ],
    packages: [],
  },
  control: {
    zones: ['protocol', 'lifetime', 'text', 'types:launch'],
    packages: ['piscina', 'ipaddr.js', 'undici', 'ioredis'],
  },
  runner: { zones: ['protocol'], packages: ['isolated-vm', 'ajv/*', 'ajv-formats'] },
  pack: {
    zones: [
      ...['protocol', 'lifetime', 'catalog', 'config/settings', 'types:sdk'],
      // What came with a stranger's folder runs in a box, too.
      ...['launch/programs', 'launch/shared-libraries'],
    ],
    packages: ['@noble/hashes/*', 'acorn', 'esbuild', 'eslint-scope', 'fflate', 'jsonc-parser', 'tar'],
  },
  sources: { zones: ['protocol', 'catalog'], packages: ['piscina'] },
  attack: { zones: ['serve/host', 'protocol', 'types:launch', 'types:config', 'types:sdk'], packages: [] },
  cli: {
    zones: [
      ...[
        'protocol',
        'text',
        'config',
        'catalog',
        'dispatch',
        'discovery/token-count',
        'doors',
        'audit',
        'tls',
        'pack',
        'serve/sandbox',
        'sources',
        'attack',
        'access',
        'client',
      ],
      'types:sdk',
    ],
    packages: ['chokidar', 'esbuild', '@toolcell/plugin', 'toolcell:test-file'],
  },
};

/** Zone → its rooms, each of which may import from those before it only. An empty name stands for the files beside the rooms. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  client: ['core', 'adapters', ''],
  config: ['settings', '', 'file', 'load', 'live'],
  doors: ['', 'tokens'],
  discovery: ['formats', ''],
  catalog: ['model', 'manifest', 'bundle', 'compile', 'lint', 'lock', 'load', 'serve', 'operate'],
  launch: ['', 'image'],
  broker: ['runner', 'fleet', 'results', ''],
  control: ['capabilities', ''],
  dispatch: ['link', ''],
  runner: ['guest-wire', 'isolates', 'calls', 'inspection', ''],
  cli: [
    ...[
      'common',
      'operate',
      'bridge',
      'connect',
      'plugin',
      'testing',
      'checking',
      'dev',
      'doctor',
      'completion',
      'templates',
      'new',
    ],
    ...['typing', 'commands', ''],
  ],
  guest: ['scripts', 'bootstrap', 'web'],
  pack: ['signing', ''],
  attack: ['plugins', ''],
};

interface Edge {
  readonly file: string;
  readonly zone: string;
  readonly target: string;
  readonly isType: boolean;
}

/** Without installed packages. */
const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesBelow(join(folder, entry.name));
    return /\.[jt]s$/.test(entry.name) ? [join(folder, entry.name)] : [];
  });

const IMPORT =
  /^(?:import|export)\s+(type\s)?[^'"]*?from\s+'([^']+)'|^import\s+'([^']+)'|\bimport\(\s*'([^']+)'|\brequire\(\s*'([^']+)'/gm;

/** The folder of `src/` that the path is in, or the file itself; `guest/web` is a zone of its own. */
const zoneOf = (path: string): string => (path.startsWith('guest/web/') ? 'guest/web' : (path.split('/')[0] as string));

const edgesOf = (file: string): Edge[] => {
  const path = relative(SOURCE, file);
  const zone = zoneOf(path);
  return [...readFileSync(file, 'utf8').matchAll(IMPORT)].map((match) => {
    const name = (match[2] ?? match[3] ?? match[4] ?? match[5]) as string;
    const target = name.startsWith('.') ? relative(SOURCE, join(file, '..', name)) : name;
    return { file: path, zone, target, isType: match[1] !== undefined };
  });
};

const EDGES = filesBelow(SOURCE).flatMap(edgesOf);
const ZONES = new Set([...Object.keys(ALLOWED), 'cache-folder.js', 'main.js', 'serve', 'toolcell.js']);

/** Edges that leave their zone, Node's own modules aside. */
const CROSSING = EDGES.filter(({ zone, target }) => zoneOf(target) !== zone && !target.startsWith('node:'));

const isAllowed = ({ zone, target, isType }: Edge): boolean => {
  const rules = ALLOWED[zone];
  if (!rules) return true;
  // The published schemas and the version are data.
  if (target.startsWith('../schemas/') || target === '../package.json') return true;
  const own = target.endsWith('.ts');
  if (!own) {
    return (
      rules.packages.some((name) =>
        name.endsWith('/*') ? target === name.slice(0, -2) || target.startsWith(name.slice(0, -1)) : target === name,
      ) || isType
    );
  }
  const place = target.replace(/\.ts$/, '');
  return rules.zones.some((rule) => {
    const name = rule.replace(/^types:/, '');
    return (rule === name || isType) && (place === name || place.startsWith(`${name}/`));
  });
};

/** Files of the host tier end so; `npm test` leaves all of them out but the smoke test. */
const SLOW = /\.(?:host|soak|nightly)\.test\.ts$/;
/** What starts brokers and runners, or runs calls as a runner does. */
const STARTERS = [
  ...['serve/host.ts', 'serve/sandbox.ts', 'serve/serve.ts'].map((file) => join(SOURCE, file)),
  join(TESTS, 'support/runner-calls.ts'),
];
/** The path of an entry: a test that names one starts a server or a command as a process. */
const ENTRY_PATH = /'[^'\n]*\bsrc\/(?:main|toolcell)\.js'/;

const IMPORTED = new Map<string, readonly string[]>();
const importedBy = (file: string): readonly string[] => {
  const known = IMPORTED.get(file);
  if (known) return known;
  const text = readFileSync(file, 'utf8');
  const found = [...text.matchAll(IMPORT)]
    .filter((match) => match[1] === undefined)
    .map((match) => match[2] ?? match[3] ?? match[4] ?? '')
    .filter((name) => /^\..*\.ts$/.test(name))
    .map((name) => join(file, '..', name))
    .filter((path) => existsSync(path));
  if (ENTRY_PATH.test(text)) found.push(STARTERS[2] as string);
  IMPORTED.set(file, found);
  return found;
};

/** Whether the file, or what it imports, is able to start a host or a runner's calls. */
const mayStartHost = (file: string): boolean => {
  const reached = new Set([file]);
  for (const each of reached) for (const next of importedBy(each)) reached.add(next);
  return STARTERS.some((starter) => reached.has(starter));
};

describe('the tiers of the tests', () => {
  const files = filesBelow(TESTS).filter((file) => file.endsWith('.test.ts'));

  it('keep hosts and servers out of the unit tier', () => {
    const unit = files.filter((file) => !SLOW.test(file));
    expect(unit).to.have.length.greaterThan(80);
    expect(unit.filter(mayStartHost).map((file) => relative(TESTS, file))).to.deep.equal([]);
  });

  it('have no file in the host tier that starts no host', () => {
    const slow = files.filter((file) => SLOW.test(file) && !file.endsWith('.nightly.test.ts'));
    expect(slow).to.have.length.greaterThan(40);
    expect(slow.filter((file) => !mayStartHost(file)).map((file) => relative(TESTS, file))).to.deep.equal([]);
  });
});

describe('skipped tests', () => {
  it('are skipped by name, with what is missing', () => {
    const silent = filesBelow(TESTS)
      .filter(
        (file) => !file.includes('/fixtures/') && !file.endsWith('support/skip.ts') && !file.endsWith('harness.js'),
      )
      .filter((file) => /\b(?:this|context|it|describe)\.(?:skip|only)\b/.test(readFileSync(file, 'utf8')));
    expect(silent.map((file) => relative(TESTS, file))).to.deep.equal([]);
  });
});

describe('the architecture', () => {
  it('has no zone that the table does not know', () => {
    expect([...new Set(EDGES.map(({ zone }) => zone))].filter((zone) => !ZONES.has(zone))).to.deep.equal([]);
  });

  for (const zone of Object.keys(ALLOWED)) {
    it(`lets ${zone} import only what it may`, () => {
      const wrong = CROSSING.filter((edge) => edge.zone === zone && !isAllowed(edge)).map(
        ({ file, target }) => `${file} → ${target}`,
      );
      expect(wrong).to.deep.equal([]);
    });
  }

  it('lists the rooms of every zone that has folders', () => {
    const zones = readdirSync(SOURCE).filter((name) => !name.includes('.'));
    const hasFolders = (zone: string): boolean =>
      readdirSync(join(SOURCE, zone), { withFileTypes: true }).some((entry) => entry.isDirectory());
    expect(zones.filter((zone) => hasFolders(zone) && !(zone in ROOMS))).to.deep.equal([]);
  });

  for (const [zone, rooms] of Object.entries(ROOMS)) {
    const roomOf = (path: string): string => (path.split('/').length > 2 ? (path.split('/')[1] as string) : '');

    it(`has no room in ${zone} that the list does not know`, () => {
      const files = filesBelow(join(SOURCE, zone)).map((file) => relative(SOURCE, file));
      expect(new Set(files.map(roomOf))).to.deep.equal(new Set(rooms));
    });

    it(`has no circle among the rooms of ${zone}, and none that imports from one above it`, () => {
      const upwards = EDGES.filter((edge) => edge.zone === zone && edge.target.startsWith(`${zone}/`)).filter(
        ({ file, target }) => rooms.indexOf(roomOf(target)) > rooms.indexOf(roomOf(file)),
      );
      expect(upwards.map(({ file, target }) => `${file} → ${target}`)).to.deep.equal([]);
    });
  }

  it('keeps isolated-vm behind the runner', () => {
    expect(EDGES.filter(({ zone, target }) => target === 'isolated-vm' && zone !== 'runner')).to.deep.equal([]);
  });

  it('lets nobody import the composition root', () => {
    expect(
      EDGES.filter(
        ({ target, file }) =>
          target === 'main.js' ||
          target === 'toolcell.js' ||
          (target === 'serve/serve.ts' && file !== 'main.js') ||
          (target === 'serve/sandbox.ts' && !/^(serve|cli)\//.test(file)) ||
          (target === 'serve/host.ts' && !/^(serve|cli|attack)\//.test(file)),
      ),
    ).to.deep.equal([]);
  });

  it('knows control threads and runners only as file paths', () => {
    const named = EDGES.filter(
      ({ file, target }) =>
        (/^(http|catalog)\//.test(file) && /^(broker|control)\//.test(target)) ||
        target === 'control/control-thread.ts' ||
        (/^(broker|dispatch|control)\//.test(file) && target.startsWith('runner/')),
    );
    expect(named).to.deep.equal([]);
  });

  it('keeps the network and the store of plugins out of the listening thread', () => {
    const outside = EDGES.filter(
      ({ file, target, isType }) =>
        !isType && !file.startsWith('control/') && target.startsWith('control/capabilities'),
    );
    expect(outside).to.deep.equal([]);
  });

  it('loads the tokenizer and what makes signatures in command-line processes only', () => {
    const reached = new Set(['serve/host.ts', 'serve/serve.ts', 'serve/sandbox.ts']);
    for (const file of reached) {
      for (const edge of EDGES)
        if (edge.file === file && !edge.isType && edge.target.endsWith('.ts')) reached.add(edge.target);
    }
    expect(reached).to.include('catalog/bundle/signature-check.ts');
    const packages = EDGES.filter(({ file }) => reached.has(file)).map(({ target }) => target);
    expect(packages.filter((name) => /^(gpt-tokenizer|@noble)/.test(name))).to.deep.equal([]);
  });

  it('reads the environment and the command line at the entries only', () => {
    const readers = filesBelow(SOURCE)
      .filter((file) => /(?<!')process\.(env|argv)\b/.test(readFileSync(file, 'utf8')))
      .map((file) => relative(SOURCE, file));
    expect(readers.filter((file) => !['main.js', 'serve/serve.ts', 'toolcell.js'].includes(file))).to.deep.equal([]);
  });

  it('finds edges at all', () => {
    expect(EDGES.length).to.be.greaterThan(50);
    expect(isAllowed({ file: 'http/x.ts', zone: 'http', target: 'broker/broker.ts', isType: false })).to.equal(false);
    expect(isAllowed({ file: 'http/x.ts', zone: 'http', target: 'isolated-vm', isType: false })).to.equal(false);
    expect(isAllowed({ file: 'catalog/x.ts', zone: 'catalog', target: 'config/load/load.ts', isType: false })).to.equal(
      false,
    );
  });
});
