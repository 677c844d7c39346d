// Scripts of callers through a whole host: what they answer, what they may call, and what becomes of them if they fail, pass a limit, or lose their
// caller.

import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { createClient, ToolcellError } from '../../packages/client/src/client.ts';
import { createKey } from '../../src/front/doors/issue-keys.ts';
import { changeKeys } from '../../src/front/doors/key-file.ts';
import { startTestHost, type TestHost } from '../support/host.ts';
import { scriptSender, until } from '../support/scripts.ts';

const SOURCE = `
const orders = [{ id: 1, value: 5 }, { id: 2, value: 50 }, { id: 3, value: 20 }];
export const listOrders = () => ({ items: orders });
export const getOrder = ({ id }) => {
  const order = orders.find((each) => each.id === id);
  if (order === undefined) throw new Error('there is no order ' + id);
  return order;
};
export const changeOrder = ({ id }) => ({ changed: id });
export const slow = async ({ ms }) => { await new Promise((resolve) => setTimeout(resolve, ms)); return ms; };
export const spin = () => { for (;;); };
export const blocks = () => ({ content: [{ type: 'text', text: 'one' }, { type: 'text', text: 'two' }] });
`;

const READ_ONLY = { annotations: { readOnlyHint: true } };
const NUMBER = {
  type: 'object',
  properties: { id: { type: 'integer' } },
  required: ['id'],
  additionalProperties: false,
};

const PLUGINS = {
  shop: {
    source: SOURCE,
    tools: {
      listOrders: READ_ONLY,
      getOrder: { ...READ_ONLY, inputSchema: NUMBER },
      changeOrder: { inputSchema: NUMBER },
      slow: READ_ONLY,
      spin: { ...READ_ONLY, limits: { cpuMs: 200 } },
      blocks: { ...READ_ONLY, contentBlocks: true },
    },
  },
};

/** Keys of as many clients, in a file. */
const keysFor = async (count: number) => {
  const keysFile = join(tmpdir(), `toolcell-test-scripts-${process.pid}.json`);
  const keys: string[] = [];
  for (let number = 1; number <= count; number += 1) {
    const key = { client: `client-${number}`, scopes: [] };
    keys.push((await changeKeys(keysFile, (list) => createKey(list, key, undefined))).key);
  }
  return { keys, keysFile };
};

