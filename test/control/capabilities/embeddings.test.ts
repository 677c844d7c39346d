// Questions to the operator's embedding endpoint: what leaves, where it may lead, and what of a reply is taken.

import { expect } from 'chai';
import fc from 'fast-check';
import { Egress } from '../../../src/control/capabilities/egress.ts';
import { ReplyFault, readReply, replyBytes } from '../../../src/control/capabilities/embeddings/reply.ts';
import { embed } from '../../../src/control/capabilities/embeddings.ts';
import { type EmbeddingRequest, MOST_DIMENSIONS } from '../../../src/shared/protocol/embeddings.ts';
import { type EmbeddingEndpoint, startEmbeddingEndpoint } from '../../support/embedding-endpoint.ts';
import { startNameServer } from '../../support/name-server.ts';

const VALUE = 'secret-of-the-endpoint';

describe('a question to the embedding endpoint', () => {
  let endpoint: EmbeddingEndpoint;
  let egress: Egress;

  beforeEach(async () => {
    endpoint = await startEmbeddingEndpoint();
    const { origin } = new URL(endpoint.url);
    const secrets = [
      { name: 'OWN', plugin: 'discovery.embeddings', origin, from: { value: VALUE } },
      { name: 'OTHER', plugin: 'weather', origin, from: { value: `${VALUE}-of-a-plugin` } },
    ];
    egress = new Egress({ dnsServers: [], extraCas: [], secrets });
  });

  afterEach(async () => {
    await egress.close();
    await endpoint.close();
  });

  const ask = (more: Partial<EmbeddingRequest> = {}, by = egress) =>
    embed({ url: endpoint.url, model: 'm', secret: '', texts: ['bread', 'a file'], timeoutMs: 5_000, ...more }, by);

  it('brings a vector of the length 1 for each text', async () => {
    const answer = await ask();
    if (!answer.ok) throw new Error(answer.why);
    expect(answer.vectors).to.have.length(2 * answer.dimensions);
    const second = answer.vectors.subarray(answer.dimensions);
    expect(second.reduce((sum, number) => sum + number * number, 0)).to.be.closeTo(1, 1e-6);
    expect(second[2]).to.be.greaterThan(0.9);
    expect(endpoint.asked[0]).to.deep.include({ model: 'm', input: ['bread', 'a file'] });
  });

  it('puts the vectors into the order of the texts', async () => {
    endpoint.answer = (_, response) =>
      void response.end('{"data": [{"index": 1, "embedding": [0, 2]}, {"index": 0, "embedding": [3, 4]}]}');
    const answer = await ask();
    expect(answer.ok && [...answer.vectors].map((number) => Math.round(number * 10) / 10)).to.deep.equal([
      0.6, 0.8, 0, 1,
    ]);
  });

  it('sends its own secret only, and only as a bearer token', async () => {
    await ask({ secret: 'OWN' });
    expect(endpoint.asked[0]?.headers.authorization).to.equal(`Bearer ${VALUE}`);
    const other = await ask({ secret: 'OTHER' });
    expect(other.ok).to.equal(false);
    expect(endpoint.asked).to.have.length(1);
  });

  it('carries any text, placeholders of secrets and halves of characters among them', async () => {
    const texts = ['{{secret.OWN}}', '%7B%7bSECRET.own}}', 'secre\t.', '\\secret.', '\ud800 half', '"\u0000\n'];
    const answer = await ask({ texts, secret: 'OWN' });
    expect(answer.ok).to.equal(true);
    expect(endpoint.asked[0]?.input).to.deep.equal(texts.map((text) => text.toWellFormed()));
  });

  for (const status of [400, 413, 422])
    it(`takes the status ${status} for a refusal of the texts`, async () => {
      endpoint.answer = (_, response) => void response.writeHead(status).end();
      expect(await ask()).to.deep.equal({ ok: false, isText: true, why: `it answered with the status ${status}` });
    });

  it('follows no redirect, also to itself', async () => {
    endpoint.answer = (_, response) => void response.writeHead(307, { location: endpoint.url }).end();
    const answer = await ask();
    expect(answer.ok ? '' : answer.why).to.contain('redirects');
    expect(endpoint.asked).to.have.length(1);
  });

  it('stops reading a reply that is larger than vectors can be', async () => {
    endpoint.answer = (_, response) => void response.end(Buffer.alloc(replyBytes(2) + 1, 0x20));
    const answer = await ask();
    expect(answer).to.deep.include({
      ok: false,
      isText: false,
      why: `its reply is larger than ${replyBytes(2)} bytes`,
    });
  });

  it('ends with its deadline', async () => {
    endpoint.answer = () => {};
    expect(await ask({ timeoutMs: 50 })).to.deep.include({ ok: false, why: 'it did not answer within 50 ms' });
  });

  it('reaches a private address by the name that the operator set, and never one where clouds keep credentials', async () => {
    const names = await startNameServer({ 'own.test': [['127.0.0.1']], 'cloud.test': [['169.254.169.254']] });
    const named = new Egress({ dnsServers: [names.address], extraCas: [], secrets: [] });
    try {
      const { port } = new URL(endpoint.url);
      expect((await ask({ url: `http://own.test:${port}/v1/embeddings` }, named)).ok).to.equal(true);
      const answer = await ask({ url: `http://cloud.test:${port}/v1/embeddings` }, named);
      expect(answer.ok ? '' : answer.why).to.contain('leads to an address that tools may not reach');
    } finally {
      await named.close();
      await names.close();
    }
  });
});

