// Prefer: receipt and GET /calls/{callId}: only the caller who made a call learns what it used.

import { expect } from 'chai';
import fc from 'fast-check';
import { createKey } from '../../../src/front/doors/issue-keys.ts';
import { Keyring } from '../../../src/front/doors/keyring.ts';
import { createReceipts } from '../../../src/front/http/receipts.ts';
import type { Outcome, ToolCall, ToolRoute, Usage } from '../../../src/shared/protocol/call.ts';
import { NO_GRANTS } from '../../../src/shared/protocol/capabilities.ts';
import { expectProblem } from './expect.ts';
import { callBody, type Front, type Reply, startFront } from './front.ts';

const ROUTE: ToolRoute = {
  toolName: 'echo',
  pluginName: 'echoes',
  version: '1.2.3',
  digest: 'sha256-abc',
  cordon: 'plugin:echoes',
  exportName: 'echo',
  resultForm: 'value',
  limits: {
    cpuMs: 1_000,
    wallMs: 5_000,
    memoryMb: 64,
    runnerRssMb: 384,
    argumentsBytes: 1_000,
    resultBytes: 4_000,
    resultDepth: 64,
    logBytes: 65_536,
    logLines: 500,
    hostCalls: 100,
    fetchCalls: 20,
    fetchConcurrency: 6,
    fetchRequestBytes: 1_000_000,
    fetchResponseBytes: 4_000_000,
    fetchMs: 4_000,
    storeBytes: 5_000_000,
    storeKeys: 5_000,
    storeValueBytes: 100_000,
    signCalls: 20,
    queueMs: 2_000,
    killGraceMs: 250,
    concurrencyPerPlugin: 8,
  },
  grants: NO_GRANTS,
  freshState: 'realm',
};

const USAGE: Usage = {
  queueMs: 1.5,
  runMs: 250,
  cpuMs: 12.3456789,
  heapBytes: 16 * 2 ** 20,
  hostCalls: 5,
  hostRequests: {
    fetches: 2,
    storeCalls: 3,
    signatures: 5,
    requestBytes: 10,
    responseBytes: 2_000,
    origins: ['https://api.example.com', 'https://b.example.com'],
  },
};

/** `echo` answers, `bare` answers with as little as a runner may report, `break` passes a limit. There is no other tool. */
const execute = async ({ toolName, argumentsJson, onRoute }: ToolCall): Promise<Outcome> => {
  if (toolName === 'absent')
    return { ok: false, failure: { code: 'tool_not_found', detail: 'No.' }, usage: { queueMs: 0, runMs: 0, cpuMs: 0 } };
  onRoute?.(ROUTE);
  if (toolName === 'break')
    return {
      ok: false,
      failure: { code: 'exceeded_cpu', detail: 'PRIVATE', limit: 'cpuMs', used: 1_001 },
      usage: USAGE,
    };
  const usage = toolName === 'bare' ? { queueMs: 0, runMs: 1, cpuMs: 0 } : USAGE;
  return { ok: true, resultJson: argumentsJson, usage };
};

const WANTED = { Prefer: 'receipt' };

