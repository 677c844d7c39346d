// `run_script`, scripts as a tool of MCP: with real clients against a real host, and its places beside tools of plugins and behind toolsets.

import { expect } from 'chai';
import { noPeers, runPeer } from '../front/mcp/peers.ts';
import { startTestHost, type TestHost } from '../support/host.ts';
import { mcpSender, type ScriptResult, scriptSender, until } from '../support/scripts.ts';
import { skipWithout } from '../support/skip.ts';

const READ_ONLY = { annotations: { readOnlyHint: true } };
const PLUGINS = {
  shop: {
    source: `
export const listOrders = () => ({ items: [1, 2, 3] });
export const slow = async ({ ms }) => { await new Promise((resolve) => setTimeout(resolve, ms)); return ms; };`,
    tools: { listOrders: READ_ONLY, slow: READ_ONLY },
  },
  other: { source: 'export const shout = () => "loud";', tools: { shout: READ_ONLY } },
};

interface Report {
  readonly tools: readonly {
    readonly name: string;
    readonly annotations: object;
    readonly inputSchema: { readonly required: readonly string[] };
    readonly outputSchema: object;
  }[];
  readonly done: ScriptResult;
  readonly failed: ScriptResult;
  readonly wrong: ScriptResult;
  readonly slow: ScriptResult;
  readonly progress: readonly (readonly [number, string])[];
  readonly cancelled: { readonly message: string };
}

const CODES = 'const codes = []; for (const name of ["listOrders", "shout"])';
const EACH = 'await tools[name]().then(() => codes.push("ok"), ({ code }) => codes.push(code)); codes';

