// What lies next to the operations of an imported API: the host refuses each such request by the plugin's own manifest, before there is a socket.

import { expect } from 'chai';
import { Egress } from '../../../../src/control/capabilities/egress.ts';
import { fetchWith } from '../../../control/capabilities/fetching.ts';
import { startUpstream, type Upstream } from '../../../control/capabilities/upstream.ts';
import { documentsFolder, importDocument } from './documents.ts';
import { notesApi } from './notes-api.ts';

const NEIGHBOURS: readonly (readonly [method: string, path: string])[] = [
  ['GET', '/v1'],
  ['GET', '/v1/'],
  ['GET', '/v1/notes/'],
  ['GET', '/v1/notes/n1/'],
  ['GET', '/v1/notes/n1/history'],
  ['GET', '/v1/notes/n1/../../admin'],
  ['GET', '/v1/notes/..%2Fadmin'],
  ['GET', '/v1/notes/n1%2Fhistory'],
  ['GET', '/v1/notes/n1%5Chistory'],
  ['GET', '/v1/notes/n1%252Fhistory'],
  ['GET', '/v1/notes/%2e%2e'],
  ['GET', '/v1//notes'],
  ['GET', '/v1/Notes'],
  ['GET', '/v1/notesx'],
  ['GET', '/v2/notes'],
  ['GET', '/'],
  ['PUT', '/v1/notes/n1'],
  ['POST', '/v1/notes/n1'],
  ['DELETE', '/v1/notes'],
  ['POST', '/v1/health'],
  ['GET', '/v1/health/'],
  ['GET', '/v1/notes/;n1'],
];

describe('requests next to those of an imported API', () => {
  const folder = documentsFolder();
  let upstream: Upstream;
  let egress: Egress;
  before(async () => {
    upstream = await startUpstream((_, response) => void response.end('{}'));
    egress = new Egress({ dnsServers: [], extraCas: [], secrets: [] });
  });
  after(async () => {
    await egress.close();
    await upstream.close();
    folder.remove();
  });

  it('are refused without a socket, and its own are sent', async () => {
    const { manifest } = await importDocument(folder.path, notesApi(upstream.origin));
    const requested = manifest.capabilities?.fetch ?? [];
    const options = { requested, private: [upstream.origin] };
    for (const [method, path] of NEIGHBOURS) {
      const { ok, error } = await fetchWith(egress, { url: `${upstream.origin}${path}`, method }, options);
      expect([ok, ok || error.name], `${method} ${path}`).to.deep.equal([false, 'NotAllowedError']);
    }
    expect(upstream.connections.made).to.equal(0);
    for (const [method, path] of [
      ['GET', '/v1/notes?author=ada'],
      ['POST', '/v1/notes'],
      ['DELETE', '/v1/notes/n%201'],
      ['GET', '/v1/health'],
    ] as const)
      expect((await fetchWith(egress, { url: `${upstream.origin}${path}`, method }, options)).ok, path).to.equal(true);
    expect(upstream.received).to.have.length(4);
  });
});
