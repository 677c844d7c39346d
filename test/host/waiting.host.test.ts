// Calls that are suspended in one frozen realm: the end of one does not affect the others.

import { expect } from 'chai';
import { startTestHost, type TestHost } from '../support/host.ts';

const SOURCE = `
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
export const late = async () => { await pause(60_000); return 1; };
export const steady = async ({ ms }) => { await pause(ms); return ms; };
export const chatty = async () => { console.log('before'); await pause(60_000); return 1; };
`;

describe('calls that are suspended in one realm', function () {
  this.timeout(120_000);
  let host: TestHost;
  before(async () => {
    host = await startTestHost({
      plugins: {
        waits: {
          source: SOURCE,
          tools: {
            late: { limits: { wallMs: 400, cpuMs: 300 } },
            chatty: { limits: { wallMs: 400, cpuMs: 300 } },
            steady: {},
          },
        },
      },
      freshState: 'realm',
    });
    await host.call('steady', { ms: 1 });
  });
  after(() => host.close());

  /** Processes of the plugin: a spare may start at any time. */
  const processes = async (): Promise<readonly (number | undefined)[]> =>
    (await host.host.status()).brokers
      .flatMap(({ runners }) => runners)
      .filter(({ cordon }) => cordon !== undefined)
      .map(({ processId }) => processId);

  it('survive one that runs out of time, in the same process', async () => {
    const before = await processes();
    const [late, ...steady] = await Promise.all([
      host.call('late'),
      ...Array.from({ length: 3 }, () => host.call('steady', { ms: 1_500 })),
    ]);
    expect(late.code).to.equal('exceeded_wall_time');
    expect(steady.map(({ body }) => body)).to.deep.equal([1_500, 1_500, 1_500]);
    expect((await host.call('steady', { ms: 0 })).body).to.equal(0);
    expect((await host.host.status()).brokers[0]?.killed).to.equal(0);
    expect(await processes()).to.deep.equal(before);
  });

  it('keep the log lines of one that ran out of time', async () => {
    expect((await host.call('chatty')).code).to.equal('exceeded_wall_time');
    expect(host.guestLog).to.include('before');
  });

  it('are not disturbed if the caller of one of them hangs up', async () => {
    const gone = new AbortController();
    const calls = [host.call('late', {}, gone.signal).catch(() => 'gone'), host.call('steady', { ms: 800 })] as const;
    setTimeout(() => gone.abort(), 200);
    const [first, second] = await Promise.all(calls);
    expect(first).to.equal('gone');
    expect(second.body).to.equal(800);
  });
});
