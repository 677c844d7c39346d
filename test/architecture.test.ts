// Who may import whom. A room is a trust zone: a new arrow between rooms is a decision, not a detail.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const SOURCE = fileURLToPath(new URL('../src', import.meta.url));
const PACKAGES = fileURLToPath(new URL('../packages', import.meta.url));
const TESTS = import.meta.dirname;

interface Room {
  /** Rooms that it may import from. `types:` allows types only. */
  readonly rooms: readonly string[];
  /** Packages that it may use. `/*` stands for every file of the package. */
  readonly packages: readonly string[];
}

const ROOMS: Readonly<Record<string, Room>> = {
  shared: { rooms: [], packages: ['fastest-levenshtein', 'ioredis', 'jsonc-parser', 'p-limit', 'piscina'] },
  settings: { rooms: ['shared'], packages: ['jsonc-parser'] },
  // Not trusted: what runs inside the box. Nobody imports from it.
  cell: {
    rooms: ['shared'],
    packages: [
      ...['@exodus/bytes/*', '@noble/ciphers/*', '@noble/curves/*', '@noble/hashes/*', 'tr46', 'tr46/*'],
      ...['web-streams-polyfill', 'web-streams-polyfill/*', 'whatwg-mimetype/*', 'whatwg-url'],
      ...['isolated-vm', 'ajv/*', 'ajv-formats'],
    ],
  },
  control: { rooms: ['shared'], packages: ['esbuild', 'ioredis', 'ipaddr.js', 'piscina', 'undici'] },
  broker: { rooms: ['control', 'shared'], packages: ['piscina'] },
  catalog: {
    rooms: ['settings', 'shared', 'types:packages/plugin'],
    packages: [...['ajv/*', 'ajv-formats', 'es-module-lexer', 'gpt-tokenizer/*', 'p-limit', 'semver/*', 'tar']],
  },
  front: {
    rooms: ['settings', 'shared'],
    packages: ['@koa/router', '@modelcontextprotocol/server', 'jose', 'koa', 'koa-bodyparser'],
  },
  server: {
    rooms: ['front', 'catalog', 'broker', 'control', 'settings', 'shared', 'types:packages/plugin'],
    packages: [
      ...['@opentelemetry/api', '@opentelemetry/exporter-trace-otlp-proto', '@opentelemetry/resources'],
      ...['@opentelemetry/sdk-trace-base', 'acorn', 'piscina', 'prom-client'],
    ],
  },
  cli: {
    rooms: ['server', 'front', 'catalog', 'control', 'settings', 'shared', 'packages/client', 'types:packages/plugin'],
    packages: [
      // What an import reads documents with.
      ...['@scalar/openapi-upgrader', 'yaml'],
      ...['@noble/hashes/*', '@toolcell/plugin', 'acorn', 'es-module-lexer', 'esbuild', 'eslint-scope', 'fflate'],
      ...['jsonc-parser', 'semver/*', 'tar', 'toolcell:test-file', 'ws'],
      // What modules of Node in a bundle are made of.
      ...['events/', 'fflate/*', 'path-browserify', 'punycode/*', 'readable-stream/*', 'string_decoder/', 'url/'],
      ...['@noble/ciphers/*', 'brotli/*', 'fzstd', 'toolcell:bundle', 'toolcell:parts', 'toolcell:program'],
    ],
  },
  // What others import runs without this package's other parts, and without Node.
  'packages/client': { rooms: [], packages: [] },
  'packages/plugin': { rooms: [], packages: [] },
};

/** Folder → the folders in it, each of which may import from those before it only. An empty name stands for the files beside them. */
const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  shared: ['machine', 'lifetime', 'redis', 'text', 'protocol'],
  settings: ['rules', 'table', '', 'file', 'load', 'live'],
  cell: ['guest', 'runner'],
  'cell/guest': ['scripts', 'bootstrap', 'web'],
  'cell/runner': ['guest-wire', 'isolates', 'calls', 'inspection', ''],
  control: ['child', 'launch', 'capabilities', ''],
  'control/launch': ['', 'image'],
  broker: ['link', 'runner', 'fleet', 'results', '', 'queue'],
  catalog: [
    ...[
      'model',
      'compile',
      'manifest',
      'typing',
      'bundle',
      'search',
      'lint',
      'lock',
      'meaning',
      'load',
      'serve',
      'operate',
    ],
  ],
  'catalog/search': ['formats', ''],
  front: ['doors', 'gates', 'mcp', 'openapi', 'tls', 'scripts', 'http', 'listen'],
  'front/doors': ['', 'tokens'],
  'front/gates': ['', 'access', 'idempotency', 'throttle'],
  server: ['audit', 'imports', 'log', 'metrics', 'scripts', 'sources', 'traces', ''],
  cli: [
    ...['attack', 'common', 'connect', 'pack', 'templates', 'typing', 'bridge', 'completion', 'new', 'operate'],
    ...['plugin', 'inspect', 'doctor', 'testing', 'checking', 'dev', 'import', 'why', 'commands', ''],
  ],
  'cli/pack': ['node', '', 'signing'],
  'cli/pack/node': ['', 'shims'],
};

