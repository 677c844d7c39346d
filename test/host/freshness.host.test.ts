// Every call sees fresh globals and fresh module state, and reaches only what it gets from the host.

import { expect } from 'chai';
import { startTestHost, type TestHost } from '../support/host.ts';

const SOURCE = `
let counter = 0;
export const count = () => {
  counter += 1;
  // A frozen realm throws; an isolate of its own allows it.
  try { globalThis.left = (globalThis.left ?? 0) + 1; } catch {}
  return [counter, globalThis.left ?? 1];
};
export const pass = (args) => args;
export const names = () => Object.getOwnPropertyNames(globalThis).filter((name) => !/^[A-Z]/.test(name)).sort();
export const fail = () => { throw new RangeError('pick a number below 10'); };
export const talk = () => { console.log('hello', { a: 1 }); console.error(new TypeError('hm')); return null; };
export const later = async () => { await new Promise((resolve) => setTimeout(resolve, 20)); return 'later'; };
export const never = () => new Promise(() => {});
export const about = (_args, context) => context;
`;
const tools = Object.fromEntries(
  ['count', 'pass', 'names', 'fail', 'talk', 'later', 'never', 'about'].map((name) => [name, {}]),
);

for (const freshState of ['isolate', 'realm'] as const)
  describe(`a call in ${freshState} mode`, function () {
    this.timeout(120_000);
    let host: TestHost;
    before(async () => {
      host = await startTestHost({ freshState, plugins: { various: { source: SOURCE, tools } } });
    });
    after(() => host.close());

    it('finds nothing of earlier calls', async () => {
      for (let i = 0; i < 4; i += 1) expect((await host.call('count')).body).to.deep.equal([1, 1]);
    });

    it('passes names such as __proto__ through as plain data', async () => {
      const text =
        '{"toolName":"pass","arguments":{"__proto__":{"x":1},"constructor":{"prototype":{"y":2}},"big":1e2,"z":-0}}';
      const response = await fetch(`${host.url}/mcp/callTool`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: text,
      });
      expect(await response.text()).to.equal(
        '{"__proto__":{"x":1},"constructor":{"prototype":{"y":2}},"big":100,"z":0}',
      );
      expect(Object.hasOwn(Object.prototype, 'x')).to.equal(false);
    });

    it('sees only the globals of the guest', async () => {
      expect((await host.call('names')).body).to.deep.equal([
        'clearInterval',
        'clearTimeout',
        'console',
        'decodeURI',
        'decodeURIComponent',
        'encodeURI',
        'encodeURIComponent',
        'escape',
        'eval',
        'globalThis',
        'isFinite',
        'isNaN',
        'parseFloat',
        'parseInt',
        'queueMicrotask',
        'self',
        'setInterval',
        'setTimeout',
        'undefined',
        'unescape',
      ]);
    });

    it("answers a tool's own error with its message, and without a stack or a path", async () => {
      const { status, body, code } = await host.call('fail');
      expect([status, code]).to.deep.equal([422, 'tool_error']);
      expect(body).to.include({
        detail: 'RangeError: pick a number below 10',
        fault: 'plugin',
        retryable: false,
        toolName: 'fail',
      });
      expect(JSON.stringify(body)).not.to.match(/index\.js|bootstrap|at /);
    });

    it('can wait for its timers', async () => {
      expect((await host.call('later')).body).to.equal('later');
    });

    it('fails at once if its promise can never settle', async () => {
      const { code, elapsedMs } = await host.call('never');
      expect(code).to.equal('tool_error');
      expect(elapsedMs).to.be.lessThan(5_000);
    });

    it("writes to the host's log", async () => {
      expect((await host.call('talk')).body).to.equal(null);
      expect(host.guestLog).to.include('hello {"a":1}');
      expect(host.guestLog.find((line) => /^TypeError: hm\n {4}at talk \(index\.js:\d+:\d+\)/.test(line))).to.be.a(
        'string',
      );
    });

    it('is told what it is', async () => {
      const { body, headers } = await host.call('about');
      const { deadline, ...facts } = body as { deadline: number };
      expect(facts).to.deep.equal({
        callId: headers.get('toolcell-call-id'),
        caller: 'anonymous',
        toolName: 'about',
        pluginName: 'various',
      });
      expect(deadline).to.be.within(Date.now(), Date.now() + 20_000);
      expect(headers.get('server-timing')).to.match(
        /^queue;dur=[\d.]+, run;dur=[\d.]+, cpu;dur=[\d.]+, total;dur=[\d.]+$/,
      );
    });
  });
