// Documents that a stranger made to do harm: each is refused in words, or becomes a plugin that is as narrow as any other.

import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from 'chai';
import { readManifest } from '../../../../src/catalog/manifest/manifest.ts';
import { writeFiles } from '../../plugin-folder.ts';
import { documentsFolder, documentWith, importDocument, importFile, operationWith, refusalOf } from './documents.ts';

const HEAD = 'openapi: 3.1.0\ninfo: { title: Test, version: 1.0.0 }\nservers: [{ url: https://api.example.com }]\n';

describe('a hostile description of an API', () => {
  const outer = documentsFolder();
  const folder = join(outer.path, 'documents');
  before(() => mkdirSync(folder));
  after(() => outer.remove());

  it('is refused if aliases of YAML unfold to more than can be read', async () => {
    const levels = Array.from(
      { length: 12 },
      (_, level) =>
        `a${level}: &a${level} [${
          level === 0
            ? '1'
            : Array(9)
                .fill(`*a${level - 1}`)
                .join(',')
        }]`,
    );
    expect(await refusalOf(importDocument(folder, `${HEAD}${levels.join('\n')}\npaths: {}\n`))).to.match(
      /cannot be unfolded|more than \d+ values/,
    );
  });

  it('is refused if it is too deep, too long, in no form, or has no operations', async () => {
    const deep = documentWith({}, { 'x-deep': JSON.parse(`${'['.repeat(200)}${']'.repeat(200)}`) });
    expect(await refusalOf(importDocument(folder, deep))).to.include('has more than 100 levels');
    expect(await refusalOf(importDocument(folder, ' '.repeat(32_000_001)))).to.include('has more than 32000000');
    expect(await refusalOf(importDocument(folder, '{"openapi": "4.0.0"}'))).to.include(
      'it says that it is version "4.0.0"',
    );
    expect(await refusalOf(importDocument(folder, '[1, 2]'))).to.include('neither "openapi" nor "swagger"');
    expect(await refusalOf(importDocument(folder, 'a: [1'))).to.include('is neither JSON nor YAML');
    expect(await refusalOf(importDocument(folder, documentWith({})))).to.include('no operation is left');
  });

  it('opens no file outside of its folder, by no spelling and by no link', async () => {
    writeFileSync(join(outer.path, 'secret.json'), '{"type":"string","description":"SECRET"}');
    symlinkSync(join(outer.path, 'secret.json'), join(folder, 'link.json'));
    for (const reference of [
      '../secret.json',
      './link.json',
      '/etc/hostname',
      'file:///etc/hostname',
      '%2e%2e/secret.json',
    ]) {
      const refused = await refusalOf(importDocument(folder, withReference(reference)));
      expect(refused, reference).to.match(/leads out of the document's folder|cannot be read/);
    }
  });

  it('asks no server, neither by a reference of a file nor of another origin', async () => {
    let asked = 0;
    const server = createServer((_, res) => {
      asked += 1;
      res.end('{}');
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    const refused = await refusalOf(importDocument(folder, withReference(`http://127.0.0.1:${port}/schema.json`)));
    server.close();
    expect(refused).to.match(/cannot be read|leads/);
    expect(asked).to.equal(0);
  });

  it('ends for references that go round in circles, alone or among files', async () => {
    writeFiles(folder, {
      'circle.yaml': { $ref: './circle.yaml' },
      'one.yaml': { type: 'object', properties: { other: { $ref: './two.yaml' } } },
      'two.yaml': {
        type: 'object',
        properties: { one: { $ref: './one.yaml' }, home: { $ref: './document.json#/components/schemas/Own' } },
      },
    });
    const { manifest } = await importDocument(folder, {
      ...withReference('./one.yaml'),
      components: {
        schemas: { Own: { $ref: '#/components/schemas/Own' }, A: { allOf: [{ $ref: '#/components/schemas/A' }] } },
      },
    });
    expect(Object.keys(manifest.tools[0]?.inputSchema.$defs ?? {})).to.include.members(['one', 'two']);
    const path = documentWith({ '/a': { $ref: './circle.yaml' }, '/b': { get: operationWith() } });
    expect(await refusalOf(importDocument(folder, path))).to.include('more than 20000 parts');
    for (const name of ['Own', 'A']) {
      const own = {
        ...withReference(`#/components/schemas/${name}`),
        components: {
          schemas: { Own: { $ref: '#/components/schemas/Own' }, A: { allOf: [{ $ref: '#/components/schemas/A' }] } },
        },
      };
      expect((await importDocument(folder, own)).manifest.tools).to.have.length(1);
    }
  });

  it('keeps schemas that unfold within bounds', async () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 30 }, (_, level) => [
        `S${level}`,
        {
          type: 'object',
          properties: Object.fromEntries(
            Array.from({ length: 12 }, (__, at) => [`p${at}`, { $ref: `#/components/schemas/S${(level + 1) % 30}` }]),
          ),
        },
      ]),
    );
    const { files } = await importDocument(folder, {
      ...withReference('#/components/schemas/S0'),
      components: { schemas },
    });
    expect(files['plugin.json']?.length).to.be.lessThan(60_000);
  });

  it('has no text that becomes code', async () => {
    const evil = "'}; globalThis.x = 1; //\u2028*/ `process` \\";
    const document = documentWith({
      [`/a/${"'"}b`]: {
        get: operationWith({
          operationId: evil,
          summary: evil,
          parameters: [{ name: evil, in: 'query', schema: { type: 'string' } }],
        }),
      },
    });
    const { files } = await importDocument(folder, document);
    const code = files['index.js'] ?? '';
    const table = code.slice(
      code.indexOf('const OPERATIONS = '),
      code.indexOf('};\n', code.indexOf('const OPERATIONS = ')) + 2,
    );
    // biome-ignore lint/security/noGlobalEval: the table is looked at as the plugin would have it
    const { operations, leaked } = eval(
      `(() => { ${table}; return { operations: OPERATIONS, leaked: globalThis.x }; })()`,
    );
    expect(leaked).to.equal(undefined);
    expect(Object.values(operations as object)[0]).to.deep.include({ method: 'GET', path: "/a/'b" });
    expect((Object.values(operations as object)[0] as { parameters: { name: string }[] }).parameters[0]?.name).to.equal(
      evil,
    );
  });

  it('takes names of builtins as names, and changes no prototype', async () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'];
    const text = JSON.stringify(
      documentWith(
        Object.fromEntries(
          names.map((name) => [
            `/${name}/{${name}}`,
            {
              post: operationWith({
                operationId: name,
                requestBody: {
                  content: {
                    'application/json': {
                      schema: { type: 'object', properties: { [name]: { type: 'string' }, a: {} } },
                    },
                  },
                },
              }),
            },
          ]),
        ),
      ),
    ).replace('"openapi"', '"__proto__": {"polluted": true}, "openapi"');
    const { manifest, files } = await importDocument(folder, text);
    expect(({} as { polluted?: boolean }).polluted).to.equal(undefined);
    expect(readManifest(Buffer.from(files['plugin.json'] ?? '')).tools).to.have.length(names.length);
    expect(manifest.tools.map(({ name }) => name)).to.include('constructor');
  });

  it('gets no rule that is wider than its path', async () => {
    const { manifest, notes } = await importDocument(
      folder,
      documentWith({
        '/*': { get: operationWith() },
        '/a/../*': { get: operationWith() },
        '/q?x=*': { get: operationWith() },
        '/open{': { get: operationWith() },
        '/f#x': { get: operationWith() },
        '/ok/{id}': { get: operationWith() },
        '/sp ace': { get: operationWith() },
      }),
    );
    expect(manifest.capabilities?.fetch).to.deep.equal([
      { origin: 'https://api.example.com', methods: ['GET'], path: '/ok/{id}' },
    ]);
    expect(notes.filter((note) => note.includes('is left out'))).to.have.length(6);
  });

  it('cannot have headers that are the host’s, or that replace method and path', async () => {
    const parameters = [
      'Authorization',
      'Host',
      'X-HTTP-Method-Override',
      'X-Original-URL',
      'Accept',
      'bad name\n',
      'X-Fine',
    ].map((name) => ({ name, in: 'header', schema: {} }));
    const { manifest } = await importDocument(folder, documentWith({ '/a': { get: operationWith({ parameters }) } }));
    expect(Object.keys(manifest.tools[0]?.inputSchema.properties ?? {})).to.deep.equal(['X_Fine']);
  });

  it('shows no text that hides something', async () => {
    const { manifest } = await importDocument(
      folder,
      documentWith({
        '/a': {
          get: operationWith({
            summary: 'Read\u202e it\u0007',
            description: '<!-- hidden --> <b>Bold</b> [text](javascript:x) \u200bend',
          }),
        },
      }),
    );
    expect(manifest.tools[0]?.description).to.equal('Read it. Bold text end');
  });

  it('may be YAML that begins as JSON does', async () => {
    writeFiles(folder, {
      'flow.yaml':
        '{openapi: 3.0, info: {title: T, version: 1}, servers: [{url: "https://a.example"}], paths: {/a: {get: {responses: {}}}}}',
    });
    expect((await importFile(folder, 'flow.yaml')).manifest.tools.map(({ name }) => name)).to.deep.equal(['get_a']);
  });
});

const withReference = ($ref: string) =>
  documentWith({
    '/a': {
      post: operationWith({
        requestBody: { content: { 'application/json': { schema: { type: 'array', items: { $ref } } } } },
      }),
    },
  });
