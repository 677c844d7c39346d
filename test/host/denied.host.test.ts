// The log's lines about refusals, and about errors that come later than their request: message, rule, the author's line. In both modes.

import { expect } from 'chai';
import type { GuestLogLine } from '../../src/shared/protocol/task.ts';
import { startTestHost, type TestHost } from '../support/host.ts';

const SOURCE = `
export async function direct({ url }) {
  return (await fetch(url)).status;
}
export async function kept(_args, { store }) {
  const before = 1;
  return await store.get('n');
}
export function chained({ url }) {
  return fetch(url).then((response) => response.status);
}
export async function posted({ url }) {
  const response = await fetch(url, { method: 'POST', body: new Blob(['x']).stream(), duplex: 'half' });
  return response.status;
}
export async function floats() {
  console.log('before');
  (async () => { throw new RangeError('left floating'); })();
  await new Promise((resolve) => setTimeout(resolve, 50));
  return 1;
}
export async function floatsFetch({ url }) {
  fetch(url);
  await new Promise((resolve) => setTimeout(resolve, 200));
  return 1;
}
export function rejects() {
  return Promise.reject(new DOMException('gone wrong', 'DataError'));
}
export function renamed() {
  const error = new Error('first words');
  error.message = 'other words';
  throw error;
}
export function named() {
  throw new (class OddError extends Error { name = 'OddError'; })('odd');
}
export async function flood({ url, count }) {
  for (let i = 0; i < count; i += 1) await fetch(url + i).catch(() => {});
  return count;
}
`;

const TOOLS = Object.fromEntries([...SOURCE.matchAll(/function (\w+)/g)].map(([, name = '']) => [name, {}]));
const URL_OF_NOBODY = 'https://api.example.com/v1/private-path?key=very-secret';

for (const freshState of ['realm', 'isolate'] as const)
  describe(`the log of refusals and late errors in ${freshState} mode`, function () {
    this.timeout(120_000);
    let host: TestHost;

    before(async () => {
      const capabilities = {
        fetch: [{ origin: 'https://api.example.com', methods: ['GET', 'POST'] }],
        store: {},
      };
      const plugin = { source: SOURCE, tools: TOOLS, manifest: { capabilities } };
      host = await startTestHost({ plugins: { asker: plugin }, freshState, limits: { fetchCalls: 100 } });
    });
    after(() => host.close());

    /** The lines of one call. */
    const linesOf = async (tool: string, args: object = {}): Promise<readonly GuestLogLine[]> => {
      const before = host.guestLines.length;
      await host.call(tool, args);
      return host.guestLines.slice(before);
    };
    const url = URL_OF_NOBODY;

    it('has each refusal with its rule and the setting that would change it, and nothing from the request itself', async () => {
      const [line] = await linesOf('direct', { url });
      expect(line).to.include({ level: 'warn' });
      expect(line?.text).to.match(/^Refused GET https:\/\/api\.example\.com: The operator has not granted/);
      expect(line?.denied).to.deep.equal({
        rule: 'grant',
        target: 'GET https://api.example.com',
        hint: 'add "https://api.example.com" to grants.asker.fetch in sandbox.config.json',
      });
      expect(JSON.stringify(line)).not.to.match(/very-secret|private-path/);
      const [other] = await linesOf('direct', { url: 'https://elsewhere.example/' });
      expect(other?.denied?.rule).to.equal('manifest');
      const [store] = await linesOf('kept');
      expect(store?.denied).to.include({ rule: 'grant', target: 'store' });
    });

    for (const tool of ['direct', 'kept', 'chained', 'posted', 'floatsFetch'])
      it(`names the refusal, and the author's line that sent the request, in ${tool}`, async () => {
        const lines = await linesOf(tool, { url });
        const stack = lines.find(({ level }) => level === 'error')?.text ?? '';
        expect(stack).to.match(/^NotAllowedError: The operator has not granted /);
        const [first] = stack.split('\n').slice(1);
        expect(first).to.match(new RegExp(`^ {4}at ${tool} \\(index\\.js:\\d+:\\d+\\)$`));
        expect(stack).not.to.contain('toolcell:fetch').and.not.contain('toolcell:store');
      });

    for (const [tool, message] of [
      ['floats', 'RangeError: left floating'],
      ['rejects', 'DataError: gone wrong'],
      ['renamed', 'other words'],
      ['named', 'OddError: odd'],
    ] as const)
      it(`names the error and the author's place for ${tool}`, async () => {
        const { body } = await host.call(tool);
        expect((body as { detail: string }).detail).to.equal(message);
        const stack = host.guestLines.findLast(({ level }) => level === 'error')?.text ?? '';
        expect(stack.slice(0, message.length)).to.equal(message);
        expect(stack).to.match(/\n {4}at (?:\w+ \()?index\.js:\d+/);
        expect(stack).not.to.match(/isolated-vm|file:|node:|\/src\//);
      });

    // A realm whose entry threw is not entered again, so lines still in it are lost (decision 0028).
    const isKept = freshState === 'isolate';
    it(`has the error that nothing handled, ${isKept ? 'and' : 'but not'} what the entry logged before it`, async () => {
      const lines = await linesOf('floats');
      expect(lines.map(({ level, text }) => [level, text.split('\n')[0]])).to.deep.equal([
        ...(isKept ? [['info', 'before']] : []),
        ['error', 'RangeError: left floating'],
      ]);
    });

    it('cannot be flooded: a call gets a few lines, a plugin a few for each second, and the rest is counted', async () => {
      const before = host.guestLines.length;
      for (let call = 0; call < 5; call += 1) {
        const { body } = await host.call('flood', { url: `${URL_OF_NOBODY}&n=`, count: 40 });
        expect(body).to.equal(40);
      }
      const lines = host.guestLines.slice(before);
      const byCall = Map.groupBy(lines, ({ callId }) => callId);
      for (const [, ofCall] of byCall) expect(ofCall).to.have.lengthOf.at.most(8);
      expect(lines.length).to.be.within(1, 60);
      await new Promise((resolve) => setTimeout(resolve, 400));
      await linesOf('direct', { url });
      const counted = host.guestLines.slice(before).reduce((sum, { denied }) => sum + (denied?.leftOut ?? 0), 0);
      expect(counted).to.be.within(140, 199);
    });
  });
