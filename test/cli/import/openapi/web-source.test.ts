// Documents at an address: their neighbours have the same origin, and what is too long, away or elsewhere is refused in words.

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { importOpenApi } from '../../../../src/cli/import/openapi/import-openapi.ts';
import { webSource } from '../../../../src/cli/import/openapi/source.ts';
import { documentWith, NO_OPTIONS, operationWith, refusalOf } from './documents.ts';

describe('a description of an API at an address', () => {
  let server: Server;
  let origin: string;
  const asked: string[] = [];
  const from = (path: string) => importOpenApi(webSource(new URL(path, origin)), NO_OPTIONS);
  const body = ($ref: string) => ({
    ...documentWith({
      '/a': {
        post: operationWith({
          requestBody: {
            content: { 'application/json': { schema: { type: 'object', properties: { one: { $ref } } } } },
          },
        }),
      },
    }),
    servers: undefined,
  });

  before(async () => {
    server = createServer((request, response) => {
      asked.push(request.url ?? '');
      if (request.url === '/api/moved') return void response.writeHead(302, { location: '/api/openapi.json' }).end();
      if (request.url === '/round') return void response.writeHead(302, { location: '/round' }).end();
      if (request.url === '/inside')
        return void response.writeHead(307, { location: origin.replace('127.0.0.1', 'localhost') }).end();
      if (request.url === '/parted') return void response.end(JSON.stringify(body('inside#/One')));
      if (request.url === '/gone') return void response.writeHead(404).end();
      if (request.url === '/abroad') return void response.end(JSON.stringify(body('https://elsewhere.invalid/x.json')));
      if (request.url === '/file') return void response.end(JSON.stringify(body('file:///etc/hostname')));
      if (request.url === '/api/parts.json') return void response.end(JSON.stringify({ One: { enum: ['a', 'b'] } }));
      response.end(JSON.stringify(body('parts.json#/One')));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => void server.close());

  it('is read with its neighbours, and its server is the own one if it names none', async () => {
    const { manifest } = await from('/api/openapi.json');
    expect(manifest.tools[0]?.inputSchema.properties).to.deep.equal({ one: { enum: ['a', 'b'] } });
    expect(manifest.capabilities?.fetch).to.deep.equal([{ origin, methods: ['POST'], path: '/a' }]);
    expect(manifest.importedFrom?.source).to.equal(`${origin}/api/openapi.json`);
    expect(asked).to.deep.equal(['/api/openapi.json', '/api/parts.json']);
  });

  it('may move on its own server, and neither it nor a neighbour to another one', async () => {
    expect((await from('/api/moved')).manifest.tools).to.have.length(1);
    asked.length = 0;
    const elsewhere = /\/inside is redirected to another server, http:\/\/localhost:\d+\//;
    expect(await refusalOf(from('/inside'))).to.match(elsewhere);
    expect(await refusalOf(from('/parted'))).to.match(elsewhere);
    expect(asked).to.deep.equal(['/inside', '/parted', '/inside']);
  });

  it('is refused if it is away, goes in circles, or refers to another server or to a file', async () => {
    expect(await refusalOf(from('/gone'))).to.include('the server answered 404');
    expect(await refusalOf(from('/round'))).to.include('it is redirected to /round');
    expect(await refusalOf(from('/abroad'))).to.include('leads to another server');
    expect(await refusalOf(from('/file'))).to.include('leads to another server');
  });
});
