// What the client makes of replies: repeats only if that is allowed and does no harm, and errors that say whose the reply was.

import type { ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import { expect } from 'chai';
import {
  CallTimeoutError,
  createClient,
  type FailureCode,
  ForeignReplyError,
  ToolcellError,
  UnreachableError,
} from '../../../packages/client/src/client.ts';
import type { ERRORS } from '../../../src/shared/protocol/errors.ts';
import {
  type Answering,
  type ScriptedServer,
  sendList,
  sendProblem,
  sendResult,
  startScripted,
} from './scripted-server.ts';

const CALL = '/mcp/callTool';
const LIST = '/mcp/metadata';
const OVERLOADED = { status: 503, code: 'overloaded', fault: 'host', retryable: true };
const TOOLS = {
  again: { idempotentHint: true },
  look: { readOnlyHint: true },
  once: { destructiveHint: true },
  said: { idempotentHint: 'yes' },
};

/** The compiler compares the client's codes with those of the server, both ways. */
type Same<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : never) : never;
true satisfies Same<FailureCode, keyof typeof ERRORS>;

/** What a promise rejects with. */
const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    (value) => {
      throw new Error(`it resolved with ${JSON.stringify(value)}`);
    },
    (error: unknown) => error,
  );

describe('the client, of replies', () => {
  let server: ScriptedServer;
  const serve = async (call: Answering, list: Answering = (_count, _seen, res) => sendList(res, TOOLS)) => {
    server = await startScripted({ [CALL]: call, [LIST]: list });
    return createClient({ url: server.url, retryDelayMs: 4 });
  };
  afterEach(() => server?.close());

  /** Fails so often, and then succeeds. */
  const failing =
    (times: number, problem: Parameters<typeof sendProblem>[1] = OVERLOADED, headers = {}): Answering =>
    (count, _seen, res) =>
      count <= times ? sendProblem(res, problem, headers) : sendResult(res, 'done');

  describe('repeats', () => {
    for (const name of ['again', 'look'])
      it(`a call of ${name}, which may be repeated, until it succeeds`, async () => {
        const client = await serve(failing(2));
        const { result, attempts } = await client.callToolWithInfo(name, { a: 1 });
        expect([result, attempts, server.count(CALL), server.count(LIST)]).to.deep.equal(['done', 3, 3, 1]);
        expect(new Set(server.seen.filter(({ path }) => path === CALL).map(({ body }) => body))).to.have.lengthOf(1);
      });

    for (const name of ['once', 'said', 'unlisted', '__proto__'])
      it(`no call of ${name}, of which nobody says that`, async () => {
        const client = await serve(failing(1));
        const error = await errorOf(client.callTool(name, {}));
        expect(error).to.be.instanceOf(ToolcellError).and.to.include({ code: 'overloaded', attempts: 1 });
        expect(server.count(CALL)).to.equal(1);
      });

    it('any call with an idempotency key, which every attempt carries', async () => {
      const client = await serve(failing(1));
      expect(await client.callTool('once', {}, { idempotencyKey: 'k-1' })).to.equal('done');
      const keys = server.seen.map(({ headers }) => headers['idempotency-key']);
      expect(keys).to.deep.equal(['k-1', 'k-1']);
    });

    it('no call that failed for good, and asks for no list then', async () => {
      const client = await serve(failing(1, { status: 422, code: 'tool_error', fault: 'plugin', retryable: false }));
      const error = await errorOf(client.callTool('again', {}, { idempotencyKey: 'k' }));
      expect(error).to.include({ code: 'tool_error' });
      expect([server.count(CALL), server.count(LIST)]).to.deep.equal([1, 0]);
    });

    it('no call if the list cannot be had', async () => {
      const client = await serve(failing(1), (_count, _seen, res) => res.writeHead(500).end());
      expect(await errorOf(client.callTool('again', {}))).to.include({ code: 'overloaded' });
      expect(server.count(CALL)).to.equal(1);
    });

    for (const [what, lose, kind] of [
      ['whose connection broke', (res) => res.destroy(), UnreachableError],
      ['that a proxy refused', (res) => res.writeHead(503, { 'retry-after': '0' }).end('busy'), ForeignReplyError],
    ] as readonly (readonly [
      string,
      (res: ServerResponse) => void,
      typeof ForeignReplyError | typeof UnreachableError,
    ])[]) {
      it(`no call ${what}, because it may have run`, async () => {
        const client = await serve((_count, _seen, res) => lose(res));
        expect(await errorOf(client.callTool('again', {}))).to.be.instanceOf(kind);
        expect(server.count(CALL)).to.equal(1);
      });

      it(`a call ${what}, if it has an idempotency key`, async () => {
        const client = await serve((count, _seen, res) => (count < 3 ? lose(res) : sendResult(res, 'done')));
        expect(await client.callTool('once', {}, { idempotencyKey: 'k' })).to.equal('done');
        expect(server.seen.map(({ headers }) => headers['idempotency-key'])).to.deep.equal(['k', 'k', 'k']);
        await server.close();
        const last = await serve((_count, _seen, res) => lose(res));
        expect(await errorOf(last.callTool('once', {}, { idempotencyKey: 'k' }))).to.be.instanceOf(kind);
        expect(server.count(CALL)).to.equal(3);
      });
    }

    it('no call of which a proxy says that it is wrong', async () => {
      const client = await serve((_count, _seen, res) => res.writeHead(400).end('no'));
      expect(await errorOf(client.callTool('again', {}, { idempotencyKey: 'k' }))).to.be.instanceOf(ForeignReplyError);
      expect(server.count(CALL)).to.equal(1);
    });

    it('as often as it was told, and tells how often that was', async () => {
      const client = await serve(failing(99));
      expect(await errorOf(client.callTool('again', {}))).to.include({ attempts: 3 });
      expect(await errorOf(client.callTool('again', {}, { retries: 0 }))).to.include({ attempts: 1 });
      expect(server.count(CALL)).to.equal(4);
    });

    it('not before the delay that the document names has passed', async () => {
      const client = await serve(failing(1, { ...OVERLOADED, retryAfterMs: 120 }, { 'retry-after': '1' }));
      await client.callTool('again', {});
      const [first, second] = server.seen.filter(({ path }) => path === CALL).map(({ atMs }) => atMs);
      expect(Number(second) - Number(first)).to.be.within(119, 900);
    });

    it('not before the delay that Retry-After names has passed', async () => {
      const client = await serve(failing(1, OVERLOADED, { 'retry-after': '1' }));
      await client.callTool('again', {});
      const [first, second] = server.seen.filter(({ path }) => path === CALL).map(({ atMs }) => atMs);
      expect(Number(second) - Number(first)).to.be.at.least(999);
    });

    it('no call for which it would have to wait too long', async () => {
      const client = await serve(failing(1, { ...OVERLOADED, retryAfterMs: 30_001 }));
      expect(await errorOf(client.callTool('again', {}))).to.include({ retryAfterMs: 30_001 });
      expect(server.count(CALL)).to.equal(1);
    });

    it('no call if the delay would end after the deadline', async () => {
      const client = await serve(failing(99, { ...OVERLOADED, retryAfterMs: 5_000 }));
      expect(await errorOf(client.callTool('again', {}, { timeoutMs: 2_000 }))).to.include({ code: 'overloaded' });
      expect(server.count(CALL)).to.equal(1);
    });

    it('nothing more once it is aborted', async () => {
      const client = await serve(failing(99, { ...OVERLOADED, retryAfterMs: 20_000 }));
      const controller = new AbortController();
      const ended = errorOf(client.callTool('again', {}, { signal: controller.signal }));
      while (server.count(LIST) === 0) await new Promise((resolve) => setTimeout(resolve, 2));
      controller.abort(new Error('enough'));
      expect(await ended).to.have.property('message', 'enough');
      expect(server.count(CALL)).to.equal(1);
    });
  });

  describe('errors', () => {
    it('have all members of the document', async () => {
      const members = {
        ...{ status: 502, code: 'exceeded_memory', fault: 'plugin', retryable: false, toolName: 't', callId: 'c' },
        ...{ limit: 'memoryMb', allowed: 64, used: 65.5, setting: 'limits.memoryMb', retryAfterMs: 5 },
        violations: [{ path: '/a', message: 'is missing' }],
        refusals: [{ where: 'w', reason: 'r', hint: 'h' }],
      };
      const client = await serve((_count, _seen, res) => sendProblem(res, members));
      const error = await errorOf(client.callTool('a', {}));
      expect(error).to.be.instanceOf(ToolcellError);
      expect({ ...(error as ToolcellError) }).to.deep.include({ ...members, title: 'A title', detail: 'A detail.' });
      expect((error as Error).message).to.equal('exceeded_memory: A detail.');
    });

    it('leave out members of the wrong type', async () => {
      const odd = {
        allowed: 'much',
        used: -1,
        limit: 7,
        violations: [{ path: 1 }, null],
        callId: {},
        retryAfterMs: '9',
      };
      const client = await serve((_count, _seen, res) => sendProblem(res, { ...OVERLOADED, ...odd }));
      const error = (await errorOf(client.callTool('once', {}))) as ToolcellError;
      const { allowed, used, limit, violations, callId, retryAfterMs } = error;
      expect([allowed, used, limit, violations, callId, retryAfterMs]).to.deep.equal([
        undefined,
        undefined,
        undefined,
        [],
        undefined,
        undefined,
      ]);
    });

    const foreign: readonly (readonly [what: string, answer: Answering])[] = [
      [
        'an error page',
        (_count, _seen, res) => res.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad</h1>'),
      ],
      ['another problem document', (_c, _s, res) => sendProblem(res, { ...OVERLOADED, type: 'about:blank' })],
      ['a document without a fault', (_c, _s, res) => sendProblem(res, { status: 500, code: 'internal' })],
      [
        'a document that is no JSON type',
        (_c, _s, res) => sendProblem(res, OVERLOADED, { 'content-type': 'text/plain' }),
      ],
      ['a page with status 200', (_c, _s, res) => res.writeHead(200, { 'content-type': 'text/html' }).end('"hello"')],
      ['JSON without an id', (_c, _s, res) => res.writeHead(200, { 'content-type': 'application/json' }).end('1')],
      ['half of a JSON text', (_c, _s, res) => res.writeHead(200, { 'content-type': 'application/json' }).end('{"a":')],
      ['a redirection', (_c, _s, res) => res.writeHead(307, { location: 'http://127.0.0.1:1/' }).end()],
    ];
    for (const [what, answer] of foreign)
      it(`tell that ${what} is not Toolcell's`, async () => {
        const client = await serve(answer);
        expect(await errorOf(client.callTool('again', {}))).to.be.instanceOf(ForeignReplyError);
      });

    it('keep the beginning of such a reply', async () => {
      const client = await serve((_count, _seen, res) => res.writeHead(502).end('x'.repeat(1_000)));
      expect(await errorOf(client.callTool('a', {}))).to.include({ status: 502, excerpt: 'x'.repeat(200) });
    });

    it('come without reading an endless page', async () => {
      let sent = 0;
      const client = await serve((_count, _seen, res) => {
        res.writeHead(500, { 'content-type': 'application/problem+json' });
        const more = (): void => {
          if (res.destroyed) return;
          sent += 65_536;
          if (res.write(Buffer.alloc(65_536, 32))) setImmediate(more);
          else res.once('drain', more);
        };
        more();
      });
      expect(await errorOf(client.callTool('a', {}))).to.be.instanceOf(ForeignReplyError);
      // What the sockets hold is sent, too.
      expect(sent).to.be.below(20_000_000);
    });

    it('come for a result that is larger than the program takes', async () => {
      server = await startScripted({ [CALL]: (_count, _seen, res) => sendResult(res, 'x'.repeat(2_000)) });
      const strict = createClient({ url: server.url, mostReplyBytes: 1_000 });
      expect(await errorOf(strict.callTool('a', {}))).to.be.instanceOf(ForeignReplyError);
      expect(await createClient({ url: server.url }).callTool('a', {})).to.have.lengthOf(2_000);
    });

    it('tell that nothing listens there', async () => {
      const free = createServer().listen(0, '127.0.0.1');
      await new Promise((resolve) => free.once('listening', resolve));
      const { port } = free.address() as { port: number };
      await new Promise((resolve) => free.close(resolve));
      const error = await errorOf(createClient({ url: `http://127.0.0.1:${port}` }).callTool('a', {}));
      expect(error).to.be.instanceOf(UnreachableError).and.to.have.property('cause');
    });

    it('tell that a reply broke off', async () => {
      const client = await serve((_count, _seen, res) => {
        res.writeHead(200, { 'content-type': 'application/json', 'content-length': '100', 'toolcell-call-id': 'c' });
        res.write('"half', () => res.destroy());
      });
      expect(await errorOf(client.callTool('a', {}))).to.be.instanceOf(UnreachableError);
    });

    it('tell that the time is over, and hang up', async () => {
      let hungUp = (): void => {};
      const gone = new Promise<void>((resolve) => {
        hungUp = resolve;
      });
      const client = await serve((_count, _seen, res) => void res.once('close', hungUp));
      const error = await errorOf(client.callTool('a', {}, { timeoutMs: 50 }));
      expect(error).to.be.instanceOf(CallTimeoutError).and.to.include({ timeoutMs: 50 });
      await gone;
    });
  });

  describe('requests', () => {
    it('carry the key that is in force, and go below the path of the address', async () => {
      server = await startScripted({ '/tools/mcp/callTool': (_count, _seen, res) => sendResult(res, 1) });
      let key = 'first';
      const headers = { Authorization: 'Basic x', 'X-Weather-Key': 'w' };
      const client = createClient({ url: `${server.url}/tools?a=1#b`, key: async () => key, headers });
      await client.callTool('a', {});
      key = 'second';
      await client.callTool('a', {}, { receipt: false });
      expect(server.seen.map((one) => one.headers.authorization)).to.deep.equal(['Bearer first', 'Bearer second']);
      expect(server.seen[0]?.headers).to.include({ 'x-weather-key': 'w', 'content-type': 'application/json' });
      expect(server.seen[0]?.headers).not.to.have.property('prefer');
    });

    it('are not sent with a key that is no header, and the error does not show it', async () => {
      const client = await serve((_count, _seen, res) => sendResult(res, 1));
      const wrong = createClient({ url: server.url, key: 'secret\r\nx: y' });
      const error = (await errorOf(wrong.callTool('a', {}))) as Error;
      expect(`${error.message} ${error.stack}`).not.to.contain('secret');
      expect(await errorOf(client.callTool('a', {}, { idempotencyKey: 'a b' }))).to.be.instanceOf(TypeError);
      expect(server.seen).to.deep.equal([]);
    });

    for (const url of ['ftp://a', 'http://user:word@127.0.0.1', 'file:///etc', 'nothing'])
      it(`are not made to ${url}`, () => expect(() => createClient({ url })).to.throw(TypeError));
  });
});
