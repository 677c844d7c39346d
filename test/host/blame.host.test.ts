// The host decides whose fault a failure is: by its own refusals in the call, and never by a plugin's words. In both modes.

import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { expect } from 'chai';
import type { Secret } from '../../src/shared/protocol/capabilities.ts';
import { ERRORS, type Failure } from '../../src/shared/protocol/errors.ts';
import { type Answer, startTestHost, type TestHost } from '../support/host.ts';

const SOURCE = `
export const ask = async ({ url, init }) => (await fetch(url, init)).status;
export const passOn = ({ url }) => fetch(url).then((response) => response.status);
export const rethrow = async ({ url }) => { try { await fetch(url); } catch (error) { throw error; } };
export const keep = async (_args, { store }) => { await store.set('n', 1); return 1; };
export const wrap = async ({ url }) => {
  try { await fetch(url); } catch (error) { throw new DOMException(error.message, error.name); }
};
export const lookAlike = async () => {
  throw new DOMException('The operator has not granted https://api.example.com to forger.', 'NotAllowedError');
};
export const copied = async ({ url }) => {
  const real = await fetch(url).catch((error) => error);
  const forged = Object.create(real, Object.getOwnPropertyDescriptors(real));
  throw forged;
};
export const afterAnother = async ({ url }) => {
  await fetch(url).catch(() => {});
  throw new TypeError('The store of this server cannot be reached at the moment.');
};
export const saysSo = () => { throw Object.assign(new Error('no'), { code: 'not_granted', fault: 'operator', ask: 1 }); };
export const floats = async ({ url }) => { fetch(url); await new Promise((resolve) => setTimeout(resolve, 200)); return 1; };
class ConnectionError extends Error {
  constructor(cause) { super('Connection error.', { cause }); this.name = 'ConnectionError'; }
}
const client = async (url, init) => {
  try { return await fetch(url, init); } catch (error) { throw new ConnectionError(new Error('Request failed', { cause: error })); }
};
export const withCause = async ({ url, init }) => (await client(url, init)).status;
export const withoutCause = async ({ url, init, times = 1 }) => {
  for (let made = 1; made <= times; made += 1)
    await fetch(url, init).catch(() => { throw Object.assign(new Error('An error occurred with our connection.'), { raw: 1 }); });
  return times;
};
export const storeWithoutCause = async (_args, { store }) => {
  await store.get('n').catch(() => { throw new Error('The cache is broken.'); });
};
export const retries = async ({ url }) => {
  for (;;) {
    try { return (await fetch(url)).status; } catch { await new Promise((done) => setTimeout(done, 20)); }
  }
};
export const returnsNothing = async ({ url }) => { await fetch(url).catch(() => {}); };
export const recovers = async ({ url, good }) => {
  await fetch(url).catch(() => {});
  await fetch(good);
  throw new Error('There is no such city.');
};
export const alongside = async ({ url, good }) => {
  await Promise.allSettled([fetch(good), fetch(url)]);
  throw new Error('Connection error.');
};
export const causesInCircle = async ({ url }) => {
  await fetch(url).catch(() => {});
  const error = new Error('round');
  error.cause = error;
  throw error;
};
export const passesOn = async ({ url }) => {
  const response = await fetch(url);
  if (!response.ok) throw new Error("It answered " + response.status + ": " + (await response.text()), { cause: response });
  throw new Error('There is no such city.', { cause: response });
};
export const makesUp = async ({ url }) => {
  const response = await fetch(url);
  throw new Error('It is theirs.', { cause: new Response('', { status: response.status }) });
};
export const many = async ({ url }) => {
  const errors = await Promise.all(Array.from({ length: 3 }, () => fetch(url).catch((error) => error)));
  throw errors[1];
};
`;

const TOOLS = Object.fromEntries(
  [...SOURCE.matchAll(/export const (\w+)/g)].map(([, name = '']) => [
    name,
    {
      limits: {
        fetchMs: 500,
        ...(name === 'retries' && { wallMs: 700 }),
        ...(name === 'withoutCause' && { fetchCalls: 3 }),
      },
    },
  ]),
);

type Problem = Failure & { readonly fault: string; readonly retryable: boolean };

const problemOf = ({ body }: Answer): Problem => body as unknown as Problem;

/** The code, with its fault, its status and whether to retry, from the table of failures. */
const expectBlame = (answer: Answer, code: Failure['code']): Problem => {
  const problem = problemOf(answer);
  expect(problem.code, JSON.stringify(problem)).to.equal(code);
  const { fault, status, retryable } = ERRORS[code];
  expect(problem).to.include({ fault, retryable });
  expect(answer.status).to.equal(status);
  return problem;
};

