// The client against a real host: results, failures with their limits, the list and its ETag, receipts, and calls that are given up.

import { expect } from 'chai';
import {
  type CallProgress,
  CallTimeoutError,
  createClient,
  ToolcellError,
} from '../../../packages/client/src/client.ts';
import { startTestHost, type TestHost } from '../../support/host.ts';

const SOURCE = `
let calls = 0;
export const echo = ({ value }) => value;
export const spin = () => { for (;;); };
export const wait = ({ ms }) => new Promise((resolve) => setTimeout(resolve, ms, 'waited'));
export const steps = async ({ fails }, { progress }) => {
  progress(0, 2, 'first');
  await new Promise((resolve) => setTimeout(resolve, 5));
  progress(1);
  if (fails) throw new RangeError('no');
  return 'stepped';
};
export const throws = () => { throw new RangeError('no'); };
`;

const VALUE = {
  type: 'object',
  properties: { value: { type: 'string' } },
  required: ['value'],
  additionalProperties: false,
};

/** What a promise rejects with. */
const errorOf = async (work: Promise<unknown>): Promise<ToolcellError> => {
  try {
    await work;
  } catch (error) {
    return error as ToolcellError;
  }
  throw new Error('it resolved');
};

describe('the client, of a real host', function () {
  this.timeout(120_000);
  let tested: TestHost;
  /** Status of each reply, in order. */
  let statuses: number[] = [];
  const recording: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    statuses.push(response.status);
    return response;
  };
  const clientOf = (more = {}) => createClient({ url: tested.url, fetch: recording, ...more });
  before(async () => {
    tested = await startTestHost({
      plugins: {
        plain: {
          source: SOURCE,
          tools: {
            echo: { inputSchema: VALUE, annotations: { readOnlyHint: true } },
            steps: {},
            throws: {},
          },
        },
        slow: {
          source: SOURCE,
          tools: { spin: { limits: { cpuMs: 60 } }, wait: { annotations: { idempotentHint: true } } },
        },
      },
      server: { allowedOrigins: ['https://shop.example'] },
    });
  });
  after(() => tested?.close());
  beforeEach(() => {
    statuses = [];
  });

  it('resolves with the result, and tells the id and the times that the server gave', async () => {
    const client = clientOf();
    expect(await client.callTool('echo', { value: 'Ω' })).to.equal('Ω');
    const { result, callId, timing, attempts } = await client.callToolWithInfo('echo', { value: 'a' });
    expect([result, attempts]).to.deep.equal(['a', 1]);
    expect(callId).to.match(/^[\da-f-]{36}$/);
    expect(Object.keys(timing)).to.deep.equal(['queueMs', 'runMs', 'cpuMs', 'totalMs']);
    expect(timing.totalMs).to.be.above(0);
  });

  it('sends a page no header that the server does not allow it, and reads none that is hidden from it', async () => {
    const origin = 'https://shop.example';
    const sent = new Set<string>();
    const read = new Set<string>();
    const asPage: typeof fetch = async (input, init) => {
      const headers = new Headers(init?.headers);
      for (const name of headers.keys()) sent.add(name);
      headers.set('origin', origin);
      const response = await fetch(input, { ...init, headers });
      const get = (name: string): string | null => {
        read.add(name);
        return response.headers.get(name);
      };
      return new Proxy(response, {
        get: (target, member) => (member === 'headers' ? { get } : Reflect.get(target, member, target)),
      });
    };
    const client = clientOf({ fetch: asPage, key: 'k' });
    await client.listTools();
    await client.listTools();
    await client.callTool('echo', { value: 'a' }, { receipt: true, idempotencyKey: 'k' });
    await errorOf(client.callTool('nothing', {}));
    const asked = { origin, 'access-control-request-method': 'POST' };
    const preflight = await fetch(`${tested.url}/mcp/callTool`, { method: 'OPTIONS', headers: asked });
    const { headers } = await fetch(`${tested.url}/mcp/metadata`, { headers: { origin } });
    const listed = (names: string | null): readonly string[] => (names ?? '').toLowerCase().split(', ');
    // A page may always send the first, and read the first (Fetch, CORS-safelisted).
    expect(['accept', ...listed(preflight.headers.get('access-control-allow-headers'))]).to.include.members([...sent]);
    expect(['content-type', ...listed(headers.get('access-control-expose-headers'))]).to.include.members([...read]);
    expect([sent.size, read.size]).to.deep.equal([6, 5]);
  });

  describe('of failures', () => {
    it('throws what was wrong with the arguments', async () => {
      const error = await errorOf(clientOf().callTool('echo', { valeu: 'a' }));
      expect(error).to.be.instanceOf(ToolcellError);
      expect(error).to.include({ code: 'invalid_arguments', status: 422, fault: 'caller', retryable: false });
      expect(error.violations?.map(({ path }) => path)).to.deep.equal(['/value', '/valeu']);
      expect(error.violations?.[1]).to.include({ didYouMean: 'value' });
      expect(error.toolName).to.equal('echo');
      expect(error.callId).to.match(/^[\da-f-]{36}$/);
    });

    it('throws which limit was passed, and the line that sets it', async () => {
      const error = await errorOf(clientOf().callTool('spin', {}));
      expect(error).to.include({ code: 'exceeded_cpu', fault: 'plugin', limit: 'cpuMs', allowed: 60 });
      expect(error.used).to.be.at.least(60);
      expect(error.setting).to.equal('plugin.json /tools/0/limits/cpuMs');
    });

    it('throws what the tool threw, and the name that was meant', async () => {
      expect(await errorOf(clientOf().callTool('throws', {}))).to.include({
        code: 'tool_error',
        message: 'tool_error: RangeError: no',
      });
      const error = await errorOf(clientOf().callTool('ehco', {}));
      expect(error.code).to.equal('tool_not_found');
      expect(error.detail).to.contain('Did you mean "echo"?');
    });
  });

  describe('of the list', () => {
    it('gets it once, and then hears that it is the same', async () => {
      const client = clientOf();
      const first = await client.listTools();
      const second = await client.listTools();
      expect(statuses).to.deep.equal([200, 304]);
      expect(second).to.equal(first);
      expect(first.map(({ name }) => name)).to.deep.equal(['echo', 'spin', 'steps', 'throws', 'wait']);
    });

    it('chooses by name, by plugin and by hint', async () => {
      const client = clientOf();
      const names = async (wanted: Parameters<typeof client.listTools>[0]) =>
        (await client.listTools(wanted)).map(({ name }) => name);
      expect(await names({ tools: ['wait', 'spin', 'nothing'] })).to.deep.equal(['spin', 'wait']);
      expect(await names({ plugins: ['slow'] })).to.deep.equal(['spin', 'wait']);
      expect(await names({ plugins: ['plain', 'slow'], tools: ['echo', 'wait'], readOnly: true })).to.deep.equal([
        'echo',
      ]);
      expect(await names({ plugins: ['nothing'] })).to.deep.equal([]);
      expect(await names({ readOnly: false })).to.have.lengthOf(5);
      expect(statuses).to.deep.equal([200, 304, 304, 304, 304]);
    });
  });

  describe('of progress', () => {
    it('hears how far a call is, and gets its result and its receipt', async () => {
      const seen: CallProgress[] = [];
      const onProgress = (progress: CallProgress): void => void seen.push(progress);
      const { result, receipt } = await clientOf().callTool('steps', {}, { onProgress, receipt: true });
      expect(result).to.equal('stepped');
      expect(seen).to.deep.equal([{ progress: 0, total: 2, message: 'first' }, { progress: 1 }]);
      expect(receipt).to.include({ toolName: 'steps', code: 'ok' });
    });

    it('throws the same failures, before the first report and after it', async () => {
      const onProgress = (): void => {};
      const plain = await errorOf(clientOf().callTool('steps', { fails: true }));
      const streamed = await errorOf(clientOf().callTool('steps', { fails: true }, { onProgress }));
      expect(streamed).to.be.instanceOf(ToolcellError);
      expect({ ...streamed, callId: '' }).to.deep.equal({ ...plain, callId: '' });
      const early = await errorOf(clientOf().callTool('echo', { valeu: 'a' }, { onProgress }));
      expect(early).to.include({ code: 'invalid_arguments', status: 422 });
      expect(statuses).to.deep.equal([422, 200, 422]);
    });
  });

  describe('of receipts', () => {
    it('gives one with the result', async () => {
      const { result, receipt } = await clientOf().callTool('echo', { value: 'a' }, { receipt: true });
      expect(result).to.equal('a');
      expect(receipt).to.include({ toolName: 'echo', code: 'ok' });
      expect(receipt?.plugin).to.include({ name: 'plain', version: '1.0.0' });
      expect(receipt?.usage.resultBytes.used).to.equal(3);
      expect(statuses).to.deep.equal([200, 200]);
    });

    it('gives that of a call that failed, by its id', async () => {
      const client = clientOf();
      const { callId = '' } = await errorOf(client.callTool('spin', {}, { receipt: true }));
      const receipt = await client.readReceipt(callId);
      expect(receipt).to.include({ code: 'exceeded_cpu', limit: 'cpuMs' });
      expect(receipt.usage.cpuMs.share).to.be.at.least(1);
    });

    it('throws if nobody asked for it', async () => {
      const client = clientOf();
      const { callId, receipt } = await client.callToolWithInfo('echo', { value: 'a' });
      expect(receipt).to.equal(undefined);
      expect(await errorOf(client.readReceipt(callId))).to.include({ code: 'not_found' });
    });
  });

  describe('of calls that are given up', () => {
    const cancelled = () => tested.log.filter(({ code }) => code === 'cancelled').length;
    const untilCancelled = async (count: number): Promise<void> => {
      while (cancelled() < count) await new Promise((resolve) => setTimeout(resolve, 5));
    };

    it('throws the reason of the signal, and the server ends the call', async () => {
      const controller = new AbortController();
      const before = cancelled();
      const ended = errorOf(clientOf().callTool('wait', { ms: 10_000 }, { signal: controller.signal }));
      setTimeout(() => controller.abort(new Error('enough')), 100);
      expect(await ended).to.have.property('message', 'enough');
      await untilCancelled(before + 1);
    });

    it('throws at the deadline, and the server ends the call', async () => {
      const before = cancelled();
      const error = await errorOf(clientOf().callTool('wait', { ms: 10_000 }, { timeoutMs: 100 }));
      expect(error).to.be.instanceOf(CallTimeoutError);
      await untilCancelled(before + 1);
    });

    it('sends nothing if the signal is aborted already', async () => {
      const error = await errorOf(clientOf().callTool('echo', { value: 'a' }, { signal: AbortSignal.abort('no') }));
      expect(error).to.equal('no');
      expect(statuses).to.deep.equal([]);
    });
  });
});

