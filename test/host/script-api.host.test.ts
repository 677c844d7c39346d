// GET /mcp/scriptApi and the description of `run_script`: what a model reads of the tools that its scripts may call.

import { expect } from 'chai';
import { startTestHost, type TestHost } from '../support/host.ts';
import { mcpSender } from '../support/scripts.ts';

const READ_ONLY = { annotations: { readOnlyHint: true } };
const PLUGINS = {
  shop: {
    source: 'export const getOrder = () => 1; export const payOrder = () => 2; export const secretOrder = () => 3;',
    tools: {
      getOrder: { ...READ_ONLY, description: 'Returns an order.', outputSchema: { type: 'number' } },
      payOrder: { description: 'Pays an order.' },
      secretOrder: { ...READ_ONLY, description: 'Returns a secret order.' },
    },
  },
  other: { source: 'export const shout = () => "loud";', tools: { shout: READ_ONLY } },
};

describe('the declarations of tools for scripts', function () {
  this.timeout(120_000);
  let host: TestHost;
  before(async () => {
    host = await startTestHost({
      ...{ plugins: PLUGINS, scripts: {}, metaTools: true, toolsets: { other: { plugins: ['other'] } } },
      access: { rules: { secret: { effect: 'deny', tools: ['secretOrder'] } } },
    });
  });
  after(() => host?.close());

  const read = async (path: string) => {
    const response = await fetch(`${host.url}${path}`);
    return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
  };

  it('are those of what this caller may call from a script, at its address', async () => {
    const { status, type, text } = await read('/mcp/scriptApi');
    expect([status, type]).to.deep.equal([200, 'text/plain; charset=utf-8']);
    expect(text).to.match(/^Runs a script /);
    expect(text).to.include('// Returns an order.\ngetOrder(args?: { [name: string]: unknown }): Promise<number>;\n');
    expect(text).to.include('\nshout(');
    expect(text).to.not.include('payOrder');
    expect(text).to.not.include('secretOrder');
    for (const path of ['/mcp/sets/other/scriptApi', '/mcp/scriptApi?plugins=other']) {
      const other = await read(path);
      expect(other.text, path).to.include('\nshout(');
      expect(other.text, path).to.not.include('getOrder');
    }
    expect((await read('/mcp/sets/none/scriptApi')).text).to.include('"code":"not_found"');
  });

  it('describe run_script over MCP, and in the formats of providers', async () => {
    const { text } = await read('/mcp/scriptApi');
    for (const path of ['/mcp', '/mcp?metaTools=true']) {
      const { result } = await mcpSender(host.url)(path, 'tools/list');
      expect(result.tools?.find(({ name }) => name === 'run_script')?.description, path).to.equal(text.trimEnd());
    }
    const formed = async (format: string) =>
      (JSON.parse((await read(`/mcp/scriptApi?format=${format}`)).text) as { tools: [Record<string, unknown>] })
        .tools[0];
    expect(await formed('anthropic')).to.deep.include({ name: 'run_script', description: text.trimEnd() });
    expect(await formed('anthropic')).to.have.nested.property('input_schema.required[0]', 'code');
    expect(await formed('openai')).to.have.nested.property('function.description', text.trimEnd());
    expect(await formed('openai-responses')).to.include({ type: 'function', name: 'run_script' });
    expect(await formed('gemini')).to.be.an('object');
  });

  it('fit the budget that is asked for, within bounds', async () => {
    for (const wrong of ['199', '100001', 'many', '-1'])
      expect((await read(`/mcp/scriptApi?tokens=${wrong}`)).text, wrong).to.include('from 200 to 100000');
    expect((await read('/mcp/scriptApi?tokens=200')).text).to.include('getOrder');
    expect((await read('/mcp/scriptApi?format=none')).status).to.equal(400);
    expect((await read('/mcp/scriptApi?more=1')).status).to.equal(400);
  });

  it('follow rules and settings, and are refused to who may not send scripts', async () => {
    const closed = await startTestHost({
      ...{ plugins: PLUGINS, scripts: { allow: ['all', '!shout'] } },
      access: { rules: { no: { effect: 'deny', tools: ['run_script'], clients: ['nobody'] } } },
    });
    try {
      const text = await (await fetch(`${closed.url}/mcp/scriptApi`)).text();
      expect(text).to.include('\npayOrder(');
      expect(text).to.not.include('\nshout(');
    } finally {
      await closed.close();
    }
    const none = await startTestHost({
      ...{ plugins: PLUGINS, scripts: {} },
      access: { rules: { no: { effect: 'deny', tools: ['run_script'] } } },
    });
    try {
      expect((await fetch(`${none.url}/mcp/scriptApi`)).status).to.equal(403);
    } finally {
      await none.close();
    }
  });
});
