// The search for tools with an embedding endpoint of the operator: it finds by meaning, and by words alone whenever the endpoint does not answer.

import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import type { ExternalValues } from '../../src/settings/load/secrets.ts';
import {
  type AskedEmbedding,
  answerVectors,
  type EmbeddingAnswerer,
  type EmbeddingEndpoint,
  readAsked,
  startEmbeddingEndpoint,
  vectorOf,
} from '../support/embedding-endpoint.ts';
import { startTestHost, type TestHost, type TestHostOptions, testConfig } from '../support/host.ts';
import { startTlsUpstream } from '../support/tls-upstream.ts';

const OBJECT = { outputSchema: { type: 'object' } };
const SOURCE = 'export const echo = (value) => value;';
const PLUGINS = {
  kitchen: {
    source: SOURCE,
    tools: {
      raise: { export: 'echo', ...OBJECT, description: 'Lets dough rest until it has risen.' },
      boilEggs: { export: 'echo', ...OBJECT, description: 'Boils eggs for some minutes.' },
    },
  },
  mail: {
    source: SOURCE,
    tools: {
      sendMail: { export: 'echo', ...OBJECT, description: 'Sends an email to a customer.' },
      readFile: { export: 'echo', ...OBJECT, description: 'Reads the text of a file.' },
    },
  },
};
/** Has no word of any tool, and means one of them. */
const BREAD = 'sourdough baguette';

interface Found {
  readonly ranking: string;
  readonly tools: readonly { readonly name: string; readonly score: number; readonly why: string }[];
}

const search = async (host: TestHost, query: string, more = ''): Promise<Found> => {
  const response = await fetch(`${host.url}/mcp/metadata?q=${encodeURIComponent(query)}${more}`);
  expect(response.status).to.equal(200);
  return (await response.json()) as Found;
};

/** Searches until the answer has this ranking, for ten seconds at most. */
const searchUntil = async (host: TestHost, ranking: string, query = BREAD): Promise<Found> => {
  for (let turn = 0; turn < 200; turn += 1) {
    const found = await search(host, query);
    if (found.ranking === ranking) return found;
    await pause(50);
  }
  throw new Error(`no search was ranked by ${ranking}`);
};

const namesOf = ({ tools }: Found): readonly string[] => tools.map(({ name }) => name);

const warnings = (host: TestHost): readonly string[] =>
  host.notices.filter(({ level, fault }) => level === 'warn' && fault === 'upstream').map(({ text }) => text);

const start = (url: string, more: Partial<TestHostOptions> = {}): Promise<TestHost> => {
  const embeddings = { url, model: 'concepts', timeoutMs: 1_000, ...more.embeddings };
  return startTestHost({ plugins: PLUGINS, ...more, embeddings });
};

describe('a search by meaning at a host', function () {
  this.timeout(120_000);
  let endpoint: EmbeddingEndpoint;
  let host: TestHost;
  before(async () => {
    endpoint = await startEmbeddingEndpoint();
    host = await start(endpoint.url, { toolsets: { mail: { plugins: ['mail'] } } });
  });
  after(async () => {
    await host?.close();
    await endpoint?.close();
  });

  it('finds a tool that has no word of the query', async () => {
    const found = await searchUntil(host, 'words+meaning');
    expect(namesOf(found)).to.deep.equal(['raise']);
    expect(found.tools[0]?.why).to.match(/^Close in meaning \([01]\.\d\d\)\.$/);
  });

  it('says which words it found and that the meaning is near', async () => {
    const { tools } = await searchUntil(host, 'words+meaning', 'write a letter to a client');
    expect(tools[0]?.name).to.equal('sendMail');
    expect(tools[0]?.why).to.match(
      /^Has .*"customer" \(for "client"\) in description; .*close in meaning \([01]\.\d\d\)\.$/,
    );
  });

  it('searches only what the selection has', async () => {
    const found = await search(host, BREAD, '&set=mail');
    expect(namesOf(found)).not.to.include('raise');
  });

  it('sends each text once: a batch for the tools, and one for each query', async () => {
    const before = endpoint.asked.length;
    await search(host, 'one more loaf');
    await search(host, 'one more loaf');
    await search(host, BREAD);
    expect(endpoint.asked.slice(before).map(({ input }) => input)).to.deep.equal([['one more loaf']]);
    const tools = endpoint.asked.filter(({ input }) => input.length > 1);
    expect(tools).to.have.length(1);
    expect(tools[0]?.model).to.equal('concepts');
    expect(tools[0]?.input.toSorted()[2]).to.equal('read File\nReads the text of a file.\nmail');
    expect(tools[0]?.headers).not.to.have.property('authorization');
  });

  it('warned of nothing', () => expect(warnings(host)).to.deep.equal([]));
});