describe('a script', function () {
  this.timeout(120_000);
  let host: TestHost;
  let send: ReturnType<typeof scriptSender>;
  before(async function () {
    this.timeout(120_000);
    host = await startTestHost({ plugins: PLUGINS, scripts: {} });
    send = scriptSender(host.url);
  });
  after(() => host.close());

  it('calls tools, and answers with its last expression', async () => {
    const { status, body } = await send(`
const { items } = await tools.listOrders();
const whole = await Promise.all(items.map(({ id }) => tools.getOrder({ id })));
console.log('got', whole.length);
whole.toSorted((a, b) => b.value - a.value).slice(0, 2)`);
    expect(body.result, JSON.stringify(body)).to.deep.equal([
      { id: 2, value: 50 },
      { id: 3, value: 20 },
    ]);
    expect(status).to.equal(200);
    expect(body.logs.map(({ text }) => text)).to.deep.equal(['got 3']);
    expect(body.calls.map(({ tool, code }) => [tool, code])).to.deep.equal([
      ['listOrders', 'ok'],
      ...[1, 2, 3].map(() => ['getOrder', 'ok']),
    ]);
    expect(body.usage).to.include({ calls: 4 });
  });

  it('takes types, `return`, odd names, and no arguments at all', async () => {
    const typed = await send(`
interface Order { id: number; value: number }
const { items }: { items: Order[] } = await tools['listOrders']() as any;
const most = items.reduce<Order>((one, other) => (one.value > other.value ? one : other), items[0]!);
return most satisfies Order;`);
    expect(typed.body.result, JSON.stringify(typed.body)).to.deep.equal({ id: 2, value: 50 });
    expect((await send('if (true) { return "early"; }\n"late"')).body.result).to.equal('early');
    expect((await send('const a = 1')).body.result).to.equal(null);
    expect((await send('({ a: [1, 2] })')).body.result).to.deep.equal({ a: [1, 2] });
    expect((await send('const tools = 5, ToolError = 6; tools + ToolError // sum\n')).body.result).to.equal(11);
    expect((await send('await tools.blocks()')).body.result).to.equal('one\ntwo');
  });

  it('says where it cannot be compiled', async () => {
    const wrong = await send('const a = 1;\nconst b = ;\n');
    expect(wrong.status).to.equal(422);
    expect(wrong.body).to.include({ code: 'invalid_script', fault: 'caller', retryable: false });
    expect(wrong.body.script).to.include({ line: 2, column: 11 });
    expect(wrong.body.script.frame).to.equal('  1 | const a = 1;\n> 2 | const b = ;\n    |           ^');
    for (const code of ['import x from "node:fs"', 'export const a = 1', 'return 1; }, async () => {', '} {', 'await'])
      expect((await send(code)).body, code).to.include({ code: 'invalid_script' });
    const typed = await send('const a: number = 1;\nconst b: string = ;');
    expect(typed.body.script).to.include({ line: 2 });
  });

  it('says where it failed, and which calls it had made', async () => {
    const failed = await send(`
await tools.listOrders();
const order = await tools.getOrder({ id: 9 });
order`);
    expect(failed.status).to.equal(422);
    expect(failed.body, JSON.stringify(failed.body)).to.include({
      code: 'script_error',
      fault: 'caller',
      retryable: false,
    });
    expect(failed.body.detail).to.match(/^Line 3, column \d+: ToolError: .*there is no order 9.* It had made 2 calls/);
    expect(failed.body.script).to.include({ line: 3 });
    expect(failed.body.script.frame).to.include('> 3 | const order = await tools.getOrder({ id: 9 });\n');
    expect(failed.body.script.calls.map(({ tool, code }) => [tool, code])).to.deep.equal([
      ['listOrders', 'ok'],
      ['getOrder', 'tool_error'],
    ]);
    const typed = await send('type A = number;\n\nconst f = (a: A): never => { throw new Error("no " + a); };\nf(1)');
    expect(typed.body.script, JSON.stringify(typed.body)).to.include({ line: 3 });
    const moved = await send('null.x');
    expect(moved.body.script).to.include({ line: 1, column: 6 });
  });

  it('gets the failure of a call as an error with its code', async () => {
    const { body } = await send(`
const seen = [];
for (const [name, args] of [['getOrder', { id: 9 }], ['getOrder', {}], ['noTool', {}], ['changeOrder', { id: 1 }], ['get order', {}]])
  try { await tools[name](args); } catch (error) {
    seen.push([error instanceof ToolError, error.name, error.code, error.fault, error.retryable, error.toolName, error.violations?.[0]?.path]);
  }
for (const args of [5, null, [], 'text', () => 1])
  try { await tools.getOrder(args); } catch (error) { seen.push(error.code ?? error.name); }
seen`);
    expect(body.result, JSON.stringify(body)).to.deep.equal([
      [true, 'ToolError', 'tool_error', 'plugin', false, 'getOrder', null],
      [true, 'ToolError', 'invalid_arguments', 'caller', false, 'getOrder', '/id'],
      [true, 'ToolError', 'tool_not_found', 'caller', false, 'noTool', null],
      [true, 'ToolError', 'forbidden', 'caller', false, 'changeOrder', null],
      [true, 'ToolError', 'tool_not_found', 'caller', false, 'get order', null],
      ...['invalid_request', 'invalid_request', 'invalid_request', 'invalid_request', 'TypeError'],
    ]);
  });

  it('reaches nothing but tools, and nothing of another script', async () => {
    const { body } = await send(`
globalThis.left = 'here';
const seen = [typeof process, typeof WebAssembly, typeof URL, typeof structuredClone];
for (const reach of [() => fetch('https://example.com'), () => require('fs'), () => eval('fetch("https://example.com")')])
  try { await reach(); seen.push('reached'); } catch (error) { seen.push(error.name); }
seen`);
    expect(body.result, JSON.stringify(body)).to.deep.equal([
      ...['undefined', 'undefined', 'function', 'function', 'NotAllowedError', 'TypeError', 'NotAllowedError'],
    ]);
    const next = await send('[typeof globalThis.left, Object.keys(tools)]');
    expect(next.body.result).to.deep.equal(['undefined', []]);
  });

  it('leaves a log line and a receipt for each call, below its own', async () => {
    const { body, headers } = await send('await tools.listOrders(); await tools.getOrder({ id: 1 })', {
      headers: { prefer: 'receipt' },
    });
    const callId = headers.get('toolcell-call-id') as string;
    expect(body.calls.map((call) => call.callId)).to.deep.equal([`${callId}.1`, `${callId}.2`]);
    const own = host.log.find((entry) => entry.callId === callId);
    expect(own).to.include({ toolName: 'run_script', code: 'ok', path: '/mcp/runScript' });
    const inner = host.log.filter((entry) => entry.callId.startsWith(`${callId}.`));
    expect(
      inner.map(({ toolName, pluginName, code, argumentsBytes }) => [toolName, pluginName, code, argumentsBytes]),
    ).to.deep.equal([
      ['listOrders', 'shop', 'ok', 2],
      ['getOrder', 'shop', 'ok', 8],
    ]);
    for (const id of [callId, `${callId}.1`, `${callId}.2`]) {
      const receipt = await fetch(`${host.url}/calls/${id}`);
      expect(receipt.status, id).to.equal(200);
      expect(await receipt.json()).to.include({ callId: id, code: 'ok' });
    }
  });

  it('is stopped at each of its limits, and the next one runs', async () => {
    const cases = [
      ['for (;;);', { cpuMs: 100 }, 'cpuMs', 'limits.cpuMs'],
      ['await new Promise((done) => setTimeout(done, 60000))', { wallMs: 300 }, 'wallMs', 'scripts.wallMs'],
      ['"x".repeat(1000)', { resultBytes: 100 }, 'resultBytes', 'scripts.resultBytes'],
      [
        'const a = []; for (let i = 0; ; i += 1) a.push({ i, text: String(i) })',
        { memoryMb: 16, cpuMs: 1_000 },
        'memoryMb',
        'limits.memoryMb',
      ],
    ] as const;
    for (const [code, limits, limit, setting] of cases) {
      const { status, body } = await send(code, { more: { limits } });
      expect(body, code).to.include({ code: 'script_exceeded', fault: 'caller', retryable: false });
      // The process may pass its own limit of memory before V8 notices that of the heap.
      expect([`${body.limit} ${body.setting}`, 'memoryMb limits.memoryMb'], code).to.include(
        limit === 'memoryMb' ? 'memoryMb limits.memoryMb' : `${limit} ${setting}`,
      );
      expect(status).to.equal(422);
    }
    const calls = await send(
      'const seen = []; for (let i = 0; i < 4; i += 1) await tools.listOrders().then(() => seen.push("ok"), ({ code, limit }) => seen.push(code + " " + limit)); seen',
      { more: { limits: { calls: 3 } } },
    );
    expect(calls.body.result, JSON.stringify([calls.body, (await host.host.status()).brokers[0]?.ends])).to.deep.equal([
      'ok',
      'ok',
      'ok',
      'script_exceeded calls',
    ]);
    const data = await send('await tools.listOrders(); await tools.listOrders()', {
      more: { limits: { dataBytes: 90 } },
    });
    expect(data.body).to.include({ code: 'script_error' });
    expect(data.body.script.calls).to.have.length(2);
    expect((await send('1 + 1')).body.result).to.equal(2);
  });

  it('makes no more calls at once than it may, and ends those that it leaves', async () => {
    const { body } = await send(
      'const start = Date.now(); await Promise.all([1, 2, 3, 4].map(() => tools.slow({ ms: 200 }))); Date.now() - start',
      { more: { limits: { callsAtOnce: 1 } } },
    );
    expect(body.result, JSON.stringify(body)).to.be.at.least(790);
    const left = await send('void tools.slow({ ms: 15000 }); await tools.listOrders(); "done"');
    expect(left.body.result, JSON.stringify(left.body)).to.equal('done');
    expect(left.body.calls.map(({ code }) => code)).to.deep.equal(['cancelled', 'ok']);
  });

  it('is cancelled with its calls when its caller hangs up', async () => {
    const before = host.log.length;
    const hangUp = new AbortController();
    const sent = send('await tools.slow({ ms: 15000 })', { signal: hangUp.signal }).catch(() => 'gone');
    await until(async () => (await host.host.status()).callsInFlight === 2, 'both run');
    hangUp.abort();
    expect(await sent).to.equal('gone');
    await until(async () => host.log.length === before + 2, 'both are logged');
    expect(host.log.slice(before).map(({ toolName, code }) => [toolName, code])).to.deep.equal([
      ['slow', 'cancelled'],
      ['run_script', 'cancelled'],
    ]);
    await until(async () => (await host.host.status()).callsInFlight === 0, 'neither runs');
  });

  it('gets a failure that it can catch if a tool is stopped', async () => {
    const { body } = await send(
      'try { await tools.spin() } catch ({ code, retryable }) { ({}); return [code, retryable] }',
    );
    expect(body.result, JSON.stringify(body)).to.deep.equal(['exceeded_cpu', false]);
  });

  it('is sent by the client, whose error has the calls', async () => {
    const client = createClient({ url: host.url });
    const answer = await client.runScript<number>('(await tools.listOrders()).items.length', { tools: ['list*'] });
    expect(answer.result).to.equal(3);
    expect(answer.calls.map(({ tool }) => tool)).to.deep.equal(['listOrders']);
    const failed = await client
      .runScript('await tools.listOrders();\nnull.x')
      .then(undefined, (error: unknown) => error);
    expect(failed).to.be.instanceOf(ToolcellError);
    const { code, attempts, script } = failed as ToolcellError;
    expect([code, attempts, script?.line, script?.calls.length]).to.deep.equal(['script_error', 1, 2, 1]);
  });

  it('is bound by the tools of its request', async () => {
    const { body } = await send(
      'const seen = []; for (const name of ["getOrder", "listOrders"]) await tools[name]({ id: 1 }).then(() => seen.push("ok"), ({ code }) => seen.push(code)); seen',
      { more: { tools: ['get*'] } },
    );
    expect(body.result).to.deep.equal(['ok', 'tool_not_found']);
  });

  it('is refused if its body is not what it should be', async () => {
    const bodies = [
      {},
      { code: 5 },
      { code: '1', more: 1 },
      { code: '1', tools: 'all' },
      { code: '1', tools: ['a b'] },
      { code: '1', limits: [] },
    ];
    const limits = [{ cpuMs: 1 }, { calls: 0 }, { wallMs: '5' }, { wallMs: 1.5 }, { nothing: 1 }, { __proto__x: 1 }];
    for (const body of [...bodies, ...limits.map((each) => ({ code: '1', limits: each }))]) {
      const { code: _, ...more } = { code: undefined, ...body };
      const sent = await send((body as { code?: string }).code as string, { more });
      expect(sent.body, JSON.stringify(body)).to.include({ code: 'invalid_request' });
    }
    expect((await send('x'.repeat(50_001))).body).to.include({
      code: 'payload_too_large',
      limit: 'codeBytes',
    });
  });
});

