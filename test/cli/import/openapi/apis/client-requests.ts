// Support: tests that compare the requests of imported tools with those of somebody else's client, for arguments at random.

import { expect } from 'chai';
import fc from 'fast-check';
import { startUpstream, type Upstream } from '../../../../control/capabilities/upstream.ts';
import { skipWithout } from '../../../../support/skip.ts';
import { documentsFolder, documentWith, importDocument, operationWith } from '../documents.ts';
import { type OthersClient, startOthersClient } from './client.ts';
import { noApiPeers } from './peers.ts';
import { askedOf, comparable, type Loaded, loaded } from './requests.ts';

type Place = 'path' | 'query' | 'header' | 'cookie';
type Kind = 'text' | 'list' | 'object';

/** What the standard defines and the client does as the standard says. It joins a label by "." without `explode`, and cookies of lists wrongly. */
const STYLES: readonly (readonly [place: Place, style: string, explode: boolean, kinds: readonly Kind[]])[] = [
  ['path', 'simple', false, ['text', 'list', 'object']],
  ['path', 'simple', true, ['text', 'list', 'object']],
  ['path', 'label', false, ['text']],
  ['path', 'label', true, ['text', 'list', 'object']],
  ['path', 'matrix', false, ['text', 'list', 'object']],
  ['path', 'matrix', true, ['text', 'list', 'object']],
  ['query', 'form', false, ['text', 'list', 'object']],
  ['query', 'form', true, ['text', 'list', 'object']],
  ['query', 'spaceDelimited', false, ['list']],
  ['query', 'pipeDelimited', false, ['list']],
  ['query', 'deepObject', true, ['object']],
  ['header', 'simple', false, ['text', 'list', 'object']],
  ['header', 'simple', true, ['text', 'list', 'object']],
  ['cookie', 'form', true, ['text']],
];

const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter((text) => text.isWellFormed());
/** One segment: what else it could be, the tool refuses. */
const segments = words.filter((text) => !/[/\\]|^\.{1,2}$/.test(text));
const tokens = fc.stringMatching(/^[A-Za-z0-9 ,;=_-]{0,8}[A-Za-z0-9]$/).map((text) => text.trim());
const texts = (place: Place) => (place === 'path' ? segments : place === 'query' ? words : tokens);

const valuesFor = (place: Place, kind: Kind): fc.Arbitrary<unknown> => {
  const one = fc.oneof(texts(place), fc.integer(), fc.boolean());
  if (kind === 'text') return one;
  if (kind === 'list') return fc.array(texts(place), { minLength: 1, maxLength: 4 });
  return fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), one, { minKeys: 1, maxKeys: 4, noNullPrototype: true });
};

const FIELDS = {
  type: 'object',
  properties: {
    text: { type: 'string' },
    count: { type: 'integer' },
    list: { type: 'array', items: { type: 'string' } },
    inner: { type: 'object', properties: { x: { type: 'string' } } },
  },
};
const FILES = {
  type: 'object',
  properties: {
    text: { type: 'string' },
    inner: { type: 'object', properties: { x: { type: 'string' } } },
    file: { type: 'string', format: 'binary' },
    files: { type: 'array', items: { type: 'string', format: 'binary' } },
  },
};
const base64 = fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString('base64'));
const inner = fc.record({ x: words });

/** Name → content type, its description, and the arguments. */
const BODIES: Readonly<Record<string, readonly [type: string, media: object, args: fc.Arbitrary<object>]>> = {
  json: [
    'application/json',
    { schema: FIELDS },
    fc.record({ text: words, count: fc.integer(), list: fc.array(words), inner }, { requiredKeys: ['text'] }),
  ],
  json_list: [
    'application/json',
    { schema: { type: 'array' } },
    fc.record({ body: fc.array(fc.jsonValue(), { minLength: 1 }) }),
  ],
  json_merge: ['application/merge-patch+json', { schema: FIELDS }, fc.record({ text: words })],
  form: [
    'application/x-www-form-urlencoded',
    { schema: FIELDS, encoding: { list: { style: 'form', explode: true }, text: { style: 'form' } } },
    fc.record(
      { text: words, count: fc.integer(), list: fc.array(words, { minLength: 1 }) },
      { requiredKeys: ['text'] },
    ),
  ],
  form_flat: [
    'application/x-www-form-urlencoded',
    { schema: FIELDS, encoding: { list: { style: 'form', explode: false } } },
    fc.record({ list: fc.array(words, { minLength: 1 }) }),
  ],
  form_deep: [
    'application/x-www-form-urlencoded',
    { schema: FIELDS, encoding: { inner: { style: 'deepObject', explode: true } } },
    fc.record({ inner }),
  ],
  parts: [
    'multipart/form-data',
    { schema: FILES },
    fc.record(
      { text: words, inner, file: base64, files: fc.array(base64, { minLength: 1 }) },
      { requiredKeys: ['file'] },
    ),
  ],
  bytes: ['application/octet-stream', { schema: { type: 'string', format: 'binary' } }, fc.record({ body: base64 })],
  text: ['text/plain', { schema: { type: 'string' } }, fc.record({ body: words })],
  xml: ['application/xml', { schema: { type: 'string' } }, fc.record({ body: fc.constant('<a>b</a>') })],
};