/** What an endpoint may do wrong once the tools have their vectors, and what the warning says of it. */
const FAULTS: readonly (readonly [what: string, answer: EmbeddingAnswerer, why: RegExp])[] = [
  ['is slow', (_, response) => void setTimeout(() => response.end(), 30_000).unref(), /did not answer within 300 ms/],
  ['has a fault', (_, response) => void response.writeHead(500).end('{}'), /the status 500/],
  ['refuses the key', (_, response) => void response.writeHead(401).end('{}'), /the status 401/],
  ['sends no JSON', (_, response) => void response.end('<html>'), /not JSON/],
  ['sends another shape', (_, response) => void response.end('{"vectors": []}'), /no list "data"/],
  ['sends no vector', (_, response) => void response.end('{"data": []}'), /0 vectors for 1 texts/],
  ['sends texts for numbers', answerVectors(() => ['1', '2']), /no list of numbers/],
  ['sends only zeros', answerVectors(() => [0, 0, 0]), /without a direction/],
  ['sends too many numbers', answerVectors(() => new Array(5_000).fill(1)), /5000 numbers/],
  ['sends a huge reply', (_, response) => void response.end(' '.repeat(3_000_000)), /larger than \d+ bytes/],
  ['closes the connection', (_, response) => void response.destroy(), /closed the connection/],
];

describe('a search by meaning whose endpoint fails', function () {
  this.timeout(120_000);

  for (const [what, answer, why] of FAULTS)
    it(`ranks by words alone if the endpoint ${what}, and tells the operator`, async () => {
      const endpoint = await startEmbeddingEndpoint();
      const host = await start(endpoint.url, { embeddings: { timeoutMs: 300 } });
      try {
        await searchUntil(host, 'words+meaning');
        endpoint.answer = answer;
        const found = await search(host, 'read a file');
        expect(found.ranking).to.equal('words');
        expect(namesOf(found)).to.deep.equal(['readFile']);
        expect(warnings(host)).to.have.length(1);
        expect(warnings(host)[0])
          .to.match(why)
          .and.to.contain(new URL(endpoint.url).origin)
          .and.not.to.contain('read a file');
      } finally {
        await host.close();
        await endpoint.close();
      }
    });

  it('does not compare vectors of different dimensions', async () => {
    const endpoint = await startEmbeddingEndpoint();
    const host = await start(endpoint.url);
    try {
      await searchUntil(host, 'words+meaning');
      endpoint.answer = answerVectors((text) => vectorOf(text, 64));
      expect((await search(host, 'a loaf')).ranking).to.equal('words');
      expect(warnings(host)[0]).to.contain('its vectors have 64 numbers, and those before had 32');
    } finally {
      await host.close();
      await endpoint.close();
    }
  });

  it('stops asking for a while, and warns once', async () => {
    const endpoint = await startEmbeddingEndpoint();
    const host = await start(endpoint.url);
    try {
      await searchUntil(host, 'words+meaning');
      endpoint.answer = (_, response) => void response.writeHead(503).end();
      const before = endpoint.asked.length;
      for (let turn = 0; turn < 10; turn += 1)
        expect((await search(host, `read file ${turn}`)).ranking).to.equal('words');
      expect(endpoint.asked.length - before).to.equal(3);
      expect(warnings(host)).to.have.length(1);
      // A query that is known needs no answer.
      expect((await search(host, BREAD)).ranking).to.equal('words+meaning');
    } finally {
      await host.close();
      await endpoint.close();
    }
  });

  it('does not take a query that the endpoint refuses for a failure', async () => {
    const endpoint = await startEmbeddingEndpoint(({ input, ...rest }, response) => {
      if (input[0]?.includes('bad')) return void response.writeHead(400).end();
      answerVectors()({ input, ...rest }, response);
    });
    const host = await start(endpoint.url);
    try {
      await searchUntil(host, 'words+meaning');
      for (let turn = 0; turn < 5; turn += 1) expect((await search(host, `bad ${turn}`)).ranking).to.equal('words');
      expect((await search(host, 'loaf')).ranking).to.equal('words+meaning');
      expect(warnings(host)).to.deep.equal([]);
    } finally {
      await host.close();
      await endpoint.close();
    }
  });

  it('starts and serves while nobody answers at the address', async () => {
    const host = await start('http://127.0.0.1:9/v1/embeddings');
    try {
      expect(namesOf(await search(host, 'read a file'))).to.deep.equal(['readFile']);
      for (let turn = 0; warnings(host).length === 0 && turn < 100; turn += 1) await pause(50);
      expect(warnings(host)[0]).to.contain('gave no vectors for the tools');
    } finally {
      await host.close();
    }
  });

  it('follows no redirect', async () => {
    const other = await startEmbeddingEndpoint();
    const endpoint = await startEmbeddingEndpoint((_, response) => {
      response.writeHead(307, { location: other.url }).end();
    });
    const host = await start(endpoint.url);
    try {
      for (let turn = 0; warnings(host).length === 0 && turn < 100; turn += 1) await pause(50);
      expect(warnings(host)[0]).to.contain('redirects');
      expect(other.asked).to.deep.equal([]);
    } finally {
      await host.close();
      await endpoint.close();
      await other.close();
    }
  });
});

