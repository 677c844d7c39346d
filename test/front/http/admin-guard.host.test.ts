// Only a program with the key may use the admin API, and nobody if no key is set.

import { createHash } from 'node:crypto';
import { expect } from 'chai';
import type { FailureCode } from '../../../src/shared/protocol/errors.ts';
import { type AdminHost, archiveOf, startAdminHost } from '../../support/admin.ts';
import { expectProblem } from './expect.ts';
import { startFront } from './front.ts';
import { exchange, requestText, type WireReply } from './wire.ts';

const PLUGINS = '/admin/plugins';
const PAGE = 'https://app.example.com';

describe('the guard of the admin API', () => {
  let admin: AdminHost;
  before(async () => {
    admin = await startAdminHost({}, { allowedOrigins: [PAGE], trustedProxies: ['127.0.0.1'] });
  });
  after(() => admin.close());

  let clients = 0;
  /** A client of its own for each request: answers to the second wrong key of an address wait for longer. */
  const clientOf = (): string => {
    clients += 1;
    return `X-Forwarded-For: 192.0.2.${clients}`;
  };
  const send = async (requestLine: string, headers: readonly string[] = []): Promise<WireReply | undefined> =>
    (await exchange(admin.port, [requestText(requestLine, ['Host: localhost', clientOf(), ...headers])])).replies[0];
  const refused = async (reply: Promise<WireReply | undefined>, code: FailureCode): Promise<WireReply | undefined> => {
    const given = await reply;
    const { detail } = expectProblem(given, code);
    expect(detail).not.to.contain(admin.key);
    return given;
  };

  it('answers as for any unknown path if no key is set', async () => {
    const front = await startFront();
    for (const [method, path] of [
      ['GET', PLUGINS],
      ['PUT', `${PLUGINS}/counter`],
      ['OPTIONS', PLUGINS],
      ['POST', `${PLUGINS}/counter/approve`],
    ] as const) {
      const [one, other] = [await front.request(method, path), await front.request(method, '/nothing')];
      expect(expectProblem(one, 'not_found').detail).to.equal(expectProblem(other, 'not_found').detail);
    }
    await front.close();
  });

  it('admits only the key, given once, and tells how to send it', async () => {
    const bearer = (key: string) => `Authorization: Bearer ${key}`;
    const hash = createHash('sha256').update(admin.key).digest('hex');
    for (const headers of [
      [],
      [bearer('')],
      [bearer(`${admin.key}x`)],
      [bearer(admin.key.slice(1))],
      [bearer(admin.key.toUpperCase())],
      [bearer(hash)],
      [bearer(`sha256:${hash}`)],
      [bearer(`${admin.key} ${admin.key}`)],
      [bearer(admin.key), bearer(admin.key)],
      [bearer('wrong'), bearer(admin.key)],
      [`Authorization: Basic ${Buffer.from(`admin:${admin.key}`).toString('base64')}`],
      [`Authorization: ${admin.key}`],
      [`X-Api-Key: ${admin.key}`],
      [`Cookie: key=${admin.key}`],
      [bearer('x'.repeat(5_000))],
    ]) {
      const reply = await refused(send(`GET ${PLUGINS}`, headers), 'unauthenticated');
      expect(reply?.headers.get('www-authenticate')).to.equal('Bearer');
    }
    await refused(send(`GET ${PLUGINS}?key=${admin.key}`), 'unauthenticated');
    expect((await send(`GET ${PLUGINS}`, [bearer(admin.key)]))?.status).to.equal(200);
    expect((await send(`GET ${PLUGINS}`, [`authorization: bearer  ${admin.key}`]))?.status).to.equal(200);
  });

  it('tells nothing about methods and paths without the key', async () => {
    for (const line of [
      `DELETE ${PLUGINS}/counter`,
      `PUT ${PLUGINS}/counter`,
      `OPTIONS ${PLUGINS}`,
      `PATCH ${PLUGINS}`,
      'GET /admin',
      'GET /admin/',
      'GET /admin/nothing',
      `GET http://localhost${PLUGINS}`,
    ]) {
      await refused(send(line), 'unauthenticated');
    }
    const key = `Authorization: Bearer ${admin.key}`;
    await refused(send('GET /admin/nothing', [key]), 'not_found');
    await refused(send(`GET ${PLUGINS}/`, [key]), 'not_found');
    await refused(send(`GET ${PLUGINS}/..%2Fcounter`, [key]), 'not_found');
    await refused(send(`GET ${PLUGINS}/__proto__`, [key]), 'not_found');
    await refused(send(`GET ${PLUGINS}/constructor`, [key]), 'not_found');
    await refused(send(`GET ${PLUGINS}/%E0%A4%A`, [key]), 'not_found');
    const wrong = await refused(send(`PATCH ${PLUGINS}/counter`, [key]), 'method_not_allowed');
    expect(wrong?.headers.get('allow')).to.contain('PUT');
    for (const line of [
      'GET /ADMIN/plugins',
      'GET //admin/plugins',
      'GET /mcp/../admin/plugins',
      'GET /%61dmin/plugins',
    ])
      await refused(send(line), 'not_found');
  });

  it('refuses pages, even with the key and from an origin that may call tools', async () => {
    const key = `Authorization: Bearer ${admin.key}`;
    for (const origin of [PAGE, 'null', `http://127.0.0.1:${admin.port}`, 'https://evil.example', '']) {
      await refused(send(`GET ${PLUGINS}`, [key, `Origin: ${origin}`]), 'forbidden');
    }
    const preflight = ['Access-Control-Request-Method: PUT', 'Access-Control-Request-Headers: authorization'];
    const reply = await refused(send(`OPTIONS ${PLUGINS}/counter`, [`Origin: ${PAGE}`, ...preflight]), 'forbidden');
    expect([...(reply?.headers.keys() ?? [])]).not.to.contain('access-control-allow-methods');
  });

  it('refuses foreign host names', async () => {
    const [reply] = (
      await exchange(admin.port, [
        requestText(`GET ${PLUGINS}`, ['Host: evil.example', `Authorization: Bearer ${admin.key}`]),
      ])
    ).replies;
    expectProblem(reply, 'forbidden');
  });

  it('refuses before a byte of a body is read', async () => {
    const body = archiveOf({ version: '1.0.0' });
    const head = requestText(`PUT ${PLUGINS}/counter`, [
      'Host: localhost',
      clientOf(),
      'Expect: 100-continue',
      `Content-Length: ${body.length}`,
      'Content-Type: application/gzip',
    ]);
    const { replies } = await exchange(admin.port, [head], { waitMs: 6_000 });
    expect(replies.map(({ status }) => status)).to.deep.equal([401]);
    expect(admin.host.catalog.bundles).to.deep.equal([]);
  });

  it('serves no tools below /admin, and no plugins below /mcp', async () => {
    const key = `Authorization: Bearer ${admin.key}`;
    await refused(send('GET /admin/mcp/metadata', [key]), 'not_found');
    await refused(send('GET /mcp/plugins', [key]), 'not_found');
    expect((await send('GET /mcp/metadata'))?.status).to.equal(200);
  });

  it('logs requests without the key as failures, and those with it as actions', () => {
    expect(admin.callLog.filter(({ code }) => code === 'unauthenticated')).to.have.length.greaterThan(10);
    expect(JSON.stringify([admin.callLog, admin.adminLog])).not.to.contain(admin.key);
    expect(new Set(admin.adminLog.map(({ action }) => action))).to.deep.equal(new Set(['list', 'show']));
  });
});
