// HTTPS with real chains: root → intermediate → server. A name that cannot prove who it is gets nothing, whatever is granted.

import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { Egress } from '../../../../src/control/capabilities/egress.ts';
import {
  type Authority,
  makeAuthority,
  makeServerCertificate,
  type ServerCertificate,
} from '../../../support/certificates.ts';
import { type NameServer, startNameServer } from '../../../support/name-server.ts';
import { fetchWith } from '../fetching.ts';

const API = { type: 'dns', value: 'api.example.test' } as const;

describe('a request over TLS', () => {
  let root: Authority;
  let between: Authority;
  let names: NameServer;
  let egress: Egress;
  const servers: Server[] = [];
  let heard: string[] = [];

  before(async () => {
    root = await makeAuthority('Test root');
    between = await makeAuthority('Test intermediate', root);
    names = await startNameServer({
      'api.example.test': [['127.0.0.1']],
      'other.example.test': [['127.0.0.1']],
      'deep.api.example.test': [['127.0.0.1']],
      'inside.example.test': [['10.0.0.1']],
    });
    egress = new Egress({ dnsServers: [names.address], extraCas: [root.certificate.toString('pem')], secrets: [] });
  });
  after(async () => {
    await egress.close();
    for (const server of servers) server.closeAllConnections();
    for (const server of servers) server.close();
    await names.close();
  });
  beforeEach(() => {
    heard = [];
  });

  const serve = async (certificate: ServerCertificate): Promise<number> => {
    const server = createServer(certificate, (request, response) => {
      heard.push(request.headers.host ?? '');
      response.end('secure');
    });
    server.on('tlsClientError', () => {});
    servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };

  const get = (origin: string, by: Egress = egress) => fetchWith(by, { url: `${origin}/v1` }, { private: [origin] });

  const expectDistrust = async (origin: string, says: string, by: Egress = egress): Promise<void> => {
    const { ok, error, failure } = await get(origin, by);
    expect(ok).to.equal(false);
    expect(failure?.code).to.equal('upstream_failed');
    expect(failure?.setting).to.equal(/another name|expired/.test(says) ? undefined : 'egress.caFiles');
    expect(error.name).to.equal('TypeError');
    expect(error.message).to.include(says);
    expect(error.message).not.to.include('127.0.0.1');
    expect(heard, 'something was sent').to.deep.equal([]);
  };

  it('reaches a server whose chain leads to an authority of the operator', async () => {
    const port = await serve(await makeServerCertificate([API], between));
    const { given } = await get(`https://api.example.test:${port}`);
    expect(given).to.include({ status: 200, body: 'secure' });
    expect(heard).to.deep.equal([`api.example.test:${port}`]);
  });

  it('reaches it again with a session of before', async () => {
    const port = await serve(await makeServerCertificate([API], between));
    const answers = await Promise.all(Array.from({ length: 8 }, () => get(`https://api.example.test:${port}`)));
    expect(answers.every(({ ok }) => ok)).to.equal(true);
  });

  it('reaches an address whose certificate is for that address', async () => {
    const port = await serve(await makeServerCertificate([{ type: 'ip', value: '127.0.0.1' }], between));
    expect((await get(`https://127.0.0.1:${port}`)).given.body).to.equal('secure');
  });

  it('does not trust an address whose certificate is for a name', async () => {
    const port = await serve(await makeServerCertificate([API], between));
    const { error } = await get(`https://127.0.0.1:${port}`);
    expect(error.message).to.include('is for another name');
    expect(heard).to.deep.equal([]);
  });

  it('does not trust a certificate for another name', async () => {
    const port = await serve(await makeServerCertificate([API], between));
    await expectDistrust(`https://other.example.test:${port}`, 'is for another name');
    await expectDistrust(`https://deep.api.example.test:${port}`, 'is for another name');
  });

  it('does not trust one that has expired', async () => {
    const port = await serve(await makeServerCertificate([API], between, -1));
    await expectDistrust(`https://api.example.test:${port}`, 'has expired');
  });

  it('does not trust one that signed itself', async () => {
    const port = await serve(await makeServerCertificate([API], undefined));
    await expectDistrust(`https://api.example.test:${port}`, 'only by itself');
  });

  it('does not trust an authority of somebody else', async () => {
    const stranger = await makeAuthority('Another root');
    const port = await serve(await makeServerCertificate([API], await makeAuthority('Another intermediate', stranger)));
    await expectDistrust(`https://api.example.test:${port}`, 'certificate');
  });

  it('does not trust a server that leaves the intermediate out', async () => {
    const { key, cert } = await makeServerCertificate([API], between);
    const leaf = cert.slice(0, cert.indexOf('-----END CERTIFICATE-----') + '-----END CERTIFICATE-----'.length);
    const port = await serve({ key, cert: leaf });
    await expectDistrust(`https://api.example.test:${port}`, 'certificate');
  });

  it('does not trust the authority unless the operator does', async () => {
    const port = await serve(await makeServerCertificate([API], between));
    const plain = new Egress({ dnsServers: [names.address], extraCas: [], secrets: [] });
    await expectDistrust(`https://api.example.test:${port}`, 'not trusted', plain);
    await plain.close();
  });

  it('is not told to trust everybody by the environment', async () => {
    const port = await serve(await makeServerCertificate([API], undefined));
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    try {
      await expectDistrust(`https://api.example.test:${port}`, 'only by itself');
    } finally {
      delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    }
  });

  it('checks addresses before it says hello', async () => {
    const origin = 'https://inside.example.test';
    const { error } = await fetchWith(egress, { url: `${origin}/` });
    expect(error.name).to.equal('NotAllowedError');
  });
});
