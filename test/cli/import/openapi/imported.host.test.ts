// A plugin that was imported from the description of an API, through a whole host, against that API: its requests, its results, its errors, and what it
// can never reach.

import { mkdirSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { expect } from 'chai';
import { type Host, startHost } from '../../../../src/server/host.ts';
import { NO_EXTERNAL_VALUES } from '../../../../src/settings/load/secrets.ts';
import { SHARED_CACHE } from '../../../support/cache.ts';
import { testConfig } from '../../../support/config.ts';
import { callTool } from '../../../support/host.ts';
import { startTlsUpstream, type TlsUpstream } from '../../../support/tls-upstream.ts';
import { writeFiles } from '../../plugin-folder.ts';
import { runHere, temporaryFolder } from '../../run-command.ts';
import { notesApi } from './notes-api.ts';

const KEY = 'key_mArKeR0123456789';

const answer: RequestListener = async (req, res) => {
  const url = new URL(req.url ?? '', 'https://x');
  const json = (status: number, body: unknown, headers = {}): void =>
    void res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  if (req.headers['x-api-key'] !== KEY && url.pathname !== '/v1/health') return json(401, { message: 'no key' });
  if (url.pathname === '/v1/health') return void res.writeHead(200, { 'content-type': 'text/plain' }).end('fine');
  if (req.method === 'DELETE') return void res.writeHead(204).end();
  if (req.method === 'POST')
    return json(201, { id: 'n9', ...JSON.parse(Buffer.concat(await req.toArray()).toString()) });
  if (url.pathname === '/v1/notes')
    return json(200, [{ id: 'n1', text: 'Buy milk', due: null }], {
      link: `<${url.pathname}?author=ada&page=2>; rel="next"`,
    });
  if (url.pathname.endsWith('/none')) return json(404, { message: 'There is no such note.' });
  json(200, { id: decodeURIComponent(url.pathname.split('/').at(-1) ?? ''), text: 'Buy milk' });
};

describe('a plugin that was imported from the description of an API', function () {
  this.timeout(120_000);
  let upstream: TlsUpstream;
  let host: Host;
  const folder = temporaryFolder();
  const call = (tool: string, args: object) => callTool(host.url, tool, args);

  before(async () => {
    upstream = await startTlsUpstream('api.notes.test', answer);
    writeFiles(folder.path, { 'notes.json': notesApi(upstream.origin) });
    mkdirSync(join(folder.path, 'plugins'));
    const { code, stderr } = await runHere(['import', 'notes.json', '--as', 'plugins/notes'], { cwd: folder.path });
    expect([code, stderr]).to.deep.equal([0, '']);
    host = await startHost({
      config: testConfig(join(folder.path, 'plugins'), {
        grants: { notes: { privateFetch: [upstream.origin] } },
        egress: { dnsServers: [upstream.dnsServer] },
      }),
      searchPath: process.env.PATH ?? '',
      ...SHARED_CACHE,
      onCall: () => {},
      onGuestLog: () => {},
      externalValues: {
        ...NO_EXTERNAL_VALUES,
        secrets: [{ name: 'NOTES_KEY', plugin: 'notes', origin: upstream.origin, from: { value: KEY } }],
        extraCas: [upstream.ca],
      },
    });
    expect(host.catalog.refused).to.deep.equal([]);
  });
  after(async () => {
    await host?.close();
    await upstream?.close();
    folder.remove();
  });
  beforeEach(() => {
    upstream.requests.length = 0;
  });

  it('holds its examples in the frozen realm', () => {
    expect(host.catalog.bundles.map(({ freshState }) => freshState.mode)).to.deep.equal(['realm']);
  });

  it('sends path, query, header and key, and tells of the next page', async () => {
    const { status, body } = await call('notes_list', { author: 'ada & co', tag: ['a', 'b/c'], X_Trace: 't1' });
    expect(status).to.equal(200);
    expect(body).to.deep.equal({
      result: [{ id: 'n1', text: 'Buy milk', due: null }],
      next: { author: 'ada', page: 2 },
    });
    expect(upstream.requests.map(({ url }) => url)).to.deep.equal(['/v1/notes?author=ada%20%26%20co&tag=a,b%2Fc']);
    expect(upstream.requests[0]?.headers).to.include({ 'x-api-key': KEY, 'x-trace': 't1' });
  });

  it('sends the members of a body as arguments, and those that are read only not at all', async () => {
    const { body } = await call('notes_create', { text: 'Milk', due: null });
    expect(body).to.deep.equal({ id: 'n9', text: 'Milk', due: null });
    expect((await call('notes_create', { text: 'Milk', id: 'n1' })).code).to.equal('invalid_arguments');
  });

  it('returns null without a body, text as text, and the members that are asked for', async () => {
    expect((await call('notes_delete', { note_id: 'n1' })).body).to.equal(null);
    expect((await call('get_health', {})).body).to.equal('fine');
    expect((await call('notes_read', { note_id: 'n 1', _fields: ['id'] })).body).to.deep.equal({ id: 'n 1' });
  });

  it('never leaves its segment of the path', async () => {
    for (const note of ['..', '.', 'a/b', 'a\\b', '', '%2e%2e/x']) {
      const { status, body } = await call('notes_read', { note_id: note });
      expect(status, note).to.be.greaterThan(399);
      expect(JSON.stringify(body)).to.not.include('Buy milk');
    }
    expect(upstream.requests).to.deep.equal([]);
  });

  it('ends with the status and the body of an error', async () => {
    const { body } = await call('notes_read', { note_id: 'none' });
    expect(body).to.deep.include({
      toolName: 'notes_read',
      code: 'upstream_refused',
      fault: 'upstream',
      retryable: false,
    });
    expect((body as { detail: string }).detail).to.include(
      'GET /notes/{note-id} answered 404: {"message":"There is no such note."}',
    );
  });
});