describe('scripts of many callers', function () {
  this.timeout(240_000);

  it('are all answered, though each waits for tools and there are half as many runners', async () => {
    const tools = Object.fromEntries([1, 2, 3].map((number) => [`tool${number}`, READ_ONLY]));
    const plugins = Object.fromEntries(
      Object.entries(tools).map(([name, members]) => [
        name,
        { source: `export const ${name} = ({ n }) => n;`, tools: { [name]: members } },
      ]),
    );
    const { keys, keysFile } = await keysFor(12);
    const host = await startTestHost({
      ...{ plugins, pool: { runners: 6 }, access: { keysFile } },
      // Each caller needs a process of its own, which takes seconds to start on a busy machine.
      scripts: { wallMs: 150_000 },
    });
    try {
      const send = scriptSender(host.url);
      const code = `
let sum = 0;
for (let i = 0; i < 20; i += 1) sum += await tools['tool' + (1 + (i % 3))]({ n: i });
sum`;
      const answers = await Promise.all(keys.map((key) => send(code, { headers: { authorization: `Bearer ${key}` } })));
      for (const { body } of answers) expect(body.result, JSON.stringify(body)).to.equal(190);
      const { brokers } = await host.host.status();
      const cordons = brokers[0]?.runners.map(({ cordon }) => cordon).filter((name) => name?.startsWith('script:'));
      expect(cordons?.length).to.be.at.most(3);
    } finally {
      await host.close();
      rmSync(keysFile, { force: true });
    }
  });
});