describe('a search by meaning that changes while the server runs', function () {
  this.timeout(120_000);

  it('is turned on, asks another endpoint, and is turned off', async () => {
    const [first, second] = [await startEmbeddingEndpoint(), await startEmbeddingEndpoint()];
    const host = await startTestHost({ plugins: PLUGINS });
    const configure = async (embeddings: TestHostOptions['embeddings']): Promise<void> =>
      host.host.reconfigure(
        testConfig(host.folder, { embeddings: { model: 'm', timeoutMs: 1_000, ...embeddings } }),
        NO_SECRETS,
      );
    try {
      expect((await search(host, BREAD)).ranking).to.equal('words');
      await configure({ url: first.url });
      await searchUntil(host, 'words+meaning');
      expect(first.asked.length).to.be.greaterThan(0);
      await configure({ url: second.url });
      await searchUntil(host, 'words+meaning');
      const before = first.asked.length;
      expect(second.asked.length).to.be.greaterThan(1);
      await configure({ url: '' });
      expect(await search(host, 'loaf')).to.include({ ranking: 'words' });
      expect(first.asked).to.have.length(before);
    } finally {
      await host.close();
      await first.close();
      await second.close();
    }
  });

  it('asks only for new tools if a plugin changes', async () => {
    const endpoint = await startEmbeddingEndpoint();
    const host = await start(endpoint.url);
    try {
      await searchUntil(host, 'words+meaning');
      const before = endpoint.asked.length;
      rmSync(`${host.folder}/kitchen`, { recursive: true });
      await host.host.reload();
      for (let turn = 0; namesOf(await search(host, BREAD)).includes('raise') && turn < 100; turn += 1) await pause(50);
      expect(namesOf(await search(host, 'dough'))).not.to.include('raise');
      expect(endpoint.asked.slice(before).filter(({ input }) => input[0] !== 'dough')).to.deep.equal([]);
    } finally {
      await host.close();
      await endpoint.close();
    }
  });
});

const NO_SECRETS: ExternalValues = { secrets: [], extraCas: [], redisUrl: '', introspectionSecret: '' };

describe('a search by meaning over HTTPS', function () {
  this.timeout(120_000);

  it('sends the secret to the one origin that it is for, and logs it nowhere', async () => {
    const value = 'key-of-the-embedding-endpoint';
    const asked: AskedEmbedding[] = [];
    const upstream = await startTlsUpstream('vectors.test', async (request, response) => {
      const one = await readAsked(request);
      asked.push(one);
      if (one.input.includes('loaf')) return response.writeHead(403).end(`${request.headers.authorization}`);
      answerVectors()(one, response);
    });
    const secret = { name: 'VECTORS', plugin: 'discovery.embeddings', origin: upstream.origin, from: { value } };
    const host = await start(`${upstream.origin}/v1/embeddings`, {
      embeddings: { secret: 'VECTORS' },
      egress: { dnsServers: [upstream.dnsServer] },
      externalValues: { secrets: [secret], extraCas: [upstream.ca] },
    });
    try {
      await searchUntil(host, 'words+meaning');
      expect(new Set(asked.map(({ headers }) => headers.authorization))).to.deep.equal(new Set([`Bearer ${value}`]));
      expect((await search(host, '{{secret.VECTORS}} baguette')).ranking).to.equal('words+meaning');
      expect(asked.at(-1)?.input).to.deep.equal(['{{secret.VECTORS}} baguette']);
      expect((await search(host, 'loaf')).ranking).to.equal('words');
      expect(warnings(host)).to.have.length(1);
      expect(JSON.stringify([host.notices, host.log, host.guestLines])).not.to.contain(value);
    } finally {
      await host.close();
      await upstream.close();
    }
  });
});
