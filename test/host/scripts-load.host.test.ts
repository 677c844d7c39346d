// A thousand scripts at once, of few callers and of many: each is answered, and a caller of another tool gets every one of its answers.

import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { startTestHost } from '../support/host.ts';
import { scriptSenderFrom } from '../support/scripts.ts';

const SCRIPTS = 1_000;
const CODE = 'const a = await tools.plus({ n: 1 }); const b = await tools.plus({ n: a }); b';
/** What a script may end with when a thousand wait: its answer, or that there is no room for it now. */
const ENDS = ['ok', 'overloaded', 'rate_limited'];
const READ_ONLY = { annotations: { readOnlyHint: true } };
const PLUGINS = {
  sums: { source: 'export const plus = ({ n }) => n + 1;', tools: { plus: READ_ONLY } },
  quiet: { source: 'export const neighbour = ({ n }) => 2 * n;', tools: { neighbour: READ_ONLY } },
};

/** The neighbour's address is its own: callers that nobody checks share what those of their address have. */
const callNeighbour = (url: string, n: number): Promise<string> =>
  new Promise((resolve, reject) => {
    const outgoing = request(`${url}/tools/neighbour`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' }, localAddress: '127.0.0.2' },
    });
    outgoing.on('error', reject);
    outgoing.on('response', (incoming) => text(incoming).then(resolve, reject));
    outgoing.end(JSON.stringify({ n }));
  });

describe('a thousand scripts at once', function () {
  this.timeout(600_000);

  for (const callers of [3, 30])
    it(`of ${callers} callers, are each answered, and refuse their neighbour nothing`, async () => {
      const host = await startTestHost({
        plugins: PLUGINS,
        scripts: {},
        pool: { runners: 6 },
        server: { maxConnections: 3_000 },
        // The neighbour waits for its turn on a machine that has two cores for all of this.
        limits: { queueMs: 60_000, wallMs: 60_000 },
      });
      try {
        const senders = Array.from({ length: callers }, (_, at) => scriptSenderFrom(`127.0.1.${at + 1}`, host.url));
        expect(await callNeighbour(host.url, 1)).to.equal('2');
        let isOver = false;
        const scripts = Promise.all(
          Array.from({ length: SCRIPTS }, (_, at) => (senders[at % callers] as (typeof senders)[0])(CODE)),
        ).finally(() => {
          isOver = true;
        });
        const wrong: string[] = [];
        let calls = 0;
        for (; !isOver; calls += 1) {
          const answer = await callNeighbour(host.url, calls);
          if (answer !== String(2 * calls)) wrong.push(answer);
          await pause(10);
        }
        const ends = Object.groupBy(await scripts, ({ body }) => (body.code === undefined ? 'ok' : body.code));
        expect(wrong).to.deep.equal([]);
        expect(calls).to.be.at.least(5);
        for (const [end, answers] of Object.entries(ends))
          expect(ENDS, JSON.stringify(answers?.[0]?.body)).to.include(end);
        expect(ends.ok?.length ?? 0).to.be.at.least(callers);
        for (const { body } of ends.ok ?? []) expect(body.result).to.equal(3);
      } finally {
        await host.close();
      }
    });
});
