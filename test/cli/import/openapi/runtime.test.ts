// The code that goes into an imported plugin, run as it was written against a real server: parameter styles as the standard's own table has them, bodies,
// and tokens of OAuth's client credentials.

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { startUpstream, type Upstream } from '../../../control/capabilities/upstream.ts';
import { writeFiles } from '../../plugin-folder.ts';
import { documentsFolder, documentWith, importDocument, operationWith } from './documents.ts';

type Call = (args: object, context: { readonly toolName: string }) => Promise<unknown>;

const COLORS = ['blue', 'black', 'brown'];
const RGB = { R: 100, G: 200, B: 150 };

/** "Style Examples" of OpenAPI 3.1.1: where, style, explode, then what text, list and object become. */
const STYLES: readonly (readonly [
  place: 'path' | 'query',
  style: string,
  explode: boolean,
  text: string | undefined,
  list: string | undefined,
  object: string | undefined,
])[] = [
  ['path', 'matrix', false, ';color=blue', ';color=blue,black,brown', ';color=R,100,G,200,B,150'],
  ['path', 'matrix', true, ';color=blue', ';color=blue;color=black;color=brown', ';R=100;G=200;B=150'],
  ['path', 'label', false, '.blue', '.blue,black,brown', '.R,100,G,200,B,150'],
  ['path', 'label', true, '.blue', '.blue.black.brown', '.R=100.G=200.B=150'],
  ['path', 'simple', false, 'blue', 'blue,black,brown', 'R,100,G,200,B,150'],
  ['path', 'simple', true, 'blue', 'blue,black,brown', 'R=100,G=200,B=150'],
  ['query', 'form', false, 'color=blue', 'color=blue,black,brown', 'color=R,100,G,200,B,150'],
  ['query', 'form', true, 'color=blue', 'color=blue&color=black&color=brown', 'R=100&G=200&B=150'],
  ['query', 'spaceDelimited', false, undefined, 'color=blue%20black%20brown', 'color=R%20100%20G%20200%20B%20150'],
  ['query', 'pipeDelimited', false, undefined, 'color=blue%7Cblack%7Cbrown', 'color=R%7C100%7CG%7C200%7CB%7C150'],
  ['query', 'deepObject', true, undefined, undefined, 'color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150'],
];