interface Edge {
  readonly file: string;
  readonly room: string;
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

/** The room of a path below `src/`: its first folder, or the file itself. Packages stand beside `src/`. */
const roomOf = (path: string): string =>
  (path.startsWith('../packages/') ? path.slice(3).split('/').slice(0, 2).join('/') : path.split('/')[0]) as string;

const edgesOf = (file: string): Edge[] => {
  const path = relative(SOURCE, file);
  return [...readFileSync(file, 'utf8').matchAll(IMPORT)].map((match) => {
    const name = (match[2] ?? match[3] ?? match[4] ?? match[5]) as string;
    const target = name.startsWith('.') ? relative(SOURCE, join(file, '..', name)) : name;
    return { file: path, room: roomOf(path), target, isType: match[1] !== undefined };
  });
};

const FILES = [
  SOURCE,
  ...Object.keys(ROOMS)
    .filter((room) => room.includes('/'))
    .map((room) => join(PACKAGES, '..', room, 'src')),
].flatMap(filesBelow);
const EDGES = FILES.flatMap(edgesOf);
/** Entries of processes build the rooms' parts, so no row restricts them. */
const ENTRIES = ['main.js', 'start.js', 'toolcell.js'];
/** Runs in the runner of an author's command, before the runner's own entry. */
const INSPECTED_RUNNER = 'cli/inspect/inspected-runner.ts';

/** Edges that leave their room, Node's own modules aside. */
const CROSSING = EDGES.filter(({ room, target }) => roomOf(target) !== room && !target.startsWith('node:'));

/** Modules of Node in a plugin are code of the guest, too, and share its cryptography. The command that packs them knows both as files. */
const isInsideGuest = ({ file, target }: Edge): boolean =>
  file.startsWith('cli/pack/node/shims/crypto-') && target.startsWith('cell/guest/web/');

const isAllowed = (edge: Edge): boolean => {
  const { room, target, isType } = edge;
  if (isInsideGuest(edge)) return true;
  const row = ROOMS[room];
  if (!row) return true;
  // The published schemas with the checks made from them, and the version, are data.
  if (target.startsWith('../schemas/') || target === '../package.json') return true;
  if (!/^(\.\.\/|[a-z]+\/).*\.[jt]s$/.test(target) || !(roomOf(target) in ROOMS))
    return (
      isType ||
      row.packages.some((name) => target === name || (name.endsWith('/*') && target.startsWith(name.slice(0, -1))))
    );
  const to = roomOf(target);
  return row.rooms.some((name) => name === to || (isType && name === `types:${to}`));
};

/** Files of the host tier end so; `npm test` leaves all of them out but the smoke test. */
const SLOW = /\.(?:host|soak|nightly)\.test\.ts$/;
/** What starts brokers and runners, or runs calls as a runner does. */
const STARTERS = [
  ...['server/host.ts', 'server/sandbox.ts', 'server/serve.ts'].map((file) => join(SOURCE, file)),
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

describe('flags of V8', () => {
  it('are set by one file of the tests, which resets them, because many files share a process', () => {
    const setting = filesBelow(TESTS).filter(
      (file) => !file.endsWith('architecture.test.ts') && readFileSync(file, 'utf8').includes('setFlagsFromString'),
    );
    expect(setting.map((file) => relative(TESTS, file))).to.deep.equal(['support/collect.ts']);
  });
});

describe('the architecture', () => {
  it('has a row for each room', () => {
    expect(new Set(EDGES.map(({ room }) => room).filter((room) => !ENTRIES.includes(room)))).to.deep.equal(
      new Set(Object.keys(ROOMS)),
    );
  });

  for (const room of Object.keys(ROOMS)) {
    it(`lets ${room} import only what it may`, () => {
      const wrong = CROSSING.filter((edge) => edge.room === room && !isAllowed(edge));
      expect(wrong.map(({ file, target }) => `${file} → ${target}`)).to.deep.equal([]);
    });
  }

  for (const [folder, order] of Object.entries(FOLDERS)) {
    const below = (path: string): boolean => path.startsWith(`${folder}/`);
    const partOf = (path: string): string => {
      const parts = path.slice(folder.length + 1).split('/');
      return parts.length > 1 ? (parts[0] as string) : '';
    };

    it(`lists the folders of ${folder}, each of which imports from those before it`, () => {
      const inside = FILES.map((file) => relative(SOURCE, file)).filter(below);
      expect(new Set(inside.map(partOf))).to.deep.equal(new Set(order));
      const upwards = EDGES.filter(({ file, target }) => below(file) && below(target)).filter(
        ({ file, target }) => order.indexOf(partOf(target)) > order.indexOf(partOf(file)),
      );
      expect(upwards.map(({ file, target }) => `${file} → ${target}`)).to.deep.equal([]);
    });
  }

  it('has no circle of files, types counted', () => {
    const next = new Map<string, readonly string[]>(
      [...Map.groupBy(EDGES, ({ file }) => file)].map(([file, edges]) => [file, edges.map(({ target }) => target)]),
    );
    const done = new Set<string>();
    const circles: string[] = [];
    const visit = (file: string, way: readonly string[]): void => {
      if (way.includes(file)) return void circles.push([...way.slice(way.indexOf(file)), file].join(' → '));
      if (done.has(file)) return;
      for (const target of next.get(file) ?? []) visit(target, [...way, file]);
      done.add(file);
    };
    for (const file of next.keys()) visit(file, []);
    expect(circles).to.deep.equal([]);
  });

  it('keeps isolated-vm behind the runner', () => {
    const outside = EDGES.filter(({ file, target }) => target === 'isolated-vm' && !file.startsWith('cell/runner/'));
    // Runs in a runner too, and gets isolated-vm from the image.
    expect(outside.filter(({ file, isType }) => file !== INSPECTED_RUNNER || !isType)).to.deep.equal([]);
  });

  it('has debuggers, and runners without the locks of the machine, in commands of authors only', () => {
    const naming = filesBelow(SOURCE)
      .filter((file) => /\b(?:createInspectorSession|launchOf)\b/.test(readFileSync(file, 'utf8')))
      .map((file) => relative(SOURCE, file));
    expect(naming).to.include.members([INSPECTED_RUNNER, 'server/sandbox.ts']);
    expect(naming.filter((file) => !/^cli\/(?:inspect|plugin)\//.test(file))).to.deep.equal(['server/sandbox.ts']);
    const users = EDGES.filter(({ target }) => target.startsWith('cli/inspect/')).map(({ file }) => file);
    const others = users.filter((file) => !file.startsWith('cli/inspect/'));
    expect(new Set(others)).to.deep.equal(
      new Set(['cli/commands/dev.ts', 'cli/commands/test.ts', 'cli/dev/dev-session.ts']),
    );
  });

  it('lets the guest see nothing of its host but the wire', () => {
    const seen = EDGES.filter(({ file, target }) => file.startsWith('cell/guest/') && roomOf(target) === 'shared');
    expect(new Set(seen.map(({ target }) => target))).to.deep.equal(new Set(['shared/protocol/guest-wire.ts']));
  });

  it('lets nobody import the composition root', () => {
    const may: Readonly<Record<string, RegExp>> = {
      'main.js': /^$/,
      'toolcell.js': /^$/,
      'server/serve.ts': /^main\.js$/,
      'server/sandbox.ts': /^(server|cli)\//,
      'server/host.ts': /^(server|cli)\//,
    };
    expect(EDGES.filter(({ target, file }) => may[target]?.test(file) === false)).to.deep.equal([]);
  });

  it('knows control threads and runners only as file paths', () => {
    const named = EDGES.filter(
      (edge) =>
        edge.target === 'control/control-thread.ts' ||
        (edge.room !== 'cell' && roomOf(edge.target) === 'cell' && !isInsideGuest(edge)),
    );
    expect(named).to.deep.equal([]);
  });

  it('keeps the network and the store of plugins out of the listening thread', () => {
    const outside = EDGES.filter(
      ({ room, target, isType }) => !isType && room !== 'control' && target.startsWith('control/capabilities'),
    );
    expect(outside).to.deep.equal([]);
  });

  it('loads the tokenizer and what makes signatures in command-line processes only', () => {
    const reached = new Set(['server/host.ts', 'server/serve.ts', 'server/sandbox.ts']);
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
      // What a tool sees as its own.
      .filter((file) => !file.includes('/cli/pack/node/'))
      .filter((file) => /(?<!')process\.(env|argv)\b/.test(readFileSync(file, 'utf8')))
      .map((file) => relative(SOURCE, file));
    expect(readers.filter((file) => ![...ENTRIES, 'server/serve.ts', INSPECTED_RUNNER].includes(file))).to.deep.equal(
      [],
    );
  });

  it('renames files in five places, which know that the content is on the disk before, or that it may be lost', () => {
    const renaming = filesBelow(SOURCE)
      .filter((file) => /\brename(?:Sync)?\(/.test(readFileSync(file, 'utf8')))
      .map((file) => relative(SOURCE, file));
    expect(renaming.sort()).to.deep.equal([
      // What it renames is removed next.
      'catalog/operate/operations.ts',
      // Its files are flushed.
      'control/launch/image/cache.ts',
      // Each entry is flushed when it is written.
      'server/audit/append.ts',
      // The log promises nothing for a power cut.
      'server/log/file-ends.ts',
      // Flushes by default; test/shared/lifetime/whole-file.test.ts.
      'shared/lifetime/whole-file.ts',
    ]);
  });

  it('finds edges at all', () => {
    expect(EDGES.length).to.be.greaterThan(2_000);
    const isRefused = (room: string, target: string, isType = false): boolean =>
      !isAllowed({ file: `${room}/x.ts`, room, target, isType });
    expect(isRefused('front', 'broker/broker.ts', true)).to.equal(true);
    expect(isRefused('front', 'isolated-vm')).to.equal(true);
    expect(isRefused('catalog', 'control/launch/plan.ts')).to.equal(true);
    expect(isRefused('catalog', '../packages/plugin/src/plugin.ts')).to.equal(true);
    expect(isRefused('catalog', 'settings/limits.ts')).to.equal(false);
  });
});