const SECURITY = {
  header: { type: 'apiKey', in: 'header', name: 'X-Key' },
  query: { type: 'apiKey', in: 'query', name: 'key' },
  basic: { type: 'http', scheme: 'basic' },
  bearer: { type: 'http', scheme: 'bearer' },
  oauth: {
    type: 'oauth2',
    flows: { authorizationCode: { authorizationUrl: 'https://x.test/a', tokenUrl: 'https://x.test/t', scopes: {} } },
  },
};

const keyOf = (at: number): string => `style${at}`;

const DOCUMENT = documentWith(
  Object.fromEntries([
    ...STYLES.map(([place, style, explode], at) => [
      `/${keyOf(at)}${place === 'path' ? '/a{color}/b' : ''}`,
      {
        get: operationWith({
          operationId: keyOf(at),
          parameters: [{ name: 'color', in: place, required: true, style, explode, schema: {} }],
        }),
      },
    ]),
    ...Object.entries(BODIES).map(([name, [type, media]]) => [
      `/${name}`,
      { post: operationWith({ operationId: name, requestBody: { required: true, content: { [type]: media } } }) },
    ]),
    ...Object.keys(SECURITY).map((name) => [
      `/with-${name}`,
      {
        get: operationWith({
          operationId: `with_${name}`,
          security: [{ [name]: [] }],
          parameters: [{ name: 'q', in: 'query', schema: { type: 'string' } }],
        }),
      },
    ]),
  ]),
  { openapi: '3.0.3', components: { securitySchemes: SECURITY } },
);

/** The tests, with so many arguments for each operation. */
export const describeClientRequests = (runs: number): void => {
  describe('the requests of imported tools and those of a client that others wrote', function () {
    this.timeout(600_000);
    const folder = documentsFolder();
    let upstream: Upstream;
    let client: OthersClient | undefined;
    let code: Loaded;
    let document: object;

    before(async function () {
      skipWithout(this, 'requests of imported tools beside those of another client', noApiPeers());
      upstream = await startUpstream((_, response) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
      );
      document = { ...DOCUMENT, servers: [{ url: upstream.origin }] };
      const { files, notes } = await importDocument(folder.path, document);
      expect(notes).to.deep.equal([]);
      code = await loaded(folder.path, files['index.js'] ?? '', 'requests');
      client = startOthersClient();
    });
    after(async () => {
      await client?.close();
      await upstream?.close();
      folder.remove();
    });

    const compare = async (toolName: string, args: object): Promise<void> => {
      const operation = code.OPERATIONS[toolName];
      if (operation === undefined || client === undefined) throw new Error(`no ${toolName}`);
      upstream.received.length = 0;
      await code.call(args, { toolName });
      await client.send(askedOf(document, operation, code, args as never));
      const [own, theirs] = upstream.received;
      if (own === undefined || theirs === undefined) throw new Error('a request is missing');
      const names = ['color', 'x-key'];
      expect(await comparable(own, names), JSON.stringify(args)).to.deep.equal(await comparable(theirs, names));
    };
    const compareAll = (toolName: string, args: fc.Arbitrary<object>): Promise<void> =>
      fc.assert(
        fc.asyncProperty(args, (one) => compare(toolName, one)),
        { numRuns: runs },
      );

    for (const [at, [place, style, explode, kinds]] of STYLES.entries())
      for (const kind of kinds)
        it(`are the same for a ${kind} in a ${place}, ${style}, ${explode ? 'exploded' : 'not exploded'}`, () =>
          compareAll(keyOf(at), fc.record({ color: valuesFor(place, kind) })));

    for (const [name, [type, , args]] of Object.entries(BODIES))
      it(`are the same for a body of ${type} (${name})`, () => compareAll(name, args));

    for (const name of Object.keys(SECURITY))
      it(`are the same with the credentials "${name}"`, async () => {
        await compare(`with_${name}`, {});
        await compare(`with_${name}`, { q: 'a b' });
      });
  });
};