describe('the reply of an embedding endpoint', () => {
  const reply = (...embeddings: readonly unknown[]): string =>
    JSON.stringify({ data: embeddings.map((embedding, index) => ({ index, embedding })) });

  const REFUSED: readonly (readonly [what: string, text: string, why: string])[] = [
    ['no JSON', '[1', 'not JSON'],
    ['no object', 'null', 'no list "data"'],
    ['data that is no list', '{"data": {"length": 1}}', 'no list "data"'],
    ['data that is inherited', '{"__proto__": {"data": []}}', 'no list "data"'],
    ['too few vectors', reply(), '0 vectors for 1 texts'],
    ['too many vectors', reply([1], [1]), '2 vectors for 1 texts'],
    ['no index', '{"data": [{"embedding": [1]}]}', 'without a valid "index"'],
    ['an index out of range', '{"data": [{"index": 1, "embedding": [1]}]}', 'without a valid "index"'],
    ['an index that is half', '{"data": [{"index": 0.5, "embedding": [1]}]}', 'without a valid "index"'],
    ['no embedding', '{"data": [{"index": 0}]}', 'no list of numbers'],
    ['base64', '{"data": [{"index": 0, "embedding": "AACAPw=="}]}', 'no list of numbers'],
    ['null among the numbers', reply([1, null]), 'no list of numbers'],
    ['a number that is too large', '{"data": [{"index": 0, "embedding": [1e999]}]}', 'no list of numbers'],
    ['numbers whose squares are too large', reply([1e200, 1e200]), 'without a direction'],
    ['numbers that are too small', reply([1e-200]), 'without a direction'],
    ['an empty vector', reply([]), '0 numbers'],
    ['a vector that is too long', reply(new Array(MOST_DIMENSIONS + 1).fill(1)), `${MOST_DIMENSIONS + 1} numbers`],
  ];
  for (const [what, text, why] of REFUSED)
    it(`is refused with ${what}`, () => {
      expect(() => readReply(text, 1)).to.throw(ReplyFault, why);
    });

  it('is refused if its vectors differ in length, or one index is there twice', () => {
    expect(() => readReply(reply([1, 2], [1]), 2)).to.throw(ReplyFault, 'differ in their number of dimensions');
    const twice = '{"data": [{"index": 0, "embedding": [1]}, {"index": 0, "embedding": [1]}]}';
    expect(() => readReply(twice, 2)).to.throw(ReplyFault, 'an "index" twice');
  });

  it('has vectors of the length 1 that keep their direction', () => {
    const number = fc.double({ min: -1e6, max: 1e6, noNaN: true });
    const vector = fc
      .array(number, { minLength: 1, maxLength: 50 })
      .filter((one) => one.some((each) => Math.abs(each) > 1e-6));
    fc.assert(
      fc.property(vector, (one) => {
        const { dimensions, vectors } = readReply(reply(one), 1);
        expect(dimensions).to.equal(one.length);
        const length = Math.hypot(...one);
        for (const [at, each] of one.entries()) expect(vectors[at]).to.be.closeTo(each / length, 1e-6);
      }),
    );
  });

  it('is read or refused, whatever it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 1, max: 3 }), (value, texts) => {
        for (const text of [
          JSON.stringify(value),
          JSON.stringify({ data: value }),
          JSON.stringify({ data: [{ index: 0, embedding: value }] }),
        ])
          try {
            const { dimensions, vectors } = readReply(text, texts);
            expect(vectors).to.have.length(dimensions * texts);
            expect(vectors.every(Number.isFinite)).to.equal(true);
          } catch (error) {
            expect(error).to.be.instanceOf(ReplyFault);
          }
      }),
    );
  });
});