describe('the code of an imported plugin', () => {
  const folder = documentsFolder();
  let upstream: Upstream;
  let loaded = 0;

  before(async () => {
    upstream = await startUpstream(({ url }, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(url === '/token' ? '{"access_token":"token-1"}' : '{"ok":true}');
    });
  });
  after(async () => {
    await upstream.close();
    folder.remove();
  });
  beforeEach(() => {
    upstream.received.length = 0;
  });

  /** The tool of a plugin that is made of these paths. Placeholders stay as they are. */
  const toolOf = async (paths: object, more: object = {}): Promise<Call> => {
    const { files } = await importDocument(folder.path, documentWith(paths, more), { server: upstream.origin });
    loaded += 1;
    const name = `loaded-${loaded}.mjs`;
    writeFiles(folder.path, { [name]: files['index.js'] });
    return ((await import(pathToFileURL(join(folder.path, name)).href)) as { call: Call }).call;
  };

  it('writes values as the table of styles has them', async () => {
    const paths = Object.fromEntries(
      STYLES.map(([place, style, explode], at) => [
        `/p${at}${place === 'path' ? '/{color}' : ''}`,
        {
          get: operationWith({
            operationId: `t${at}`,
            parameters: [{ name: 'color', in: place, required: true, style, explode, schema: {} }],
          }),
        },
      ]),
    );
    const call = await toolOf(paths);
    for (const [at, [place, style, explode, ...expected]] of STYLES.entries())
      for (const [kind, color] of (['blue', COLORS, RGB] as const).entries()) {
        const wanted = expected[kind];
        if (wanted === undefined) continue;
        await call({ color }, { toolName: `t${at}` });
        const sent = upstream.received.at(-1)?.url;
        expect(sent, `${style} ${explode}`).to.equal(`/p${at}${place === 'path' ? '/' : '?'}${wanted}`);
      }
  });

  it('writes forms, parts, bytes and text', async () => {
    const post = (operationId: string, type: string, schema: object) => ({
      post: operationWith({ operationId, requestBody: { required: true, content: { [type]: { schema } } } }),
    });
    const fields = {
      type: 'object',
      properties: { a: { type: 'string' }, list: { type: 'array', items: { type: 'string' } } },
    };
    const file = {
      type: 'object',
      properties: { note: { type: 'string' }, file: { type: 'string', format: 'binary' } },
    };
    const call = await toolOf({
      '/form': post('form', 'application/x-www-form-urlencoded', fields),
      '/parts': post('parts', 'multipart/form-data', file),
      '/bytes': post('bytes', 'application/octet-stream', {}),
      '/text': post('text', 'text/plain', { type: 'string' }),
    });
    await call({ a: 'x & y', list: ['1', '2'] }, { toolName: 'form' });
    await call({ note: 'hi', file: 'AQID' }, { toolName: 'parts' });
    await call({ body: 'AQID' }, { toolName: 'bytes' });
    await call({ body: 'hello' }, { toolName: 'text' });
    const [form, parts, bytes, text] = upstream.received;
    expect(form?.body.toString()).to.equal('a=x%20%26%20y&list=1&list=2');
    expect(parts?.headers['content-type']).to.match(/^multipart\/form-data; boundary=/);
    expect(parts?.body.toString('latin1'))
      .to.match(/name="note"\r\n\r\nhi\r\n/)
      .and.match(/name="file"; filename="file"\r\n/)
      .and.include('\r\n\r\n\u0001\u0002\u0003\r\n');
    expect([...(bytes?.body ?? [])]).to.deep.equal([1, 2, 3]);
    expect(text?.body.toString()).to.equal('hello');
  });

  it('writes an object among parts as JSON that is no file, and a boundary that is in no part', async () => {
    const schema = { type: 'object', properties: { 'a"b': { type: 'string' }, o: { type: 'object' } } };
    const call = await toolOf({
      '/parts': {
        post: operationWith({ operationId: 'p', requestBody: { content: { 'multipart/form-data': { schema } } } }),
      },
    });
    await call({ a_b: '------form-of-the-tool ü', o: { x: 1 } }, { toolName: 'p' });
    const { headers, body } = upstream.received[0] ?? {};
    expect(headers?.['content-type']).to.equal('multipart/form-data; boundary=----form-of-the-tool-');
    expect(body?.toString()).to.equal(
      [
        '------form-of-the-tool-\r\nContent-Disposition: form-data; name="a%22b"\r\n\r\n------form-of-the-tool ü\r\n',
        '------form-of-the-tool-\r\nContent-Disposition: form-data; name="o"\r\nContent-Type: application/json\r\n\r\n{"x":1}\r\n',
        '------form-of-the-tool---\r\n',
      ].join(''),
    );
  });

  it('asks for a token with the credentials of the client, and sends it', async () => {
    const flows = { clientCredentials: { tokenUrl: `${upstream.origin}/token`, scopes: { read: '' } } };
    const call = await toolOf(
      { '/a': { get: operationWith({ operationId: 'a', security: [{ login: [] }] }) } },
      { components: { securitySchemes: { login: { type: 'oauth2', flows } } } },
    );
    await call({}, { toolName: 'a' });
    const [token, request] = upstream.received;
    expect([token?.method, token?.url, token?.body.toString()]).to.deep.equal([
      'POST',
      '/token',
      'grant_type=client_credentials&scope=read',
    ]);
    expect(Buffer.from(token?.headers.authorization?.slice('Basic '.length) ?? '', 'base64').toString()).to.equal(
      '{{secret.API_LOGIN_CLIENT_ID}}:{{secret.API_LOGIN_CLIENT_SECRET}}',
    );
    expect(request?.headers.authorization).to.equal('Bearer token-1');
  });

  it('takes an argument that is not given as none, whatever the prototype of objects has', async () => {
    const names = ['constructor', 'toString'];
    const parameters = names.map((name) => ({ name, in: 'query', schema: { type: 'string' } }));
    const call = await toolOf({ '/a': { get: operationWith({ operationId: 'a', parameters }) } });
    await call({}, { toolName: 'a' });
    expect(upstream.received[0]?.url).to.equal('/a');
  });
});
