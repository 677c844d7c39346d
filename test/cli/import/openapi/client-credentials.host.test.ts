// An imported API with OAuth 2.0's client credentials, through a whole host, against a real authorization server: the host fills in id and secret of the client,
// and the API takes only the server's own tokens.

import { mkdirSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { expect } from 'chai';
import Provider from 'oidc-provider';
import { type Host, startHost } from '../../../../src/server/host.ts';
import { NO_EXTERNAL_VALUES } from '../../../../src/settings/load/secrets.ts';
import { SHARED_CACHE } from '../../../support/cache.ts';
import { testConfig } from '../../../support/config.ts';
import { callTool } from '../../../support/host.ts';
import { startTlsUpstream, type TlsUpstream } from '../../../support/tls-upstream.ts';
import { writeFiles } from '../../plugin-folder.ts';
import { runHere, temporaryFolder } from '../../run-command.ts';
import { documentWith, operationWith } from './documents.ts';

const CLIENT_ID = 'client-of-the-test-01';
const CLIENT_SECRET = 'secret_mArKeR0123456789';

const documentOf = (origin: string) =>
  documentWith(
    { '/v1/things': { get: operationWith({ operationId: 'things', security: [{ login: [] }] }) } },
    {
      servers: [{ url: origin }],
      components: {
        securitySchemes: {
          login: {
            type: 'oauth2',
            flows: { clientCredentials: { tokenUrl: `${origin}/token`, scopes: { 'things:read': 'Read things' } } },
          },
        },
      },
    },
  );

describe('an imported API with client credentials', function () {
  this.timeout(120_000);
  let upstream: TlsUpstream;
  let provider: Provider;
  const hosts: Host[] = [];
  const folder = temporaryFolder();

  const answer: RequestListener = async (req, res) => {
    if (!req.url?.startsWith('/v1/')) return void provider.callback()(req, res);
    const token = await provider.ClientCredentials.find(req.headers.authorization?.replace(/^Bearer /, '') ?? '');
    res.writeHead(token ? 200 : 401, { 'content-type': 'application/json' });
    res.end(JSON.stringify({ isKnown: token?.clientId === CLIENT_ID, scope: token?.scope ?? null }));
  };

  const hostWith = async (secret: string): Promise<Host> => {
    const { origin } = upstream;
    const secrets = [
      { name: 'API_LOGIN_CLIENT_ID', plugin: 'api', origin, from: { value: CLIENT_ID } },
      { name: 'API_LOGIN_CLIENT_SECRET', plugin: 'api', origin, from: { value: secret } },
    ];
    const host = await startHost({
      config: testConfig(join(folder.path, 'plugins'), {
        grants: { api: { privateFetch: [origin] } },
        egress: { dnsServers: [upstream.dnsServer] },
      }),
      searchPath: process.env.PATH ?? '',
      ...SHARED_CACHE,
      onCall: () => {},
      onGuestLog: () => {},
      externalValues: { ...NO_EXTERNAL_VALUES, secrets, extraCas: [upstream.ca] },
    });
    hosts.push(host);
    expect(host.catalog.refused).to.deep.equal([]);
    return host;
  };

  before(async () => {
    upstream = await startTlsUpstream('api.login.test', answer);
    provider = new Provider(upstream.origin, {
      clients: [
        {
          client_id: CLIENT_ID,
          client_secret: CLIENT_SECRET,
          grant_types: ['client_credentials'],
          redirect_uris: [],
          response_types: [],
        },
      ],
      features: { clientCredentials: { enabled: true }, devInteractions: { enabled: false } },
      scopes: ['things:read'],
    });
    writeFiles(folder.path, { 'api.json': documentOf(upstream.origin) });
    mkdirSync(join(folder.path, 'plugins'));
    const { code, stderr } = await runHere(['import', 'api.json', '--as', 'plugins/api'], { cwd: folder.path });
    expect([code, stderr]).to.deep.equal([0, '']);
  });
  after(async () => {
    for (const host of hosts) await host.close();
    await upstream?.close();
    folder.remove();
  });

  it('is called with a token of the server', async () => {
    const { status, body } = await callTool((await hostWith(CLIENT_SECRET)).url, 'things');
    expect([status, body]).to.deep.equal([200, { isKnown: true, scope: 'things:read' }]);
    expect(upstream.requests.map(({ method, url }) => `${method} ${url}`)).to.deep.equal([
      'POST /token',
      'GET /v1/things',
    ]);
  });

  it('ends with what the server says of a wrong secret, and does not ask the API', async () => {
    const host = await hostWith('another_secret_0123456789');
    upstream.requests.length = 0;
    const { body } = await callTool(host.url, 'things');
    expect(body).to.include({ code: 'upstream_refused', fault: 'upstream' });
    expect(JSON.stringify(body)).to.include('invalid_client').and.not.include('another_secret');
    expect(upstream.requests.map(({ url }) => url)).to.deep.equal(['/token']);
  });
});
