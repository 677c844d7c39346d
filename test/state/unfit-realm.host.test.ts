// Checks that a realm is never entered again after an entry threw: code that the entry left behind (a getter on an unhandled rejection, a
// microtask) would run during the next call, in its name. In realm mode only; in isolate mode every call has an isolate of its own.

import { expect } from 'chai';
import type { Failure } from '../../src/shared/protocol/errors.ts';
import { type Answer, startTestHost, type TestHost } from '../support/host.ts';

/** The getters in `rejects`, which isolated-vm reads after the entry, reject again, queue microtasks, set timers and log. */
const CALLS = `
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
export const steady = async ({ ms }) => { await pause(ms); return ms; };
export const rejects = ({ mark, deep }) => {
  const late = (left) => {
    const tell = () => {
      console.log(mark + ' ran late');
      try { setTimeout(() => console.log(mark + ' timer'), 0); } catch {}
      if (left > 0) Promise.reject(late(left - 1));
      Promise.resolve().then(() => { console.log(mark + ' microtask'); Promise.reject(new Error(mark + ' again')); });
      return mark;
    };
    return { get message() { return tell(); }, get stack() { return tell(); }, get name() { return tell(); } };
  };
  Promise.reject(late(deep));
  return null;
};
export const floats = () => { console.log('before'); void Promise.reject(new RangeError('nobody looks')); return null; };
`;

/** A module that sometimes rejects while it is evaluated. Its getters try to find a call in which they run. */
const AHEAD = `
for (let i = 0, sum = 0; i < 300_000; i += 1) sum += i;
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
let found = null;
const look = () => { try { found = setTimeout(() => {}, 1); console.log('looked'); } catch {} };
if (Math.random() < 0.5) {
  const again = { get message() { look(); return 'second'; }, get stack() { look(); return 's'; } };
  Promise.reject({ get message() { Promise.reject(again); Promise.resolve().then(look); return 'first'; }, get stack() { return 's'; } });
}
export const waits = async ({ timers }) => {
  for (let i = 0; i < timers; i += 1) setTimeout(() => {}, 60_000);
  for (let i = 0; i < 10; i += 1) await pause(10);
  return null;
};
export const tells = () => found;
`;

const failureOf = ({ body }: Answer): Failure & { readonly fault: string; readonly retryable: boolean } =>
  body as unknown as Failure & { readonly fault: string; readonly retryable: boolean };

/** Starts the host, again if the module threw while the host tried it out. */
const start = async (): Promise<TestHost> => {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    try {
      return await startTestHost({
        freshState: 'realm',
        cores: 1,
        bounds: { quarantine: { kills: 1_000 } },
        plugins: {
          calls: { source: CALLS, tools: { steady: {}, rejects: {}, floats: {} } },
          ahead: { source: AHEAD, tools: { waits: {}, tells: {} } },
        },
      });
    } catch (error) {
      expect(String(error)).to.contain('the module threw while loading: first');
    }
  }
  return expect.fail('the module never loaded');
};

describe('a realm whose entry threw', function () {
  this.timeout(120_000);
  let host: TestHost;
  before(async function () {
    this.timeout(120_000);
    host = await start();
    await host.call('steady', { ms: 0 });
  });
  after(() => host?.close());

  const processes = async (): Promise<readonly (number | undefined)[]> =>
    (await host.host.status()).brokers
      .flatMap(({ runners }) => runners)
      .filter(({ cordon }) => cordon !== undefined)
      .map(({ processId }) => processId)
      .sort();

  for (const deep of [0, 1, 5])
    it(`fails the call to blame, and runs nothing of it afterwards (getters that reject ${deep} times more)`, async () => {
      const before = await processes();
      const linesBefore = host.guestLog.length;
      const steady = [1, 2, 3].map(() => host.call('steady', { ms: 300 }));
      await host.call('steady', { ms: 20 });
      const guilty = await host.call('rejects', { mark: 'guilty', deep });
      expect(guilty.code).to.equal('tool_error');
      for (const answer of await Promise.all(steady)) {
        const { code, fault, retryable, detail } = failureOf(answer);
        expect({ code, fault, retryable }).to.deep.equal({ code: 'interrupted', fault: 'plugin', retryable: true });
        expect(detail).not.to.match(/guilty|RegExp/);
      }
      expect((await host.call('steady', { ms: 20 })).body).to.equal(20);
      expect(host.guestLog.slice(linesBefore).filter((text) => /late|timer|microtask/.test(text))).to.deep.equal([]);
      expect(await processes(), 'the process goes on').to.deep.equal(before);
    });

  it('reports the unhandled rejection', async () => {
    const { code, detail } = failureOf(await host.call('floats'));
    expect({ code, detail }).to.deep.equal({ code: 'tool_error', detail: 'RangeError: nobody looks' });
  });

  it('was evaluated ahead: its instance serves no call, and learns nothing about one', async () => {
    const linesBefore = host.guestLog.length;
    const waiting: Promise<Answer>[] = [];
    for (let round = 0; round < 30; round += 1) {
      waiting.push(host.call('waits', { timers: 7 + round }));
      const { code, body } = await host.call('tells');
      // If the module was evaluated in the call, its errors are those of the call.
      if (code === undefined) expect(body).to.equal(null);
      else expect(failureOf({ body } as Answer).detail).to.be.oneOf(['first', 'second']);
    }
    for (const answer of await Promise.all(waiting)) {
      if (answer.code === undefined) continue;
      const { code, fault, detail } = failureOf(answer);
      expect(fault).to.equal('plugin');
      if (code === 'tool_error') expect(detail).to.equal('first');
      else expect(code).to.equal('interrupted');
      expect(detail).not.to.match(/RegExp|second/);
    }
    expect(host.guestLog.slice(linesBefore)).not.to.include('looked');
  });
});
