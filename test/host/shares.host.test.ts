// Everything that plugins share, against a plugin that takes as much of it as its limits allow.

import { expect } from 'chai';
import { startUpstream, type Upstream } from '../control/capabilities/upstream.ts';
import { startTestHost, type TestHost } from '../support/host.ts';

const LIST = 400_000;
/** The part that is sent of a response that never ends; one plugin has room for four of them. */
const PART_BYTES = 900_000;
const FIT = 4;
const READERS = 12;

const readerOf = (origin: string) => ({
  source: `export const tool = async ({ path }) => (await (await fetch('${origin}' + path)).text()).length;`,
  manifest: { capabilities: { fetch: [{ origin }] } },
});

const PLUGINS = {
  greedy: {
    source: `
      export const small = () => Array(${LIST}).fill([[]]);
      export const text = ({ length }) => 'é'.repeat(length);
    `,
    tools: { small: {}, text: {} },
  },
};

describe('what plugins share', () => {
  let host: TestHost;
  before(async () => {
    host = await startTestHost({ plugins: PLUGINS });
  });
  after(() => host.close());

  describe('the thread of the broker', () => {
    it('passes long results on unchanged, and short ones at the same time', async () => {
      const lengths = [1, 100_000, 1, 1_000_000, 200_000, 1];
      const answers = await Promise.all(lengths.map((length) => host.call('text', { length })));
      for (const [index, { body }] of answers.entries()) expect(body).to.equal('é'.repeat(lengths[index] as number));
    });

    it('passes on results of very many values', async () => {
      const { body } = await host.call('small');
      expect(body).to.have.lengthOf(LIST);
    });
  });
});

describe('responses that tools receive', () => {
  let host: TestHost;
  let upstream: Upstream;
  before(async () => {
    upstream = await startUpstream(({ url }, response) => {
      if (url === '/whole') response.end('x'.repeat(PART_BYTES));
      else response.write('x'.repeat(PART_BYTES));
    });
    const { source, manifest } = readerOf(upstream.origin);
    const plugin = (tool: string) => ({ source: source.replace('tool', tool), manifest, tools: { [tool]: {} } });
    host = await startTestHost({
      plugins: { greedy: plugin('hoard'), modest: plugin('read') },
      grants: { greedy: { privateFetch: [upstream.origin] }, modest: { privateFetch: [upstream.origin] } },
      bounds: { heldResponseBytes: 2 * (FIT + 0.5) * PART_BYTES },
      limits: { fetchResponseBytes: 1_000_000, fetchMs: 8_000, concurrencyPerPlugin: READERS },
    });
  });
  after(async () => {
    await host.close();
    await upstream.close();
  });

  it('are refused only to the plugin that holds most, and that plugin is charged', async () => {
    const hoarded: string[] = [];
    const all = Array.from({ length: READERS }, () =>
      host.call('hoard', { path: '/part' }).then(({ code = 'ok', body }) => {
        hoarded.push(code);
        if (code === 'overloaded') expect(body).to.include({ limit: 'heldResponseBytes', fault: 'host' });
      }),
    );
    while (hoarded.length < READERS - FIT) {
      const { code, body } = await host.call('read', { path: '/whole' });
      expect([code, body]).to.deep.equal([undefined, PART_BYTES]);
    }
    expect(hoarded).to.deep.equal(Array(READERS - FIT).fill('overloaded'));
    await Promise.all(all);
    const failed = host.log.filter(({ code }) => code !== 'ok');
    expect([...new Set(failed.map(({ pluginName }) => pluginName))]).to.deep.equal(['greedy']);
  });
});
