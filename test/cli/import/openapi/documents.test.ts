// What documents of all forms become: names, arguments, descriptions, credentials, reach.

import { expect } from 'chai';
import { writeFiles } from '../../plugin-folder.ts';
import { documentsFolder, documentWith, importDocument, importFile, operationWith, refusalOf } from './documents.ts';
import { notesApi } from './notes-api.ts';

const SERVER = 'https://api.notes.test';

describe('the import of a description of an API', () => {
  const { path: folder, remove } = documentsFolder();
  after(remove);
  const names = async (options: object): Promise<readonly string[]> =>
    (await importDocument(folder, notesApi(SERVER), options)).manifest.tools.map(({ name }) => name);

  it('asks for exactly the methods and paths of the operations, and for the key in its place', async () => {
    const { manifest } = await importDocument(folder, notesApi(SERVER));
    expect(manifest.capabilities).to.deep.equal({
      fetch: [
        { origin: SERVER, methods: ['GET', 'POST'], path: '/v1/notes' },
        { origin: SERVER, methods: ['DELETE', 'GET'], path: '/v1/notes/{note_id}' },
        { origin: SERVER, methods: ['GET'], path: '/v1/health' },
      ],
      secrets: [{ name: 'API_KEY', origin: SERVER, headers: ['x-api-key'], description: 'From the account page.' }],
    });
    expect(manifest.tools[0]?.annotations).to.deep.equal({
      readOnlyHint: true,
      idempotentHint: true,
      openWorldHint: true,
    });
    expect(manifest.tools[3]?.annotations).to.include({
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: true,
    });
  });

  it('tells the alternatives of a body apart by the values of its discriminator', async () => {
    const part = (...names: readonly string[]) => ({
      type: 'object',
      properties: Object.fromEntries(['kind', ...names].map((name) => [name, { type: 'string' }])),
    });
    const schema = {
      oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
      discriminator: { propertyName: 'kind', mapping: { cat: '#/components/schemas/Cat', kitten: 'Cat' } },
    };
    const { manifest } = await importDocument(
      folder,
      documentWith(
        { '/a': { post: operationWith({ requestBody: { content: { 'application/json': { schema } } } }) } },
        { components: { schemas: { Cat: part('name'), Dog: part('breed') } } },
      ),
    );
    const properties = manifest.tools[0]?.inputSchema.properties as { body: { anyOf: object[] } } | undefined;
    const kindOf = (...values: readonly string[]) => ({ type: 'string', enum: values });
    expect(properties?.body.anyOf).to.deep.equal([
      {
        type: 'object',
        properties: { kind: kindOf('cat', 'kitten'), name: { type: 'string' } },
        required: ['kind'],
      },
      { type: 'object', properties: { kind: kindOf('Dog'), breed: { type: 'string' } }, required: ['kind'] },
    ]);
  });

  it('takes members that are required and not described, texts that are bytes, and examples that fit their formats alone', async () => {
    const schema = {
      type: 'object',
      required: ['team', 'id'],
      properties: { id: { type: 'string', readOnly: true }, data: { type: 'string', format: 'binary' } },
    };
    const query = {
      name: 'wait',
      in: 'query',
      required: true,
      schema: { type: 'string', format: 'duration' },
      example: '5 s',
    };
    const { manifest } = await importDocument(
      folder,
      documentWith(
        {
          '/a': {
            post: operationWith({
              parameters: [query],
              requestBody: { required: true, content: { 'application/json': { schema } } },
            }),
          },
        },
        { openapi: '3.0.3' },
      ),
    );
    const [tool] = manifest.tools;
    expect(tool?.inputSchema).to.deep.include({
      properties: { wait: { type: 'string', format: 'duration' }, data: { type: 'string' }, team: {} },
      required: ['wait', 'team'],
    });
    expect(tool?.examples?.[0]?.arguments).to.include({ wait: 'PT1H' });
  });

  it('takes operations by tag, id and path, and reading ones alone', async () => {
    expect(await names({ only: 'meta' })).to.deep.equal(['get_health']);
    expect(await names({ only: 'notes/cr*, GET /notes/*' })).to.deep.equal(['notes_create', 'notes_read']);
    expect(await names({ only: '/notes' })).to.deep.equal(['notes_list', 'notes_create']);
    expect(await names({ isReadOnly: true })).to.deep.equal(['notes_list', 'notes_read', 'get_health']);
    expect(await names({ only: 'meta', prefix: 'my_' })).to.deep.equal(['my_get_health']);
    expect(await refusalOf(names({ only: 'note' }))).to.equal('--only: nothing fits "note" → did you mean "notes"?');
  });

  it('asks for a choice if there are too many operations', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 129 }, (_, at) => [`/p${at}`, { get: operationWith({ tags: [at < 100 ? 'a' : 'b'] }) }]),
    );
    expect(await refusalOf(importDocument(folder, documentWith(many)))).to.equal(
      '129 operations are more than the 128 tools that a plugin may have → choose some with --only, by tag, operation or path. Tags: a (100), b (29)',
    );
    expect(
      (await importDocument(folder, documentWith(many), { only: 'a' })).manifest.capabilities?.fetch,
    ).to.have.length(100);
  });

  it('reads Swagger 2 and YAML, and neighbours', async () => {
    writeFiles(folder, {
      'old.yaml': `swagger: '2.0'
info: { title: Old, version: '2' }
host: old.example.com
basePath: /v2
schemes: [https]
securityDefinitions: { key: { type: apiKey, in: query, name: key } }
security: [{ key: [] }]
paths:
  /things/{id}:
    put:
      parameters:
        - { name: id, in: path, required: true, type: integer }
        - { name: ids, in: query, type: array, items: { type: string }, collectionFormat: pipes }
        - { name: body, in: body, required: true, schema: { $ref: './parts/thing.yaml#/Thing' } }
      responses: { 200: { description: ok } }
`,
      'parts/thing.yaml': `Thing: { type: object, required: [name], properties: { name: { type: string }, part: { $ref: '#/Part' } } }
Part: { type: object, properties: { of: { $ref: './thing.yaml#/Thing' }, color: { $ref: 'color.json' } } }
`,
      'parts/color.json': { type: 'string', enum: ['red', 'blue'] },
    });
    const { form, manifest, files } = await importFile(folder, 'old.yaml');
    expect([form, manifest.version]).to.deep.equal(['Swagger 2.0', '2.0.0']);
    expect(manifest.capabilities?.fetch).to.deep.equal([
      { origin: 'https://old.example.com', methods: ['PUT'], path: '/v2/things/{id}' },
    ]);
    expect(manifest.capabilities?.secrets?.[0]).to.deep.include({ name: 'API_KEY', parameters: ['key'] });
    const [tool] = manifest.tools;
    expect(tool?.inputSchema).to.deep.include({ required: ['id', 'name'] });
    expect(JSON.stringify(tool?.inputSchema)).to.include('"enum":["red","blue"]');
    expect(files['index.js']).to.include(
      "{ argument: 'ids', in: 'query', name: 'ids', style: 'pipeDelimited', explode: false }",
    );
  });

  it('makes credentials of each scheme, and leaves out what needs others', async () => {
    const flows = (flow: string) => ({ [flow]: { tokenUrl: 'https://login.example.com/token', scopes: { read: '' } } });
    const schemes = {
      basic: { type: 'http', scheme: 'basic' },
      bearer: { type: 'http', scheme: 'bearer' },
      cookie: { type: 'apiKey', in: 'cookie', name: 'session' },
      login: { type: 'oauth2', flows: flows('clientCredentials') },
      implicit: { type: 'oauth2', flows: flows('implicit') },
      tls: { type: 'mutualTLS' },
    };
    const paths = Object.fromEntries(
      Object.keys(schemes).map((name) => [`/${name}`, { get: operationWith({ security: [{ [name]: [] }] }) }]),
    );
    const { manifest, files, notes } = await importDocument(
      folder,
      documentWith(paths, { components: { securitySchemes: schemes } }),
    );
    const wishes = manifest.capabilities?.secrets?.map(({ name, origin, headers = ['authorization'] }) =>
      [name, origin, ...headers].join(' '),
    );
    expect(wishes).to.deep.equal([
      'API_BASIC_USER https://api.example.com authorization',
      'API_BASIC_PASSWORD https://api.example.com authorization',
      'API_BEARER https://api.example.com authorization',
      'API_COOKIE https://api.example.com cookie',
      'API_LOGIN_CLIENT_ID https://login.example.com authorization',
      'API_LOGIN_CLIENT_SECRET https://login.example.com authorization',
      'API_IMPLICIT https://api.example.com authorization',
    ]);
    expect(manifest.capabilities?.fetch).to.deep.include({
      origin: 'https://login.example.com',
      methods: ['POST'],
      path: '/token',
    });
    expect(notes.join()).to.include('GET /tls is left out: it needs tls');
    expect(files['index.js']).to.include("tokenUrl: 'https://login.example.com/token'");
    const told = await importDocument(folder, documentWith({ '/a': { get: operationWith() } }), {
      auth: 'basic',
      user: 'me',
    });
    expect(told.manifest.capabilities?.secrets?.map(({ name }) => name)).to.deep.equal(['API_LOGIN_PASSWORD']);
  });

  it('cuts descriptions to their budget, and keeps what decides', async () => {
    const filler = 'This sentence tells a nice story about the history of orders in our company. '.repeat(20);
    const description = `Lists orders. ${filler}The status must be one of open and sent. ${filler}`;
    const { manifest } = await importDocument(
      folder,
      documentWith({ '/a': { get: operationWith({ summary: '', description }) } }),
    );
    const text = manifest.tools[0]?.description ?? '';
    expect(text)
      .to.match(/^Lists orders\. /)
      .and.include('The status must be one of open and sent.');
    expect(text.length).to.be.lessThan(700);
  });

  it('says how the next page is asked for by a member of the answer, and what the links say', async () => {
    const listing = (more: object) => ({
      parameters: [{ name: 'page_token', in: 'query', schema: { type: 'string' } }],
      responses: {
        200: { description: 'ok', content: { 'application/json': { schema: { type: 'object', ...more } } } },
      },
    });
    const linked = {
      200: {
        description: 'ok',
        content: { 'application/json': { schema: { type: 'object', properties: { id: { type: 'string' } } } } },
        links: {
          one: { operationId: 'readOne', parameters: { id: '$response.body#/id' } },
          self: { operationId: 'makeOne', parameters: { 'query.after': '$response.body#/meta/last' } },
          away: { operationId: 'nothing', parameters: { id: '$response.body#/id' } },
          odd: { operationId: 'readOne', parameters: { id: '$request.path.id' } },
        },
      },
    };
    const { manifest } = await importDocument(
      folder,
      documentWith({
        '/plain': { get: operationWith({ operationId: 'plain', ...listing({ properties: { nextPageToken: {} } }) }) },
        '/deep': {
          get: operationWith({
            operationId: 'deep',
            ...listing({ properties: { meta: { type: 'object', properties: { next_token: {} } } } }),
          }),
        },
        '/none': { get: operationWith({ operationId: 'none', ...listing({ properties: { token: {} } }) }) },
        '/ones': {
          post: operationWith({
            operationId: 'makeOne',
            parameters: [{ name: 'after', in: 'query', schema: { type: 'string' } }],
            responses: linked,
          }),
        },
        '/ones/{id}': {
          get: operationWith({
            operationId: 'readOne',
            parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
          }),
        },
      }),
    );
    expect(manifest.tools.map(({ description }) => description)).to.deep.equal([
      'Do it For the next page, call again with "page_token" set to "nextPageToken" of the answer.',
      'Do it For the next page, call again with "page_token" set to "meta.next_token" of the answer.',
      'Do it',
      'Do it For readOne, "id" is "id" of the answer. For the next page, call again with "after" set to "meta.last" of the answer.',
      'Do it',
    ]);
  });

  it('describes large results with fewer levels if the manifest would be too large, and says of which tools', async () => {
    const large = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [
        `member_${index}`,
        { type: 'object', properties: { a_long_name: { type: 'string' } } },
      ]),
    );
    const paths = Object.fromEntries(
      Array.from({ length: 100 }, (_, index) => {
        const properties = index < 90 ? large : { small: { type: 'string' } };
        const content = { 'application/json': { schema: { type: 'object', properties } } };
        const responses = { 200: { description: 'ok', content } };
        return [`/things${index}`, { get: operationWith({ operationId: `read${index}`, responses }) }];
      }),
    );
    const { manifest, notes } = await importDocument(folder, documentWith(paths));
    expect(notes).to.deep.equal([
      'the examples are left out, since the manifest would be too large with them',
      'the results of 90 of 100 tools are described with fewer levels, since the manifest would be too large with all of them: read0, read1, read2, read3, read4, … → import fewer operations with --only to have them whole',
    ]);
    expect(manifest.tools[95]?.outputSchema).to.deep.equal({
      type: ['object', 'null'],
      properties: { small: { type: ['string', 'null'] } },
    });
    expect(manifest.tools[0]?.outputSchema).to.have.property('type');
  });

  it('gives clashing names to nobody twice', async () => {
    const { manifest } = await importDocument(
      folder,
      documentWith({
        '/a/{id}': {
          post: operationWith({
            operationId: 'do-it',
            parameters: [
              { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
              { name: 'id', in: 'query', schema: { type: 'string' } },
            ],
            requestBody: {
              content: { 'application/json': { schema: { type: 'object', properties: { id: { type: 'string' } } } } },
            },
          }),
        },
        '/b': { get: operationWith({ operationId: 'do_it' }) },
      }),
    );
    expect(manifest.tools.map(({ name }) => name)).to.deep.equal(['do_it', 'do_it_2']);
    expect(Object.keys(manifest.tools[0]?.inputSchema.properties ?? {})).to.deep.equal(['id', 'id_2', 'body_id']);
  });

  it('writes one module that exports the tool alone', async () => {
    const { files } = await importDocument(folder, notesApi(SERVER));
    const code = files['index.js'] ?? '';
    expect(code.match(/^(?:import|export) .*/gm)).to.deep.equal([
      'export async function call(args, { toolName, signal }) {',
    ]);
    expect(code.split('\n').length).to.be.lessThan(400);
  });
});