describe('the receipt of a call', () => {
  let front: Front;
  before(async () => {
    front = await startFront({ execute });
  });
  after(() => front.close());

  const receiptAt = (reply: Reply, headers: Record<string, string> = {}): Promise<Reply> => {
    const [, place] = /^<(\/calls\/[0-9a-f-]{36})>; rel="describedby"$/.exec(String(reply.headers.link)) ?? [];
    return front.request('GET', place ?? '/no-link', headers);
  };

  it('has each figure with its limit', async () => {
    const before = Date.now();
    const reply = await front.post(callBody('{"secret":"PRIVATE"}'), WANTED);
    expect(reply.headers['preference-applied']).to.equal('receipt');
    const { status, headers, body } = await receiptAt(reply);
    expect(status).to.equal(200);
    expect(headers).to.include({ 'content-type': 'application/json', 'cache-control': 'no-store' });
    expect(body).not.to.include('PRIVATE');
    const { startedAt, totalMs, ...rest } = JSON.parse(body);
    expect(Date.parse(startedAt)).to.be.within(before - 10, Date.now());
    expect(totalMs).to.be.a('number').above(0);
    expect(rest).to.deep.equal({
      callId: reply.headers['toolcell-call-id'],
      toolName: 'echo',
      plugin: { name: 'echoes', version: '1.2.3', digest: 'sha256-abc' },
      code: 'ok',
      queueMs: 1.5,
      usage: {
        cpuMs: { used: 12.346, limit: 1_000, share: 0.0123 },
        wallMs: { used: 250, limit: 5_000, share: 0.05 },
        heapBytes: { used: 16 * 2 ** 20, limit: 64 * 2 ** 20, share: 0.25 },
        hostCalls: { used: 5, limit: 100, share: 0.05 },
        argumentsBytes: { used: 20, limit: 1_000, share: 0.02 },
        resultBytes: { used: 20, limit: 4_000, share: 0.005 },
        fetchCalls: { used: 2, limit: 20, share: 0.1 },
        requestBytes: { used: 10, limit: null, share: null },
        responseBytes: { used: 2_000, limit: null, share: null },
        storeCalls: { used: 3, limit: null, share: null },
        signCalls: { used: 5, limit: 20, share: 0.25 },
        origins: ['https://api.example.com', 'https://b.example.com'],
      },
    });
  });

  it('has null for what is not known', async () => {
    const { usage } = JSON.parse((await receiptAt(await front.post(callBody('{}', 'bare'), WANTED))).body);
    expect(usage.cpuMs).to.deep.equal({ used: null, limit: 1_000, share: null });
    expect(usage.heapBytes).to.deep.equal({ used: null, limit: 64 * 2 ** 20, share: null });
    expect(usage.hostCalls).to.deep.equal({ used: null, limit: 100, share: null });
    expect(usage.fetchCalls).to.deep.equal({ used: 0, limit: 20, share: 0 });
    expect(usage.origins).to.deep.equal([]);
  });

  it('exists for failures too', async () => {
    const broken = await front.post(callBody('{}', 'break'), WANTED);
    expectProblem(broken, 'exceeded_cpu');
    const { body } = await receiptAt(broken);
    expect(JSON.parse(body)).to.deep.include({ code: 'exceeded_cpu', limit: 'cpuMs', toolName: 'break' });
    expect(JSON.parse(body).usage.cpuMs).to.deep.equal({ used: 1_001, limit: 1_000, share: 1.001 });
    expect(JSON.parse(body).usage.resultBytes).to.deep.equal({ used: null, limit: 4_000, share: null });
    expect(body).not.to.include('PRIVATE');
  });

  it('exists for requests that did not become a call', async () => {
    const absent = JSON.parse((await receiptAt(await front.post(callBody('{}', 'absent'), WANTED))).body);
    expect(absent).to.deep.include({ code: 'tool_not_found', toolName: 'absent', plugin: null });
    expect(absent.usage.cpuMs).to.deep.equal({ used: 0, limit: null, share: null });
    const broken = JSON.parse((await receiptAt(await front.post('{', WANTED))).body);
    expect(broken).to.deep.include({ code: 'invalid_json', toolName: null, plugin: null });
    expect(broken.usage.argumentsBytes).to.deep.equal({ used: null, limit: null, share: null });
  });

  for (const prefer of [
    'Receipt',
    'respond-async, receipt;a=b',
    'a="x, y" , receipt',
    'receipt=""',
    ',,receipt,',
    'receipt ; x="y"',
  ]) {
    it(`is asked for by Prefer: ${prefer}`, async () => {
      const { headers } = await front.post(callBody(), { Prefer: prefer });
      expect(headers['preference-applied']).to.equal('receipt');
    });
  }

  const others = ['', 'receipts', 'receipt=no', 'a=receipt', 'a="b, receipt"', 'a; receipt', '\\"'.repeat(4_000)];
  for (const prefer of [...others, `${'a, '.repeat(100)}receipt`]) {
    it(`is not asked for by Prefer: ${prefer.slice(0, 20)}`, async () => {
      const { status, headers } = await front.post(callBody(), { Prefer: prefer });
      expect(status).to.equal(200);
      expect(headers).not.to.have.any.keys('preference-applied', 'link');
      expectProblem(await front.request('GET', `/calls/${headers['toolcell-call-id']}`), 'not_found');
    });
  }

  it('is only for the caller who made the call', async () => {
    const [mine, theirs] = [{ Authorization: 'Bearer mine' }, { Authorization: 'Bearer theirs' }];
    const reply = await front.post(callBody(), { ...WANTED, ...mine });
    expect((await receiptAt(reply, mine)).status).to.equal(200);
    expect((await receiptAt(reply, { Authorization: 'bearer  mine' })).status).to.equal(200);
    const refused = [
      await receiptAt(reply),
      await receiptAt(reply, theirs),
      await receiptAt(reply, { Authorization: 'Basic mine' }),
      await receiptAt(await front.post(callBody(), WANTED), theirs),
      await front.request('GET', '/calls/00000000-0000-4000-8000-000000000000'),
      await front.request('GET', '/calls/__proto__'),
      await front.request('GET', '/calls/%00'),
    ].map((other) => expectProblem(other, 'not_found').detail);
    expect(new Set(refused).size, refused.join('\n')).to.equal(1);
  });

  it('can only be read', async () => {
    const { headers } = await front.post(callBody(), WANTED);
    const place = `/calls/${headers['toolcell-call-id']}`;
    for (const method of ['DELETE', 'PUT', 'POST'])
      expectProblem(await front.request(method, place), 'method_not_allowed');
    const head = await front.request('HEAD', place);
    expect({ status: head.status, body: head.body }).to.deep.equal({ status: 200, body: '' });
    expectProblem(await front.request('GET', '/calls/'), 'not_found');
    expectProblem(await front.request('GET', `${place}/`), 'not_found');
  });

  it('may be read by a page that may call', async () => {
    const open = await startFront({ execute, server: { allowedOrigins: ['https://app.example.com'] } });
    const reply = await open.post(callBody(), { ...WANTED, Origin: 'https://app.example.com' });
    expect(reply.headers['access-control-expose-headers']).to.include('Link');
    const place = `/calls/${reply.headers['toolcell-call-id']}`;
    expectProblem(await open.request('GET', place, { Origin: 'https://evil.example' }), 'forbidden');
    const { status, headers } = await open.request('GET', place, { Origin: 'https://app.example.com' });
    expect({ status, origin: headers['access-control-allow-origin'] }).to.deep.equal({
      status: 200,
      origin: 'https://app.example.com',
    });
    await open.close();
  });
});

