// The published package: packed, installed into an empty folder, and used there on each supported version of Node.
// `npm run test:install`; it asks the registry for the dependencies, so it is apart from the other tests.

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect } from 'chai';
import { CACHE_HOME } from '../support/cache.ts';
import { skipWithout } from '../support/skip.ts';
import { done, emptyFolder, installNodes, Machine, PROJECT } from './machine.ts';

const MAJORS = [20, 24, 26];
const MOST_BYTES = 6_000_000;
const SERVING = /Toolcell serves on (\S+) /;

interface Packed {
  readonly filename: string;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

/** The output of `npm pack --json`; the output of `prepack` comes before it. */
const packedOf = (stdout: string): [Packed] => JSON.parse(stdout.slice(stdout.search(/^[[{]/m))) as [Packed];

const root = mkdtempSync(join(tmpdir(), 'toolcell-install-'));
const place = (name: string): string => join(root, name);
let packed: Packed;

before(async function () {
  this.timeout(120_000);
  const builder = new Machine(process.execPath, place('builder'));
  const { stdout } = await done(builder.npm(PROJECT, ['pack', '--json', '--pack-destination', root]));
  [packed] = packedOf(stdout);
});

after(() => rmSync(root, { recursive: true, force: true }));

describe('the tarball', () => {
  it('has what users need, and nothing else', () => {
    const kinds = new Set(packed.files.map(({ path }) => path.replace(/^(test\/attacks|docs|schemas|[^/]+).*$/, '$1')));
    expect([...kinds].sort()).to.deep.equal([
      ...[
        'CHANGELOG.md',
        'LICENSE',
        'README.md',
        'SECURITY.md',
        'bin',
        'dist',
        'docs',
        'ops',
        'package.json',
        'schemas',
        'test/attacks',
      ],
    ]);
    const paths = packed.files.map(({ path }) => path).filter((path) => !path.startsWith('dist/cli/templates/'));
    expect(
      paths.filter((path) => /\.test\.|^test\/attacks\/(harness|[^/]+$)|^docs\/benchmarks|\.svg$/.test(path)),
    ).to.deep.equal([]);
  });

  it('has no TypeScript but declarations, templates and what the bundler puts into plugins', () => {
    const sources = packed.files.filter(({ path }) => /(?<!\.d)\.ts$/.test(path)).map(({ path }) => path);
    const others = sources.filter(
      (path) =>
        !/^dist\/(cli\/templates|packages\/plugin|cli\/pack\/node\/shims|cli\/import\/npm\/guest|cell\/guest\/web)\//.test(
          path,
        ),
    );
    expect(others.sort()).to.deep.equal(['dist/cli/pack/own-function.ts', 'dist/cli/pack/own-global.ts']);
  });

  it('has the licences of the libraries that the image carries', () => {
    expect(packed.files.map(({ path }) => path)).to.include('dist/THIRD-PARTY-LICENSES.txt');
    const text = readFileSync(join(PROJECT, 'dist/THIRD-PARTY-LICENSES.txt'), 'utf8');
    for (const name of ['isolated-vm', 'ajv', 'whatwg-url', '@noble/curves', 'web-streams-polyfill'])
      expect(text).to.match(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(`, 'm'));
    expect(text).not.to.contain('ships no text of its licence');
  });

  it(`is less than ${MOST_BYTES / 1e6} MB unpacked`, () => expect(packed.unpackedSize).to.be.lessThan(MOST_BYTES));
});

/** Ctrl+C in a terminal, which all processes of the command get; resolves when nothing answers any more. */
const interrupt = async (child: ChildProcess, url: string): Promise<void> => {
  const ended = once(child, 'exit');
  process.kill(-(child.pid as number), 'SIGINT');
  await ended;
  while (await answers(url)) await setTimeout(50);
};

const answers = (url: string): Promise<boolean> =>
  fetch(`${url}/healthz`).then(
    () => true,
    () => false,
  );

/** Waits for the address of a server that was started with `--port 0`. */
const addressOf = (child: ChildProcess): Promise<string> => told(child, SERVING);

/** Waits until a command writes what `pattern` matches, and resolves with its first group. */
const told = (child: ChildProcess, pattern: RegExp): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = '';
    const hear = (part: Buffer): void => {
      text += part;
      const [, found] = pattern.exec(text) ?? [];
      if (found !== undefined) resolve(found);
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('exit', (code) => reject(new Error(`the command ended with ${code}\n${text}`)));
  });

/** A plugin whose bundle has the package's own stand-ins for modules of Node. */
const OF_NODE = `import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineTool } from '@toolcell/plugin';
import { gzipSync } from 'node:zlib';

export const digestOf = defineTool(
  {
    description: 'Gives the digest of a text. Use it to compare texts.',
    inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
    outputSchema: { type: 'array' },
  },
  ({ text }) => [join('a', '..', createHash('sha256').update(text).digest('hex')), gzipSync(text).length, typeof readFileSync],
);
`;

const ORDERS = {
  openapi: '3.1.0',
  info: { title: 'Orders', version: '1' },
  servers: [{ url: 'https://orders.example' }],
  paths: {
    '/orders/{id}': {
      get: {
        operationId: 'getOrder',
        summary: 'One order.',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: { 200: { description: 'The order.' } },
      },
    },
  },
};

const callTool = async (url: string, toolName: string, args: object): Promise<unknown> => {
  const body = JSON.stringify({ toolName, arguments: args });
  const headers = { 'content-type': 'application/json' };
  return (await fetch(`${url}/mcp/callTool`, { method: 'POST', headers, body })).json();
};

/** A program that calls the server through the client of the package. */
const AGENT = `import { createClient, ToolcellError } from 'toolcell/client';
const client = createClient({ url: process.argv[2] });
const { result, receipt } = await client.callTool('wordCount', { text: 'one two' }, { receipt: true });
const error = await client.callTool('wordCount', {}).catch((reason) => reason);
console.log(JSON.stringify(result), receipt.code, error instanceof ToolcellError && error.code);
`;

describe('the package, installed into an empty folder', function () {
  this.timeout(600_000);
  let nodes: ReadonlyMap<number, string>;
  const folder = place('installed');
  let unsupported: readonly string[] = [];

  before(async () => {
    nodes = await installNodes(join(CACHE_HOME ?? root, 'nodes'), MAJORS);
    // npm prints its warning on the oldest Node.
    const machine = machineOf(MAJORS[0] as number, 'install');
    emptyFolder(folder);
    const { stderr } = await done(
      machine.npm(folder, ['install', '--no-audit', '--no-fund', join(root, packed.filename)]),
    );
    unsupported = [...stderr.matchAll(/EBADENGINE +package: '([^']*)@/g)].map(([, name = '']) => name);
  });

  const machineOf = (major: number, name = `node${major}`): Machine =>
    new Machine(nodes.get(major) ?? process.execPath, place(`machine-${name}`));

  /** Packed by the package and by the checkout's own sources: the same release gives the same bytes. */
  const hasBytesOfCheckout = async (machine: Machine, name: string): Promise<void> => {
    const packedPlugin = await done(machine.toolcell(folder, ['pack', name, '--out', name, '--json']));
    const here = new Machine(process.execPath, place(`checkout-${name}`));
    const words = [join(PROJECT, 'src/toolcell.js'), 'pack', join(folder, name), '--out', root, '--json'];
    const packedHere = await done(here.node(PROJECT, words));
    expect(JSON.parse(packedPlugin.stdout).digest).to.equal(JSON.parse(packedHere.stdout).digest);
  };

  it('asks for no newer Node than the oldest one, but for what runs on the Node that comes along: the sandbox and imports', () => {
    expect(unsupported.toSorted()).to.deep.equal([
      '@scalar/helpers',
      '@scalar/openapi-types',
      '@scalar/openapi-upgrader',
      'isolated-vm',
    ]);
  });

  it('brings no sources of its own', () => {
    expect(readdirSync(join(folder, 'node_modules/toolcell'))).to.not.include('src');
  });

  for (const major of MAJORS) {
    describe(`on Node ${major}`, () => {
      let machine: Machine;
      before(function () {
        const missing = nodes.has(major)
          ? undefined
          : `the registry has no Node for ${process.platform}-${process.arch}`;
        skipWithout(this, `the installed package on Node ${major}`, missing);
        machine = machineOf(major);
      });

      for (const [language, name] of [
        ['javascript', `js-on-${major}`],
        ['typescript', `ts-on-${major}`],
      ] as const) {
        it(`begins a plugin in ${language}, tests it and packs it`, async () => {
          await done(machine.toolcell(folder, ['new', name, `--${language}`]));
          const tested = await done(machine.toolcell(folder, ['test', name, '--runs', '1']));
          expect(tested.stdout).to.match(/6 of 6 cases hold/);
          await hasBytesOfCheckout(machine, name);
        });
      }

      it('makes a folder ready, and prints the settings in force', async () => {
        const own = emptyFolder(join(folder, `init-on-${major}`));
        await done(machine.toolcell(own, ['init']));
        expect(readdirSync(own).sort()).to.deep.equal(['plugins', 'sandbox.config.json']);
        const { stdout } = await done(machine.toolcell(own, ['config', '--json']));
        expect(JSON.parse(stdout).config.plugins.folder).to.equal(join(realpathSync(own), 'plugins'));
      });

      it('runs attacks', async () => {
        const words = ['attack', '--only', 'modules/{imports,exports-n}*', '--json'];
        const { stdout } = await done(machine.toolcell(folder, words));
        const { held, verdicts } = JSON.parse(stdout);
        expect([held, verdicts.length > 2]).to.deep.equal([verdicts.length, true]);
      });

      it('serves a call', async () => {
        const own = emptyFolder(join(folder, `serve-on-${major}`));
        await done(machine.toolcell(own, ['new', 'plugins/word-count', '--javascript']));
        const server = machine.startToolcell(own, ['serve', '--port', '0']);
        const url = await addressOf(server);
        try {
          expect(await callTool(url, 'wordCount', { text: 'one two' })).to.deep.equal({ words: 2, characters: 7 });
          expect((await fetch(`${url}/mcp/metadata`)).status).to.equal(200);
          writeFileSync(join(own, 'agent.mjs'), AGENT);
          const { stdout } = await done(machine.node(own, ['agent.mjs', url]));
          expect(stdout).to.equal('{"words":2,"characters":7} ok invalid_arguments\n');
        } finally {
          await interrupt(server, url);
        }
      });
    });
  }

  describe('for an author, on the oldest Node', () => {
    let machine: Machine;
    before(function () {
      const [oldest] = MAJORS as [number];
      skipWithout(this, 'an author', nodes.has(oldest) ? undefined : 'the registry has no such Node');
      machine = machineOf(oldest, 'author-walk');
    });

    it('lets a debugger in: dev --inspect', async () => {
      await done(machine.toolcell(folder, ['new', 'debugged', '--typescript']));
      const dev = machine.startToolcell(join(folder, 'debugged'), ['dev', '--inspect=0']);
      try {
        const address = await told(dev, /A debugger can attach at (\S+?):? /);
        const targets = (await (await fetch(`http://${address}/json/list`)).json()) as { readonly title: string }[];
        expect(targets).to.have.length(1);
        expect(targets[0]?.title).to.contain('debugged');
      } finally {
        process.kill(-(dev.pid as number), 'SIGKILL');
      }
    });

    it('packs what imports modules of Node, to the same bytes as a checkout', async () => {
      await done(machine.toolcell(folder, ['new', 'of-node', '--javascript']));
      rmSync(join(folder, 'of-node/plugin.test.js'));
      writeFileSync(join(folder, 'of-node/plugin.json'), '{"name":"of-node","version":"1.0.0"}');
      writeFileSync(join(folder, 'of-node/index.js'), OF_NODE);
      const called = await done(
        machine.toolcell(folder, ['call', 'digestOf', '{"text":"abc"}', '--plugin', 'of-node']),
      );
      expect(called.stdout).to.contain('ba7816bf');
      await hasBytesOfCheckout(machine, 'of-node');
    });

    it('imports an API', async () => {
      writeFileSync(join(folder, 'orders.json'), JSON.stringify(ORDERS));
      await done(machine.toolcell(folder, ['import', 'orders.json', '--as', 'orders']));
      const { stdout } = await done(machine.toolcell(folder, ['check', 'orders', '--json']));
      expect(JSON.parse(stdout).ok).to.equal(true);
    });
  });
});