describe('the client, of a full host', function () {
  this.timeout(120_000);
  let tested: TestHost;
  before(async () => {
    tested = await startTestHost({
      plugins: {
        slow: {
          source: SOURCE,
          tools: { wait: { annotations: { idempotentHint: true } }, spin: {}, echo: {} },
        },
      },
      limits: { queueMs: 40 },
      pool: { maxQueued: 1 },
    });
  });
  after(() => tested?.close());

  /** Calls so many at once that the host refuses some. Resolves with how they ended. */
  const flood = async (toolArguments: object, retries: number) => {
    const client = createClient({ url: tested.url, retries, retryDelayMs: 50 });
    const calls = Array.from({ length: 40 }, () =>
      client.callToolWithInfo('wait', toolArguments as { ms: number }).then(
        ({ attempts }) => ({ code: 'ok', attempts }),
        ({ code, attempts }: ToolcellError) => ({ code, attempts }),
      ),
    );
    return Promise.all(calls);
  };

  it('repeats calls that were refused for want of room, until all are done', async () => {
    const without = await flood({ ms: 60 }, 0);
    const refused = without.filter(({ code }) => code === 'overloaded');
    expect(refused.length, 'the host was not full').to.be.above(0);
    expect(refused.every(({ attempts }) => attempts === 1)).to.equal(true);
    const repeated = await flood({ ms: 60 }, 30);
    expect(repeated.filter(({ code }) => code !== 'ok')).to.deep.equal([]);
    expect(Math.max(...repeated.map(({ attempts }) => attempts))).to.be.above(1);
  });
});