const ME = { name: 'me', client: 'me', scopes: [] };

describe('kept receipts', () => {
  it('are dropped if they are old, too many, or too long together', () => {
    let nowMs = 0;
    const receipts = createReceipts({ count: 3, characters: 20, ageMs: 100 }, () => nowMs);
    const found = () => ['a', 'b', 'c', 'd', 'e'].filter((callId) => receipts.find(callId, ME) !== undefined);
    for (const callId of ['a', 'b', 'c', 'd']) receipts.keep(callId, ME, 'text');
    expect(found()).to.deep.equal(['b', 'c', 'd']);
    receipts.keep('e', ME, 'a longer text');
    expect(found()).to.deep.equal(['d', 'e']);
    nowMs = 99;
    receipts.keep('a', ME, 'x');
    expect(found()).to.deep.equal(['a', 'd', 'e']);
    nowMs = 100;
    expect(found()).to.deep.equal(['a']);
    receipts.keep('b', ME, 'longer than all may be together');
    expect(found()).to.deep.equal([]);
    receipts.keep('c', ME, 'text');
    expect(found()).to.deep.equal(['c']);
  });

  it('are pushed out by their own caller’s first, and made-up names are one caller', () => {
    const clients = ['me', 'they'].map((name) => ({ name: `client:${name}`, client: name, scopes: [] }));
    const bearer = fc.integer({ min: 0, max: 99 }).map((number) => ({ name: `bearer:${number}`, scopes: [] }));
    const caller = fc.oneof(fc.constantFrom(...clients), bearer);
    const call = fc.record({ caller, length: fc.integer({ min: 1, max: 30 }) });
    fc.assert(
      fc.property(fc.array(call, { minLength: 20, maxLength: 60 }), (calls) => {
        const receipts = createReceipts({ count: 12, characters: 240, ageMs: 100 }, () => 0);
        for (const [index, one] of calls.entries()) receipts.keep(String(index), one.caller, 'x'.repeat(one.length));
        const kept = calls.map((one, index) => receipts.find(String(index), one.caller) !== undefined);
        const texts = calls.filter((_, index) => kept[index]).map(({ length }) => length);
        expect(texts.length).to.be.at.most(12);
        expect(texts.reduce((sum, length) => sum + length, 0)).to.be.at.most(240);
        // Of three sharers, each keeps its newest ones up to a third of both bounds, whatever the others do.
        for (const sharer of [...clients.map(({ name }) => name), 'bearer']) {
          const own = calls
            .map((one, index) => ({ ...one, isKept: kept[index] }))
            .filter(({ caller: { name } }) => name.startsWith(sharer))
            .toReversed();
          let characters = 0;
          for (const [index, { length, isKept }] of own.entries()) {
            characters += length;
            if (index >= 4 || characters > 80 - 30) break;
            expect(isKept).to.equal(true);
          }
        }
      }),
    );
  });

  it('of others outlast a caller who makes thousands, under one name or under many', async () => {
    const { keys, result } = createKey([], { client: 'ada', scopes: [] }, undefined);
    const flooder = createKey(keys, { client: 'eve', scopes: [] }, undefined);
    const door = { keys: new Keyring(flooder.keys), allowsAnonymous: true };
    const front = await startFront({ execute, door });
    const mine = { 'X-API-Key': result.key };
    const reply = await front.post(callBody(), { ...WANTED, ...mine });
    for (let sent = 0; sent < 1_001; sent += 1)
      await front.post(callBody(), { ...WANTED, 'X-API-Key': flooder.result.key });
    const place = `/calls/${reply.headers['toolcell-call-id']}`;
    expect((await front.request('GET', place, mine)).status).to.equal(200);
    await front.close();
  });

  it('are the newest thousand', async () => {
    const front = await startFront({ execute });
    const first = await front.post(callBody(), WANTED);
    const second = await front.post(callBody(), WANTED);
    for (let sent = 0; sent < 999; sent += 1) await front.post(callBody(), WANTED);
    const status = async ({ headers }: Reply) =>
      (await front.request('GET', `/calls/${headers['toolcell-call-id']}`)).status;
    expect([await status(first), await status(second)]).to.deep.equal([404, 200]);
    await front.close();
  });
});