describe('the package, damaged by a disk', () => {
  it('does not start, and says what to do', async () => {
    const machine = new Machine(process.execPath, place('machine-damaged'));
    const folder = place('installed');
    const file = join(folder, 'node_modules/toolcell/dist/image/runner/process-entry.js');
    const text = readFileSync(file);
    writeFileSync(file, text.subarray(0, 100));
    try {
      for (const command of ['serve', 'doctor']) {
        const { code, stdout, stderr } = await machine.toolcell(folder, [command]);
        expect(code, command).to.not.equal(0);
        expect(stdout + stderr, command).to.match(/runner's image in .* is damaged .*: install the package again/);
        expect(stdout + stderr, command).to.not.contain('at file:');
      }
    } finally {
      writeFileSync(file, text);
    }
  }).timeout(60_000);
});

describe('@toolcell/plugin, installed into the folder of a plugin', function () {
  this.timeout(300_000);
  const folder = place('author');
  let files: Packed['files'];
  let machine: Machine;

  before(async () => {
    machine = new Machine(process.execPath, place('machine-author'));
    emptyFolder(folder);
    const packs = ['pack', '--json', '--pack-destination', root, '-w', '@toolcell/plugin'];
    const [plugin] = packedOf((await done(machine.npm(PROJECT, packs))).stdout);
    files = plugin.files;
    const make = [join(PROJECT, 'src/toolcell.js'), 'new', join(folder, 'word-count'), '--typescript'];
    await done(machine.node(root, make));
    writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}');
    await done(machine.npm(folder, ['install', '--no-audit', '--no-fund', join(root, plugin.filename)]));
  });

  it('is small, and brings nothing else', () => {
    expect(files.reduce((sum, { size }) => sum + size, 0)).to.be.lessThan(100_000);
    expect(readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))).to.deep.equal([
      '@toolcell',
    ]);
    expect(readdirSync(join(folder, 'node_modules/@toolcell'))).to.deep.equal(['plugin']);
  });

  it('gives the compiler all types of a new plugin', async () => {
    const compiler = join(PROJECT, 'node_modules/typescript/bin/tsc');
    expect((await done(machine.node(join(folder, 'word-count'), [compiler, '-p', '.']))).stdout).to.equal('');
    const wrong = join(folder, 'word-count/wrong.ts');
    writeFileSync(
      wrong,
      "import { wordCount } from './index.ts';\nexport const words: string = wordCount.definition.title;\nprocess.exit();\n",
    );
    const { code, stdout } = await machine.node(join(folder, 'word-count'), [compiler, '-p', '.']);
    expect(code).to.not.equal(0);
    expect(stdout).to.contain("Cannot find name 'process'");
    rmSync(wrong);
  });

  it('runs in a unit test of the author', async () => {
    const file = join(folder, 'unit-test.mjs');
    const definition = "{ description: 'd', inputSchema: { type: 'object' }, outputSchema: { type: 'integer' } }";
    writeFileSync(
      file,
      `import { defineTool } from '@toolcell/plugin';\nconst one = defineTool(${definition}, () => 1);\nconsole.log(one({}));\n`,
    );
    expect((await done(machine.node(folder, [file]))).stdout).to.equal('1\n');
  });
});