for (const freshState of ['realm', 'isolate'] as const)
  describe(`blame in ${freshState} mode`, function () {
    this.timeout(120_000);
    let upstream: Server;
    let origin: string;
    let closed: string;
    let host: TestHost;

    before(async () => {
      upstream = createServer((request, response) => {
        if (request.url === '/never') return;
        if (request.url === '/away') return void response.writeHead(302, { location: `${closed}/` }).end();
        const status = Number(/^\/status\/(\d+)$/.exec(request.url ?? '')?.[1] ?? 200);
        response.writeHead(status).end(status === 200 ? 'ok' : 'no');
      });
      await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
      origin = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
      const gone = createTcpServer().listen(0, '127.0.0.1');
      await new Promise((resolve) => gone.once('listening', resolve));
      closed = `http://127.0.0.1:${(gone.address() as AddressInfo).port}`;
      await new Promise((resolve) => gone.close(resolve));
      const other = 'https://api.example.com';
      const secrets: Secret[] = [{ name: 'OWN', plugin: 'blamer', origin, from: { callerHeader: 'x-own-key' } }];
      host = await startTestHost({
        plugins: {
          blamer: {
            source: SOURCE,
            tools: TOOLS,
            manifest: {
              capabilities: {
                fetch: [{ origin, methods: ['GET', 'POST'] }, { origin: closed }, { origin: other }],
                secrets: [
                  { name: 'OWN', origin },
                  { name: 'UNBOUND', origin },
                ],
                store: {},
              },
            },
          },
        },
        freshState,
        grants: { blamer: { privateFetch: [origin, closed] } },
        externalValues: { secrets },
      });
    });
    after(async () => {
      await host.close();
      upstream.closeAllConnections();
      upstream.close();
    });

    const other = 'https://api.example.com/v1?q=1';

    for (const tool of ['ask', 'passOn', 'rethrow', 'many'])
      it(`is the operator's for a grant that is missing, in ${tool}`, async () => {
        const problem = expectBlame(await host.call(tool, { url: other }), 'not_granted');
        expect(problem.setting).to.equal('grants.blamer.fetch');
        expect(problem.detail)
          .to.contain('https://api.example.com')
          .and.not.match(/sandbox\.config|plugin\.json|\?q/);
      });

    it("is the operator's for the store", async () => {
      const problem = expectBlame(await host.call('keep'), 'not_granted');
      expect(problem.setting).to.equal('grants.blamer.store');
    });

    it("is the operator's for a secret that the manifest names and nobody has bound, and the plugin's for any other secret", async () => {
      const init = (name: string) => ({ headers: { authorization: `Bearer {{secret.${name}}}` } });
      const problem = expectBlame(await host.call('ask', { url: origin, init: init('UNBOUND') }), 'not_granted');
      expect(problem.setting).to.equal('secrets.UNBOUND');
      expectBlame(await host.call('ask', { url: origin, init: init('MADE_UP') }), 'tool_error');
    });

    it("is the caller's for a secret that it has not sent, and the header is named", async () => {
      const init = { headers: { authorization: 'Bearer {{secret.OWN}}' } };
      const problem = expectBlame(await host.call('ask', { url: origin, init }), 'missing_secret');
      expect(problem.detail).to.contain('x-own-key');
    });

    it("is the upstream's if nobody listens, nobody answers, or a redirect leads there", async () => {
      expectBlame(await host.call('ask', { url: closed }), 'upstream_failed');
      expectBlame(await host.call('ask', { url: `${origin}/away` }), 'upstream_failed');
      const late = expectBlame(await host.call('ask', { url: `${origin}/never` }), 'upstream_failed');
      expect(late).to.include({ limit: 'fetchMs', allowed: 500 });
    });

    it("is the plugin's for a request that its manifest does not ask for, or that makes no sense", async () => {
      expectBlame(await host.call('ask', { url: 'https://elsewhere.example' }), 'tool_error');
      expectBlame(await host.call('ask', { url: origin, init: { method: 'DELETE' } }), 'tool_error');
      expectBlame(await host.call('ask', { url: 'nonsense' }), 'tool_error');
    });

    for (const [tool, how] of [
      ['lookAlike', 'throws the same words, and nothing was refused'],
      ['wrap', 'throws the same words after the refusal'],
      ['copied', 'throws an object that inherits from the refusal'],
      ['afterAnother', 'throws the words of another refusal'],
      ['saysSo', 'writes the code onto its error'],
      ['floats', 'leaves the refusal unhandled'],
    ] as const)
      it(`stays the plugin's if it ${how}`, async () => {
        expectBlame(await host.call(tool, { url: other }), 'tool_error');
      });

    it("is that of the refusal if it is the cause of a library's error", async () => {
      const problem = expectBlame(await host.call('withCause', { url: other }), 'not_granted');
      expect(problem.setting).to.equal('grants.blamer.fetch');
      expectBlame(await host.call('withCause', { url: closed }), 'upstream_failed');
      const init = { headers: { authorization: 'Bearer {{secret.OWN}}' } };
      expectBlame(await host.call('withCause', { url: origin, init }), 'missing_secret');
    });

    it("is the upstream's if the tool passes a status on that is an error, in the tool's words", async () => {
      for (const [status, code] of [
        [404, 'upstream_refused'],
        [401, 'upstream_refused'],
        [429, 'upstream_failed'],
        [503, 'upstream_failed'],
      ] as const) {
        const problem = expectBlame(await host.call('passesOn', { url: `${origin}/status/${status}` }), code);
        expect(problem.detail).to.equal(`It answered ${status}: no`);
      }
    });

    it("stays the plugin's if the status is none of an error, or the plugin made the response itself", async () => {
      expectBlame(await host.call('passesOn', { url: `${origin}/status/200` }), 'tool_error');
      const made = expectBlame(await host.call('makesUp', { url: `${origin}/status/500` }), 'tool_error');
      expect(made.detail).to.equal('It is theirs.');
    });

    it('is told if a library puts its own error in place of the refusal', async () => {
      const refused = async (tool: string, args: object): Promise<Problem> =>
        expectBlame(await host.call(tool, args), 'tool_error');
      const grant = await refused('withoutCause', { url: other });
      expect(grant.detail)
        .to.match(/^An error occurred with our connection\. Before that, its last request was refused: /)
        .and.contain('the operator of this server can grant it');
      expect(grant.setting).to.equal('grants.blamer.fetch');
      const init = { headers: { authorization: 'Bearer {{secret.OWN}}' } };
      expect((await refused('withoutCause', { url: origin, init })).detail).to.contain('x-own-key');
      const unbound = { headers: { authorization: 'Bearer {{secret.UNBOUND}}' } };
      expect((await refused('withoutCause', { url: origin, init: unbound })).setting).to.equal('secrets.UNBOUND');
      expect((await refused('withoutCause', { url: closed })).detail).to.contain('its last request failed: A server');
      expect((await refused('withoutCause', { url: origin, times: 9 })).detail).to.contain('fetchCalls');
      expect((await refused('storeWithoutCause', {})).setting).to.equal('grants.blamer.store');
      expect((await refused('causesInCircle', { url: other })).setting).to.equal('grants.blamer.fetch');
    });

    it('is told if the tool asks again until its time is over, or returns nothing', async () => {
      const late = expectBlame(await host.call('retries', { url: other }), 'exceeded_wall_time');
      expect(late).to.include({ limit: 'wallMs', setting: 'grants.blamer.fetch' });
      expect(late.detail).to.contain('its last request was refused: ').and.contain('https://api.example.com');
      const nothing = expectBlame(await host.call('returnsNothing', { url: other }), 'invalid_result');
      expect(nothing.setting).to.equal('grants.blamer.fetch');
    });

    it('is told beside a request that succeeded, and not after one', async () => {
      const beside = expectBlame(await host.call('alongside', { url: other, good: origin }), 'tool_error');
      expect(beside.setting).to.equal('grants.blamer.fetch');
      const after = expectBlame(await host.call('recovers', { url: other, good: origin }), 'tool_error');
      expect(after.detail).to.equal('There is no such city.');
      expect(after).not.to.have.property('setting');
    });
  });

for (const [name, store] of [
  ['Redis that is not there', { redisUrl: 'redis://127.0.0.1:1' }],
  ['a file in a folder that cannot be made', { file: '/dev/null/store.sqlite' }],
] as const)
  describe(`blame for a broken store: ${name}`, function () {
    this.timeout(120_000);
    let host: TestHost;
    before(async () => {
      host = await startTestHost({
        plugins: { keeper: { source: SOURCE, tools: TOOLS, manifest: { capabilities: { store: {} } } } },
        grants: { keeper: { store: true } },
        store,
        externalValues: { redisUrl: 'redis://127.0.0.1:1' },
      });
    });
    after(() => host.close());

    it("is the host's, and worth another try", async () => {
      const problem = expectBlame(await host.call('keep'), 'store_unavailable');
      expect(problem.detail).not.to.match(/127\.0\.0\.1|\/dev|redis/i);
      expect(problem.retryAfterMs).to.be.greaterThan(0);
    });
  });