describe('run_script', function () {
  this.timeout(180_000);
  let host: TestHost;
  let ask: ReturnType<typeof mcpSender>;
  before(async () => {
    host = await startTestHost({
      ...{ plugins: PLUGINS, scripts: {}, metaTools: true, toolsets: { loud: { plugins: ['other'] } } },
    });
    ask = mcpSender(host.url);
  });
  after(() => host?.close());

  for (const [what, words] of [
    ['@modelcontextprotocol/client 2.x', ['client', 'auto']],
    ['@modelcontextprotocol/client 2.x as an older one', ['client', 'legacy']],
    ['@modelcontextprotocol/sdk 1.32', ['sdk']],
  ] as const)
    it(`lets ${what} list it, run a script, hear how far it is, and cancel it`, async function () {
      skipWithout(this, 'real clients of run_script', noPeers());
      const before = host.log.length;
      const report: Report = await runPeer('script.mjs', `${host.url}/mcp`, ...words);
      expect(report.tools.map(({ name }) => name)).to.deep.equal(['listOrders', 'shout', 'slow', 'run_script']);
      const tool = report.tools.at(-1);
      expect(tool?.annotations).to.include({ readOnlyHint: true, destructiveHint: false });
      expect(tool?.inputSchema.required).to.deep.equal(['code']);
      expect(tool).to.have.property('outputSchema');
      expect(report.done.structuredContent).to.deep.include({ result: 3, logs: [] });
      expect(report.done.content[0]?.text).to.equal('{"result":3}');
      expect(report.done.isError).to.equal(undefined);
      expect(report.failed).to.include({ isError: true });
      expect(report.failed.content[0]?.text).to.match(/^script_error: Line 2, column \d+: .* It had made one call/);
      const members = JSON.parse(report.failed.content[1]?.text ?? '');
      expect(members).to.include({ code: 'script_error', fault: 'caller', retryable: false, toolName: 'run_script' });
      expect(members.script.calls[0]).to.include({ tool: 'listOrders', code: 'ok' });
      expect(report.wrong.content[0]?.text).to.match(/^invalid_request: "code" must be the text of the script/);
      expect(report.slow.structuredContent).to.deep.include({ result: 'slept' });
      expect(report.progress.map(([made]) => made)).to.deep.equal([1, 2, 3]);
      expect(report.progress[0]?.[1]).to.equal('1 call made, 0 under way');
      expect(report.cancelled.message).to.match(/abort/i);
      await until(() => host.log.slice(before).some(({ code }) => code === 'cancelled'), 'the script is cancelled');
      const ended = host.log.slice(before).filter(({ code }) => code === 'cancelled');
      expect(ended.map(({ toolName }) => toolName)).to.include('slow');
      await until(async () => (await host.host.status()).callsInFlight === 0, 'nothing runs');
    });

  it('is bound by the toolset, the query and the tools of its request, as over HTTP', async () => {
    const code = `${CODES} ${EACH}`;
    for (const [path, tools, expected] of [
      ['/mcp', undefined, ['ok', 'ok']],
      ['/mcp/sets/loud', undefined, ['tool_not_found', 'ok']],
      ['/mcp/sets/loud', ['list*'], ['tool_not_found', 'tool_not_found']],
      ['/mcp?tools=list*', undefined, ['ok', 'tool_not_found']],
    ] as const) {
      const { result } = await ask(path, 'tools/call', { name: 'run_script', arguments: { code, tools } });
      expect(result.structuredContent?.result, `${path} ${tools}`).to.deep.equal(expected);
      const [route, query] = path.split('?');
      const send = scriptSender(host.url, `${route}/runScript${query ? `?${query}` : ''}`);
      const { body } = await send(code, { more: tools ? { tools } : {} });
      expect(body.result, JSON.stringify(body)).to.deep.equal(expected);
    }
    const none = await scriptSender(host.url, '/mcp/sets/none/runScript')('1');
    expect(none.body).to.include({ code: 'not_found' });
    const unknown = await ask('/mcp/sets/none', 'tools/call', { name: 'run_script', arguments: { code } });
    expect(unknown.result.content[0]?.text).to.match(/^not_found: There is no toolset "none"/);
  });

  it('gives a model the result, the log and the calls that failed, without the rest', async () => {
    const code = 'console.log("one"); await tools.listOrders(); await tools.none().catch(() => {}); ({ a: [1] })';
    const { result } = await ask('/mcp', 'tools/call', { name: 'run_script', arguments: { code } });
    expect(result.content.map(({ text }) => text)).to.deep.equal([
      '{"result":{"a":[1]},"logs":["one"],"failedCalls":[{"tool":"none","code":"tool_not_found"}]}',
    ]);
    expect(result.structuredContent).to.include.keys('result', 'logs', 'calls', 'usage');
  });

  it('is the third tool where two stand for all others', async () => {
    const { result } = await ask('/mcp?metaTools=true', 'tools/list');
    expect(result.tools?.map(({ name }) => name)).to.deep.equal(['call_tool', 'find_tools', 'run_script']);
    const called = await ask('/mcp?metaTools=true', 'tools/call', {
      ...{ name: 'run_script', arguments: { code: '(await tools.shout())' } },
    });
    expect(called.result.structuredContent?.result).to.equal('loud');
  });

  it('is in the description of the routes, and tells its progress over HTTP', async () => {
    const { paths } = (await (await fetch(`${host.url}/openapi.json`)).json()) as { paths: object };
    expect(paths).to.include.keys('/mcp/runScript', '/mcp/sets/{set}/runScript');
    const response = await fetch(`${host.url}/mcp/runScript`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ code: 'await tools.slow({ ms: 5 })' }),
    });
    const text = await response.text();
    expect(text).to.include('event: progress\ndata: {"progress":1,"message":"1 call made, 0 under way"}\n');
    expect(text).to.match(/event: result\ndata: \{"result":5,/);
  });

  it('says what is true of all that scripts may call', async () => {
    const open = await startTestHost({ plugins: PLUGINS, scripts: { allow: ['readOnly', 'change*'] } });
    try {
      const { result } = await mcpSender(open.url)('/mcp', 'tools/list');
      expect(result.tools?.at(-1)?.annotations).to.include({ readOnlyHint: false, destructiveHint: true });
    } finally {
      await open.close();
    }
  });

  it("leaves its name to a plugin's tool, and is not there if scripts are off", async () => {
    const own = { source: 'export const run_script = () => "mine";', tools: { run_script: READ_ONLY } };
    const named = await startTestHost({
      ...{ plugins: { ...PLUGINS, own }, scripts: {}, toolsets: { shop: { plugins: ['shop'] } } },
    });
    try {
      const send = mcpSender(named.url);
      const { result } = await send('/mcp', 'tools/list');
      expect(
        result.tools?.filter(({ name }) => name === 'run_script').map(({ description }) => description),
      ).to.deep.equal(['Test tool run_script.']);
      const called = await send('/mcp', 'tools/call', { name: 'run_script', arguments: {} });
      expect(called.result.content[0]?.text).to.equal('"mine"');
      const inSet = await send('/mcp/sets/shop', 'tools/call', { name: 'run_script', arguments: { code: '1 + 1' } });
      expect(inSet.result.structuredContent?.result).to.equal(2);
    } finally {
      await named.close();
    }
    const off = await startTestHost({ plugins: PLUGINS });
    try {
      const { result } = await mcpSender(off.url)('/mcp', 'tools/list');
      expect(result.tools?.map(({ name }) => name)).to.not.include('run_script');
      const { error } = await mcpSender(off.url)('/mcp', 'tools/call', {
        name: 'run_script',
        arguments: { code: '1' },
      });
      expect(error?.message).to.match(/^tool_not_found/);
      const { paths } = (await (await fetch(`${off.url}/openapi.json`)).json()) as { paths: object };
      expect(Object.keys(paths)).to.not.include('/mcp/runScript');
    } finally {
      await off.close();
    }
  });
});
