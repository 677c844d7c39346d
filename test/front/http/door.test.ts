// Who comes in: callers with a key, and others only if the operator lets them. No key shows up anywhere.

import { setTimeout } from 'node:timers/promises';
import { expect } from 'chai';
import { createKey, revokeKey, rotateKey } from '../../../src/front/doors/issue-keys.ts';
import { Keyring } from '../../../src/front/doors/keyring.ts';
import { expectProblem } from './expect.ts';
import { callBody, type Front, startFront } from './front.ts';
import { exchange, openWire, readReplies, requestText, type WireReply } from './wire.ts';

const OWNER = { client: 'agent-7', scopes: ['tools:call'] };
const HOUR_MS = 3_600_000;

describe('the door', () => {
  const { keys, result: issued } = createKey([], OWNER, undefined);
  const { key, record } = issued;
  const expired = createKey(keys, { client: 'late', scopes: [] }, HOUR_MS, Date.now() - HOUR_MS);
  const keyring = new Keyring(expired.keys);
  let front: Front;
  let open: Front;
  /** Milliseconds that the answers to wrong keys had to wait, on both. */
  const pausesMs: number[] = [];
  const pauseBefore = async (ms: number): Promise<void> => void pausesMs.push(ms);
  before(async () => {
    front = await startFront({ door: { keys: keyring, allowsAnonymous: false, pauseBefore } });
    open = await startFront({ door: { keys: keyring, allowsAnonymous: true, pauseBefore } });
  });
  after(async () => {
    await front.close();
    await open.close();
  });
  afterEach(() => keyring.replace(expired.keys));

  const raw = async (headers: readonly string[], line = 'GET /mcp/metadata'): Promise<WireReply | undefined> =>
    (await exchange(front.port, [requestText(line, ['Host: localhost', ...headers])])).replies[0];

  it('lets a caller with a key call, and names its client in the log and to the executor', async () => {
    for (const headers of [
      { Authorization: `Bearer ${key}` },
      { authorization: `bearer ${key}` },
      { 'X-API-Key': key },
    ]) {
      expect((await front.post(callBody(), headers)).status).to.equal(200);
      expect(front.calls.at(-1)?.caller?.name).to.equal('client:agent-7');
      expect(front.entries.at(-1)).to.include({ caller: 'client:agent-7', keyId: record.id });
    }
  });

  it('keeps out everyone else, says how to come in, and runs nothing', async () => {
    const before = front.calls.length;
    for (const [method, path] of [
      ['POST', '/mcp/callTool'],
      ['GET', '/mcp/metadata'],
      ['GET', '/calls/x'],
      ['GET', '/nothing'],
    ] as const) {
      const reply = await front.request(method, path, { 'Content-Type': 'application/json' }, callBody());
      const { detail } = expectProblem(reply, 'unauthenticated');
      expect(detail).to.contain('Authorization: Bearer KEY');
      expect(reply.headers['www-authenticate']).to.equal('Bearer realm="toolcell"');
    }
    expect(front.calls.length).to.equal(before);
  });

  it('leaves the health routes and the questions of browsers open', async () => {
    for (const path of ['/healthz', '/readyz']) expect((await front.request('GET', path)).status).to.equal(200);
    expect((await front.request('OPTIONS', '/mcp/callTool')).status).to.equal(204);
  });

  it('refuses wrong keys with the reason, even if callers without one may pass', async () => {
    const other = createKey([], OWNER, undefined).result.key;
    const cases: readonly (readonly [text: string, reason: RegExp])[] = [
      [other, /not a key of this server, or was revoked/],
      [expired.result.key, /has expired/],
      [key.slice(0, -1), /is damaged/],
      [`${key}0`, /is damaged/],
      [key.toLowerCase(), /is damaged/],
      [record.hash, /not a key of this server/],
      [record.id, /not a key of this server/],
      ['__proto__', /not a key of this server/],
      ['x'.repeat(9_000), /longer than 8192 characters/],
    ];
    for (const [text, reason] of cases)
      for (const at of [front, open]) {
        const reply = await at.post(callBody(), { 'X-API-Key': text });
        const { detail } = expectProblem(reply, 'unauthenticated');
        expect(detail).to.match(reason);
        expect(reply.headers['www-authenticate']).to.equal('Bearer realm="toolcell", error="invalid_token"');
      }
    expect((await open.post(callBody())).status).to.equal(200);
  });

  it('refuses a key in another scheme', async () => {
    for (const value of [
      `Basic ${Buffer.from(`agent-7:${key}`).toString('base64')}`,
      key,
      `Bearer ${key} ${key}`,
      'Bearer',
    ])
      expectProblem(await raw([`Authorization: ${value}`]), 'unauthenticated');
  });

  it('refuses two credentials, of which a proxy may have checked the other one', async () => {
    const bearer = `Authorization: Bearer ${key}`;
    for (const headers of [
      [bearer, bearer],
      [bearer, 'Authorization: Bearer wrong'],
      [bearer, `X-API-Key: ${key}`],
      [`X-API-Key: ${key}`, 'x-api-key: wrong'],
    ])
      expectProblem(await raw(headers), 'invalid_request');
  });

  it('reads no key from the address or the body, and does not repeat it', async () => {
    for (const path of [
      `/mcp/metadata?x=${key}`,
      '/mcp/metadata?access_token=abc',
      '/mcp/metadata?a=1&API_KEY=abc',
      `/${key}`,
    ]) {
      const reply = await front.request('GET', path, { Authorization: `Bearer ${key}` });
      expect(expectProblem(reply, 'invalid_request').detail).to.match(/The address of the request has a key in it/);
      expect(reply.body).not.to.contain(key);
    }
    const body = `{"toolName":"echo","arguments":{},"access_token":"${key}"}`;
    expectProblem(await front.post(body), 'unauthenticated');
  });

  it('writes no key into a log line', async () => {
    await front.request('GET', `/mcp/metadata?key=${key}`);
    await front.request('GET', `/${key}/x`);
    await front.post(callBody(), { Authorization: `Bearer ${key.slice(0, -1)}` });
    expect(JSON.stringify(front.entries)).not.to.contain(key.slice(0, 40));
  });

  it('closes for a revoked key with its next request on the same connection', async () => {
    const { socket, received } = await openWire(front.port);
    const answered = async (count: number): Promise<readonly number[]> => {
      socket.write(
        requestText('GET /mcp/metadata', ['Host: localhost', `X-API-Key: ${key}`], '', 'Connection: keep-alive'),
      );
      while (readReplies(received()).length < count) await setTimeout(5);
      return readReplies(received()).map(({ status }) => status);
    };
    expect(await answered(1)).to.deep.equal([200]);
    keyring.replace(revokeKey(expired.keys, record.id).keys);
    expect(await answered(2)).to.deep.equal([200, 401]);
    socket.destroy();
  });

  it('names the key and its client in the log if it has expired or was revoked, and admits nobody for it', async () => {
    const stranger = createKey([], OWNER, undefined).result.key;
    keyring.replace(revokeKey(expired.keys, record.id).keys);
    // A key that cannot be read and comes back was not revoked.
    keyring.close();
    keyring.replace(revokeKey(expired.keys, record.id).keys);
    for (const [sent, named] of [
      [key, { keyId: record.id, client: 'agent-7' }],
      [expired.result.key, { keyId: expired.result.record.id, client: 'late' }],
      [stranger, undefined],
      [key.slice(0, -1), undefined],
    ] as const) {
      const reply = await front.post(callBody(), { 'X-API-Key': sent });
      expectProblem(reply, 'unauthenticated');
      expect(reply.body).not.to.match(/agent-7|late/);
      const { code, caller, keyId, client } = front.entries.at(-1) ?? {};
      expect({ code, caller }).to.deep.equal({ code: 'unauthenticated', caller: undefined });
      expect(keyId === undefined ? undefined : { keyId, client }).to.deep.equal(named);
    }
  });

  it('takes both keys during a rotation, as one client', async () => {
    const rotated = rotateKey(expired.keys, record.id, HOUR_MS);
    keyring.replace(rotated.keys);
    for (const text of [key, rotated.result.key]) {
      expect((await front.post(callBody(), { 'X-API-Key': text })).status).to.equal(200);
      expect(front.entries.at(-1)?.caller).to.equal('client:agent-7');
    }
  });

  it('keeps receipts for the client, whichever of its keys it sends, and from all others', async () => {
    const rotated = rotateKey(expired.keys, record.id, HOUR_MS);
    const stranger = createKey(rotated.keys, { client: 'other', scopes: [] }, undefined);
    keyring.replace(stranger.keys);
    const { headers } = await front.post(callBody(), { 'X-API-Key': key, Prefer: 'receipt' });
    const path = `/calls/${headers['toolcell-call-id']}`;
    expect((await front.request('GET', path, { 'X-API-Key': rotated.result.key })).status).to.equal(200);
    expectProblem(await front.request('GET', path, { 'X-API-Key': stranger.result.key }), 'not_found');
  });

  it('answers wrong keys later and later, and right ones at once', async () => {
    const wrong = createKey([], OWNER, undefined).result.key;
    const fresh = await startFront({ door: { keys: keyring, allowsAnonymous: false, pauseBefore } });
    pausesMs.length = 0;
    for (const text of [wrong, wrong, key, wrong, key])
      await fresh.request('GET', '/mcp/metadata', { 'X-API-Key': text });
    expect(pausesMs).to.deep.equal([100, 200, 400]);
    await fresh.close();
  });

  it('waits by the clock', async () => {
    const fresh = await startFront({ door: { keys: keyring, allowsAnonymous: false } });
    const startMs = performance.now();
    expectProblem(await fresh.request('GET', '/mcp/metadata', { 'X-API-Key': 'wrong' }), 'unauthenticated');
    expect(performance.now() - startMs).to.be.at.least(99);
    await fresh.close();
  });
});

describe('the door without keys', () => {
  it('names callers by their tokens, and admits everyone', async () => {
    const front = await startFront();
    expect((await front.post(callBody(), { Authorization: 'Bearer anything' })).status).to.equal(200);
    expect(front.calls.at(-1)?.caller?.name).to.match(/^bearer:/);
    expect((await front.post(callBody())).status).to.equal(200);
    expect(front.calls.at(-1)?.caller?.name).to.equal('anonymous');
    await front.close();
  });
});