describe('calls of a script', function () {
  this.timeout(120_000);

  it('are refused by the rules and quotas that refuse direct ones', async () => {
    const host = await startTestHost({
      plugins: PLUGINS,
      scripts: { allow: ['all'] },
      access: { rules: { no: { effect: 'deny', tools: ['getOrder'] } } },
      throttling: { quotas: { few: { calls: 4, every: 'day', tools: ['listOrders'] } } },
    });
    try {
      const { body } = await scriptSender(host.url)(`
const codes = [];
const note = (call) => call.then(() => codes.push('ok'), ({ code }) => codes.push(code));
await note(tools.getOrder({ id: 1 }));
await note(tools.changeOrder({ id: 1 }));
for (let i = 0; i < 3; i += 1) await note(tools.listOrders());
codes`);
      expect(body.result, JSON.stringify(body)).to.deep.equal(['tool_not_found', 'ok', 'ok', 'ok', 'ok']);
      const direct = [];
      for (const name of ['getOrder', 'listOrders', 'listOrders'])
        direct.push((await host.call(name, { id: 1 })).code ?? 'ok');
      expect(direct).to.deep.equal(['tool_not_found', 'ok', 'rate_limited']);
      const later = await scriptSender(host.url)(
        'await tools.listOrders().catch(({ code, retryable }) => [code, retryable])',
      );
      expect(later.body.result).to.deep.equal(['rate_limited', true]);
    } finally {
      await host.close();
    }
  });

  for (const freshState of ['realm', 'isolate'] as const)
    it(`are not for plugins that know their name, in ${freshState} mode`, async () => {
      const source = `
export const reach = async (_, context) => {
  try { return await context.toolcellScript.tools.reach({}); } catch ({ name, message }) { return name + ': ' + message; }
};`;
      const host = await startTestHost({
        plugins: { spy: { source, tools: { reach: READ_ONLY } } },
        scripts: {},
        freshState,
      });
      try {
        const { body } = await host.call('reach');
        expect(body).to.match(freshState === 'realm' ? /^TypeError: / : /: Only a script may call tools\.$/);
        expect(host.log.map(({ toolName }) => toolName)).to.deep.equal(['reach']);
      } finally {
        await host.close();
      }
    });
});
