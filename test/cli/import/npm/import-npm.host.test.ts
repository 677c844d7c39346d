// A package of npm becomes a plugin: what the importer learns of its server, and what calls of it answer.

import { expect } from 'chai';
import { readManifest } from '../../../../src/catalog/manifest/manifest.ts';
import type { ImportedServer } from '../../../../src/cli/import/npm/import-npm.ts';
import { callTool } from '../../../support/host.ts';
import { type Importer, openImporter, type ServedImport, serveImported } from '../../../support/imported-server.ts';
import { plainServer, weatherServer } from '../../../support/mcp-packages.ts';
import { startTlsUpstream, type TlsUpstream } from '../../../support/tls-upstream.ts';

const SECRET = 'the-key-of-the-weather';
const ECHO_TOOL = "{ name: 'echo', description: 'Says it again.', inputSchema: { type: 'object' } }";
const LIST = `'tools/list': () => ({ tools: [${ECHO_TOOL}] })`;
const CALL = "'tools/call': ({ arguments: args }) => ({ content: [{ type: 'text', text: JSON.stringify(args) }] })";

describe('a server of npm', function () {
  this.timeout(240_000);
  let importer: Importer;
  before(async () => {
    importer = await openImporter();
  });
  after(() => importer.close());

  describe('that reaches out', () => {
    let upstream: TlsUpstream;
    let made: ImportedServer;
    let served: ServedImport;
    before(async () => {
      upstream = await startTlsUpstream('weather.test', (req, res) => {
        const isRight = req.headers.authorization === `Bearer ${SECRET}`;
        res.writeHead(isRight ? 200 : 401, { 'content-type': 'application/json' });
        res.end(JSON.stringify({ degrees: 21 }));
      });
      made = await importer.import(weatherServer(), { settings: { WEATHER_URL: upstream.origin } });
      const secret = {
        name: 'WEATHER_API_KEY',
        plugin: 'weather',
        origin: upstream.origin,
        bodyMembers: ['key'],
        from: { value: SECRET },
      };
      served = await serveImported(made, upstream, {
        grants: { weather: { privateFetch: [upstream.origin] } },
        secrets: [secret as never],
      });
    });
    after(async () => {
      await served?.close();
      await upstream?.close();
    });

    it('has the tools that the server lists, in the form of a manifest', () => {
      const manifest = readManifest(Buffer.from(made.files['plugin.json'] ?? ''));
      expect(manifest.name).to.equal('weather');
      expect(manifest.importedFrom).to.include({ kind: 'npm', source: '@weather/mcp-server', version: '1.0.0' });
      expect(manifest.tools.map(({ name }) => name)).to.deep.equal(['get_weather', 'set_alarm', 'count', 'run', 'ask']);
      expect(manifest.tools[0]).to.deep.include({
        title: 'Weather',
        description: 'The weather of a city.',
        contentBlocks: true,
        annotations: { readOnlyHint: true },
        outputSchema: { type: 'object', properties: { degrees: { type: 'number' } }, required: ['degrees'] },
      });
    });

    it('asks for the requests and the secret that its tools wanted to send', () => {
      const { fetch, secrets } = made.manifest.capabilities ?? {};
      expect(fetch).to.deep.equal([{ origin: upstream.origin, methods: ['GET', 'POST'], path: '/v1/*' }]);
      expect(secrets).to.have.length(1);
      expect(secrets?.[0]).to.include({ name: 'WEATHER_API_KEY', origin: upstream.origin });
      expect(secrets?.[0]).to.deep.include({ headers: ['authorization'], bodyMembers: ['key'] });
    });

    it("has Toolcell's own code in place of the SDK, and no framework for HTTP", () => {
      expect(made.way.sdk).to.equal('light');
      expect(made.bundleBytes).to.be.below(30_000);
      expect(made.files['index.js']).not.to.contain('express was evaluated');
    });

    it('answers with the upstream, whose secret it never sees', async () => {
      const { status, body } = await callTool(served.host.url, 'get_weather', { city: 'Oslo' });
      expect(status, JSON.stringify(body)).to.equal(200);
      expect(body).to.deep.equal({
        content: [{ type: 'text', text: '21 degrees' }],
        structuredContent: { degrees: 21 },
      });
      const [request] = upstream.requests.slice(-1);
      expect(request?.url).to.equal('/v1/weather?city=Oslo');
      expect(request?.headers.authorization).to.equal(`Bearer ${SECRET}`);
      expect(JSON.stringify([made.files, served.guestLog])).not.to.contain(SECRET);
    });

    it('begins afresh with each call', async () => {
      for (let call = 1; call <= 2; call += 1) {
        const { body } = await callTool(served.host.url, 'count');
        expect(body).to.deep.equal({ content: [{ type: 'text', text: '1' }] });
      }
    });

    it('is told of the tools that cannot work, with the place that asks, and how to leave them out', () => {
      expect(made.notes.join('\n')).to.match(
        /^run cannot work: child_process\.exec \(\S+\.m?js:\d+:\d+\), and a tool has no processes; the others would be --only get_weather,set.alarm,count,ask$/m,
      );
    });

    it('fails in its own words', async () => {
      const asked = await callTool(served.host.url, 'ask');
      expect(asked.code).to.equal('tool_error');
      expect(JSON.stringify(asked.body)).to.contain('It cannot be asked.');
      const run = await callTool(served.host.url, 'run');
      expect(run.code).to.equal('tool_error');
      expect(JSON.stringify(run.body)).to.contain('child_process.exec is not available in a tool');
    });
  });

  it('that speaks for itself over standard streams works too', async () => {
    const made = await importer.import(plainServer('plain-mcp', `${LIST}, ${CALL}`));
    const served = await serveImported(made);
    try {
      const { body } = await callTool(served.host.url, 'echo', { a: 1 });
      expect(body).to.deep.equal({ content: [{ type: 'text', text: '{"a":1}' }] });
    } finally {
      await served.close();
    }
  });

  it('reads files of its own package, and asks for modules with a require of its own', async () => {
    const before = `
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
const own = createRequire(import.meta.url);
const { version } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8'));
const { name } = own('./package.json');
const { join } = own('node:path');`;
    const tell = "'tools/call': () => ({ content: [{ type: 'text', text: join(name, version) }] })";
    const made = await importer.import(plainServer('reads-itself', `${LIST}, ${tell}`, before));
    const served = await serveImported(made);
    try {
      const { body } = await callTool(served.host.url, 'echo', {});
      expect(body).to.deep.equal({ content: [{ type: 'text', text: 'reads-itself/1.0.0' }] });
    } finally {
      await served.close();
    }
  });

  it('may be imported in part, with other names', async () => {
    const made = await importer.import(weatherServer(), { only: 'get_*,count', prefix: 'w_', pluginName: 'own-name' });
    expect(made.manifest.name).to.equal('own-name');
    expect(made.manifest.tools.map(({ name }) => name)).to.deep.equal(['w_get_weather', 'w_count']);
    const served = await serveImported(made);
    try {
      expect((await callTool(served.host.url, 'w_count')).status).to.equal(200);
    } finally {
      await served.close();
    }
    expect(await importer.refusal(weatherServer(), { only: 'nothing' })).to.match(
      /no tool is named "nothing".*get_weather/,
    );
  });

  describe('is refused with the reason', () => {
    it('if it lacks a variable', async () => {
      const server = plainServer(
        'needs-team',
        `${LIST}, ${CALL}`,
        "if (!process.env.TEAM_ID) { console.error('Set TEAM_ID.'); process.exit(2); }",
      );
      const refusal = await importer.refusal(server);
      expect(refusal).to.contain('Set TEAM_ID.').and.to.contain('it read TEAM_ID: give a value with --set NAME=VALUE');
      expect(await importer.refusal(server, { settings: { TEAM_ID: 'T1' } })).to.equal('was imported');
    });

    it('if it starts a process, opens a socket or reads a terminal before it lists its tools', async () => {
      const uses = {
        child_process: ['execFileSync("kubectl")', 'child_process.execFileSync', 'no processes'],
        net: ['connect(5432)', 'net.connect', 'no sockets'],
        readline: ['createInterface({})', 'readline.createInterface', 'no terminal'],
      };
      for (const [module, [use, member, reason]] of Object.entries(uses)) {
        const before = `import * as used from 'node:${module}';\nused.${use};`;
        const refusal = await importer.refusal(
          plainServer(`uses-${module}`.replace('_', '-'), `${LIST}, ${CALL}`, before),
        );
        expect(refusal).to.contain(`needs ${member}`).and.to.contain(String(reason));
        expect(refusal).to.match(/needs [\w.]+ \(\S*\.m?js:2:\d+\) before/);
      }
    });

    it('if it has no tools, or has no end', async () => {
      expect(await importer.refusal(plainServer('no-tools', "'tools/list': () => ({ tools: [] })"))).to.contain(
        'does not list its tools',
      );
      expect(await importer.refusal(plainServer('silent', `'tools/list': () => new Promise(() => {})`))).to.contain(
        'does not list its tools',
      );
      const looping = plainServer('looping', `'tools/list': () => { for (;;); }`);
      expect(await importer.refusal(looping)).to.match(/does not list its tools.*(CPU|time)/);
    });

    it('if it takes too much memory', async () => {
      const bomb = plainServer(
        'bomb',
        `'tools/list': () => { const kept = []; for (;;) kept.push(new Array(100_000).fill(kept.length)); }`,
      );
      expect(await importer.refusal(bomb)).to.match(/does not list its tools.*(MB|memory|CPU|time)/);
      // The sandbox goes on.
      expect(await importer.refusal(plainServer('after-bomb', `${LIST}, ${CALL}`))).to.equal('was imported');
    });
  });
});
