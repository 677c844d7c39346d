// `tools.find` and `tools.describe`: what a script learns of tools, and what it does not.

import { expect } from 'chai';
import { startTestHost, type TestHost } from '../support/host.ts';
import { scriptSender } from '../support/scripts.ts';

const READ_ONLY = { annotations: { readOnlyHint: true } };
const PLUGINS = {
  shop: {
    source: `
export const getInvoice = () => 1;
export const payInvoice = () => 2;
export const hiddenInvoice = () => 3;
export const find = (args) => ({ found: args });
export const describe = (args) => ({ described: args });`,
    tools: {
      getInvoice: { ...READ_ONLY, description: 'Returns an invoice of a customer.' },
      payInvoice: { description: 'Pays an invoice of a customer.' },
      hiddenInvoice: { ...READ_ONLY, description: 'Returns a secret invoice.' },
      find: { ...READ_ONLY, description: 'Looks for a lost hammer.' },
      describe: { ...READ_ONLY, description: 'Paints a hammer.' },
    },
  },
  other: {
    source: 'export const copyInvoice = () => 4;',
    tools: { copyInvoice: { ...READ_ONLY, description: 'Copies an invoice.' } },
  },
};

const NAMES = '(await tools.find("invoice of a customer")).tools.map(({ name }) => name).toSorted()';

describe('questions of a script about tools', function () {
  this.timeout(120_000);
  let host: TestHost;
  let send: ReturnType<typeof scriptSender>;
  before(async () => {
    host = await startTestHost({
      ...{ plugins: PLUGINS, scripts: {}, toolsets: { other: { plugins: ['other'] } } },
      access: { rules: { hidden: { effect: 'deny', tools: ['hiddenInvoice'] } } },
    });
    send = scriptSender(host.url);
  });
  after(() => host?.close());

  it('find what it may call, within its toolset and its own list, and are no calls', async () => {
    const { body } = await send(NAMES);
    expect(body.result, JSON.stringify(body)).to.deep.equal(['copyInvoice', 'getInvoice']);
    expect(body.calls).to.deep.equal([]);
    expect(body.usage.calls).to.equal(0);
    expect(body.usage.dataBytes).to.be.above(100);
    expect((await send(NAMES, { more: { tools: ['get*'] } })).body.result).to.deep.equal(['getInvoice']);
    expect((await scriptSender(host.url, '/mcp/sets/other/runScript')(NAMES)).body.result).to.deep.equal([
      'copyInvoice',
    ]);
    const one = await send('(await tools.find("invoice", { limit: 1 })).tools[0]');
    expect(one.body.result).to.include.keys('name', 'description', 'inputSchema', 'score', 'tokens');
    expect(host.log.at(-1)).to.include({ toolName: 'run_script' });
  });

  it('describe what it may call, as lists do', async () => {
    const { tools } = (await (await fetch(`${host.url}/mcp/metadata`)).json()) as { tools: { name: string }[] };
    const { body } = await send('await tools.describe("getInvoice")');
    expect(body.result, JSON.stringify(body)).to.deep.include(
      tools.find(({ name }) => name === 'getInvoice') as object,
    );
    const codes = await send(`
const codes = [];
for (const name of ['payInvoice', 'hiddenInvoice', 'nothing', 'getInvioce', ''])
  await tools.describe(name).catch((error) => codes.push(error instanceof ToolError && error.code));
await tools.find('x'.repeat(1001)).catch(({ code }) => codes.push(code));
await tools.find('x', { limit: 0 }).catch(({ code }) => codes.push(code));
codes`);
    expect(codes.body.result, JSON.stringify(codes.body)).to.deep.equal([
      ...['forbidden', 'tool_not_found', 'tool_not_found', 'tool_not_found', 'tool_not_found'],
      ...['invalid_arguments', 'invalid_arguments'],
    ]);
  });

  it('leave tools their names: an object calls a tool, a text asks', async () => {
    const { body } = await send(
      '[await tools.find({ a: 1 }), await tools["describe"]({ b: 2 }), await tools.find(), (await tools.describe("find")).description]',
    );
    expect(body.result, JSON.stringify(body)).to.deep.equal([
      ...[{ found: { a: 1 } }, { described: { b: 2 } }, { found: {} }, 'Looks for a lost hammer.'],
    ]);
    expect(body.calls.map(({ tool }) => tool)).to.deep.equal(['find', 'describe', 'find']);
  });

  it('are bounded as calls are', async () => {
    const { body } = await send(
      'const codes = []; for (let i = 0; i < 3; i += 1) await tools.find("a").then(() => codes.push("ok"), ({ code }) => codes.push(code)); codes',
      { more: { limits: { calls: 2 } } },
    );
    expect(body.result, JSON.stringify(body)).to.deep.equal(['ok', 'ok', 'script_exceeded']);
  });
});
