// Clients of HTTP in a tool, `https` and `undici`, ask a real server over TLS. Node itself asks it the same: requests, replies and errors must be the same.

import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import https from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { startTestHost, type TestHost, type TestPlugin } from '../../../support/host.ts';
import { packed as packFolder } from '../../../support/pack.ts';
import { startTlsUpstream, type TlsUpstream } from '../../../support/tls-upstream.ts';

const CLIENTS = join(import.meta.dirname, 'clients');
const ANSWERS = join(import.meta.dirname, 'programs/answers.js');
const NAMES = ['http', 'undici'] as const;
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const HOST = 'api.clients.test';

type Places = Readonly<Record<'origin' | 'closed' | 'nowhere', string>>;
type Cases = Readonly<Record<string, () => unknown>>;
type Answers = Readonly<Record<string, unknown>>;

/** Headers of a request that every client sends alike. */
const SHOWN = ['content-type', 'authorization', 'cookie', 'x-one', 'x-two', 'x-list'];

const answer: RequestListener = async (req, res) => {
  const { pathname, search } = new URL(req.url ?? '', 'https://x');
  const own = { 'content-type': 'text/plain; charset=utf-8', 'x-own': 'ä', 'set-cookie': ['a=1', 'b=2; Path=/'] };
  switch (pathname) {
    case '/echo': {
      const body = Buffer.concat(await req.toArray()).toString();
      const headers = SHOWN.map((name) => [name, req.headers[name]]);
      res.writeHead(201, { 'content-type': 'application/json' });
      return void res.end(JSON.stringify({ method: req.method, search, headers, body }));
    }
    case '/json':
      return void res.writeHead(200, { 'content-type': 'application/json' }).end('{"a":[1,2]}');
    case '/large':
      return void res.writeHead(200, own).end('large '.repeat(60_000));
    case '/empty':
      return void res.writeHead(204).end();
    case '/same':
      return void res.writeHead(304).end();
    case '/moved':
      return void res.writeHead(302, { location: '/plain' }).end('moved');
    case '/none':
      return void res.writeHead(404, { 'content-type': 'text/plain' }).end('none');
    case '/broken':
      return void res.writeHead(503, 'Out Of Order').end();
    case '/hangup':
      return void res.socket?.destroy();
    case '/cut':
      res.writeHead(200, { 'content-length': '100' }).write('half');
      return void setTimeout(() => res.socket?.destroy(), 50);
    case '/never':
      return;
    default:
      return void res.writeHead(200, own).end(`plain ${search}`);
  }
};

const pluginOf = async (name: string): Promise<TestPlugin> => {
  const folder = mkdtempSync(join(tmpdir(), 'toolcell-client-'));
  try {
    cpSync(CLIENTS, folder, { recursive: true });
    cpSync(ANSWERS, join(folder, 'answers.js'));
    const inputSchema = { type: 'object', properties: { places: { type: 'object' } } };
    const tools = [{ name: `run_${name}`, description: 'Runs.', inputSchema, outputSchema: {}, export: 'run' }];
    writeFileSync(join(folder, 'plugin.json'), JSON.stringify({ name: `client-${name}`, tools, entry: 'entry.js' }));
    writeFileSync(
      join(folder, 'entry.js'),
      `import { answersOf } from './answers.js';\nimport { casesFor } from './${name}.js';\nexport const run = ({ places }) => answersOf(casesFor(places));\n`,
    );
    const { files } = await packFolder(folder, { isReadable: true });
    const entry = files.find(({ path }) => path === 'index.js');
    return {
      source: new TextDecoder().decode(entry?.bytes),
      tools: { [`run_${name}`]: { export: 'run', inputSchema } },
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
};

const closedPort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { readonly port: number };
  server.close();
  return port;
};

const casesOf = async (name: string, places: Places): Promise<Cases> =>
  ((await import(join(CLIENTS, `${name}.js`))) as { readonly casesFor: (places: Places) => Cases }).casesFor(places);

const CASES = await Promise.all(
  NAMES.map(async (name) => {
    const places = { origin: 'https://x', closed: 'https://x', nowhere: 'https://x' };
    return { name, cases: Object.keys(await casesOf(name, places)) };
  }),
);

/** What Node answers, whose clients trust the server and find it. */
const expectedOf = async (name: string, upstream: TlsUpstream, places: Places): Promise<Answers> => {
  const lookup = (host: string, { all }: { all?: boolean }, done: (...values: unknown[]) => void): void => {
    if (host !== HOST) return done(Object.assign(new Error('none'), { code: 'ENOTFOUND' }));
    if (all) done(null, [{ address: '127.0.0.1', family: 4 }]);
    else done(null, '127.0.0.1', 4);
  };
  const [agent, dispatcher] = [https.globalAgent, getGlobalDispatcher()];
  https.globalAgent = new https.Agent({ ca: upstream.ca, lookup: lookup as never });
  setGlobalDispatcher(new Agent({ connect: { ca: upstream.ca, lookup: lookup as never } }));
  try {
    const { answersOf } = (await import(ANSWERS)) as { readonly answersOf: (cases: Cases) => Promise<Answers> };
    return JSON.parse(JSON.stringify(await answersOf(await casesOf(name, places)))) as Answers;
  } finally {
    https.globalAgent = agent;
    setGlobalDispatcher(dispatcher);
  }
};

describe('clients of HTTP in a tool', function () {
  this.timeout(300_000);
  let upstream: TlsUpstream;
  let host: TestHost;
  const expected = new Map<string, Answers>();
  const answers = new Map<string, Answers>();

  before(async () => {
    upstream = await startTlsUpstream(HOST, (req, res) => void Promise.resolve(answer(req, res)).catch(() => {}));
    const places = {
      origin: upstream.origin,
      closed: `https://${HOST}:${await closedPort()}`,
      nowhere: 'https://nowhere.clients.test',
    };
    const origins = Object.values(places);
    for (const name of NAMES) expected.set(name, await expectedOf(name, upstream, places));
    const plugins = Object.fromEntries(
      await Promise.all(NAMES.map(async (name) => [`client-${name}`, await pluginOf(name)] as const)),
    );
    const wished = Object.fromEntries(
      Object.entries(plugins).map(([name, plugin]) => [
        name,
        { ...plugin, manifest: { capabilities: { fetch: origins.map((origin) => ({ origin, methods: METHODS })) } } },
      ]),
    );
    host = await startTestHost({
      plugins: wished,
      grants: Object.fromEntries(Object.keys(plugins).map((name) => [name, { privateFetch: origins }])),
      egress: { dnsServers: [upstream.dnsServer] },
      externalValues: { extraCas: [upstream.ca] },
      limits: { cpuMs: 20_000, wallMs: 60_000, fetchCalls: 100 },
    });
    for (const name of NAMES) {
      const { body, code } = await host.call(`run_${name}`, { places });
      answers.set(name, code === undefined ? (body as Answers) : { failed: body });
    }
  });
  after(async () => {
    await host?.close();
    await upstream?.close();
  });

  for (const { name, cases } of CASES)
    for (const one of cases)
      it(`${name}: ${one}`, () => {
        const given = answers.get(name) ?? {};
        expect('failed' in given ? given : given[one]).to.deep.equal(expected.get(name)?.[one]);
      });
});
