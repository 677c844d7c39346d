// `find_tools` and `call_tool`, the two tools that stand for all others: with real clients against a real host.

import { expect } from 'chai';
import { HTTP_BOUNDS } from '../../../src/front/http/bounds.ts';
import { startTestHost, type TestHost, testConfig } from '../../support/host.ts';
import { skipWithout } from '../../support/skip.ts';
import { noPeers, runPeer } from './peers.ts';
import { type Result, SOURCE, TOOLS } from './tools.ts';

interface MetaReport {
  readonly tools: readonly { readonly name: string; readonly annotations: object }[];
  readonly found: Result & { readonly structuredContent: { readonly tools: readonly { readonly name: string }[] } };
  readonly result: Result;
  readonly array: Result;
  readonly toolError: Result;
  readonly slow: Result;
  readonly progress: readonly number[];
  readonly unknown: { readonly code: number; readonly message: string };
  readonly direct: { readonly code: number; readonly message: string };
  readonly cancelled: { readonly message: string };
}

const PLUGINS = {
  tools: { source: SOURCE, tools: { ...TOOLS, echo: { ...TOOLS.echo, description: 'Echoes what it gets.' } } },
  others: {
    source: 'export const shout = () => ({ loud: true });',
    tools: { shout: { description: 'Echoes loudly.' } },
  },
  // An author may use these names.
  own: {
    source: 'export const find_tools = () => ({ own: true });',
    tools: { find_tools: { description: 'Finds hammers.', annotations: { readOnlyHint: true } } },
  },
};

describe('the two tools that stand for all others', function () {
  this.timeout(120_000);
  let host: TestHost;
  before(async () => {
    host = await startTestHost({
      plugins: PLUGINS,
      metaTools: true,
      toolsets: { loud: { plugins: ['others'] } },
    });
  });
  after(() => host?.close());

  for (const [what, words] of [
    ['@modelcontextprotocol/client 2.x', ['client', 'auto']],
    ['@modelcontextprotocol/client 2.x as an older one', ['client', 'legacy']],
    ['@modelcontextprotocol/sdk 1.32', ['sdk']],
  ] as const)
    it(`let ${what} find and call`, async function () {
      skipWithout(this, 'real clients of the two tools', noPeers());
      const before = host.log.length;
      const report: MetaReport = await runPeer('meta.mjs', `${host.url}/mcp?metaTools=true`, ...words);
      expect(report.tools.map(({ name }) => name)).to.deep.equal(['call_tool', 'find_tools']);
      expect(report.found.structuredContent.tools[0]).to.include.keys('inputSchema', 'score', 'why', 'tokens');
      expect(report.found.structuredContent.tools.map(({ name }) => name)).to.include.members(['echo', 'shout']);
      expect(JSON.parse(report.found.content[0]?.text ?? '')).to.deep.equal(report.found.structuredContent);
      expect(report.result.structuredContent).to.deep.equal({ text: 'ü', n: 1.5 });
      const isModern = words[1] === 'auto';
      expect(report.array.structuredContent).to.deep.equal(isModern ? [1, 2, 3] : { result: [1, 2, 3] });
      expect(report.toolError).to.deep.include({ isError: true });
      expect(report.toolError.content[0]?.text).to.equal('tool_error: it failed');
      expect(report.slow.structuredContent).to.deep.equal({ done: true });
      expect(report.progress).to.deep.equal([0, 1, 2]);
      expect(report.unknown).to.deep.include({ code: -32_602 });
      expect(report.unknown.message).to.contain('tool_not_found: There is no tool "nothing"');
      expect(report.direct).to.deep.include({ code: -32_602 });
      expect(report.direct.message).to.contain('call it with call_tool');
      expect(report.cancelled.message).to.match(/abort/i);
      const names = host.log.slice(before).map(({ toolName }) => toolName);
      expect(names).to.include.members(['echo', 'list', 'fail', 'slow', 'nothing']);
      expect(names).to.not.include.members(['call_tool']);
      expect(names).to.not.include.members(['find_tools']);
    });

  const ask = async (path: string, method: string, params: object = {}) => {
    const response = await fetch(`${host.url}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    return { status: response.status, body: JSON.parse(await response.text()) };
  };
  const callAt = async (path: string, name: string, args: unknown) =>
    (await ask(path, 'tools/call', { name, arguments: args })).body;

  it('are about the tools of their address alone', async () => {
    const { result: read } = await callAt('/mcp?metaTools=true&readOnly=true', 'find_tools', { query: 'find echoes' });
    expect(read.structuredContent.tools.map(({ name }: { name: string }) => name)).to.deep.equal(['find_tools']);
    for (const path of ['/mcp/sets/loud?metaTools=true', '/mcp?metaTools=true&plugins=others']) {
      const { result } = await callAt(path, 'find_tools', { query: 'echoes what it gets' });
      expect(result.structuredContent.tools.map(({ name }: { name: string }) => name)).to.deep.equal(['shout']);
      expect((await callAt(path, 'call_tool', { name: 'shout' })).result.structuredContent).to.deep.equal({
        result: { loud: true },
      });
      const hidden = await callAt(path, 'call_tool', { name: 'echo', arguments: {} });
      expect(hidden.error.message).to.contain('tool_not_found');
    }
    const { error } = (await ask('/mcp?metaTools=true&set=none', 'tools/list')).body;
    expect(error.message).to.contain('There is no toolset "none"');
  });

  it('tell a model what was wrong with its arguments', async () => {
    for (const [name, args, text] of [
      ['find_tools', {}, /^invalid_arguments: "query" must be a text/],
      ['find_tools', { query: 'x', limit: 0 }, /"limit" must be a whole number from 1 to 200/],
      ['find_tools', { query: 'x', maxTokens: '9' }, /"maxTokens" must be a whole number from 1 to 1000000/],
      ['find_tools', { query: 'x'.repeat(1_001) }, /"query" has 1001 characters; at most 1000/],
      ['find_tools', { query: 'x', constructor: 1 }, /no argument "constructor"/],
      ['call_tool', {}, /takes "name", the name of a tool, and "arguments", an object/],
      ['call_tool', { name: 'echo', arguments: [] }, /takes "name"/],
      ['call_tool', { name: 'echo', text: 'ü' }, /takes "name"/],
      ['call_tool', { name: 'call_tool', arguments: { name: 'echo' } }, /calls the tools that find_tools finds/],
      ['call_tool', { name: 'echo', arguments: { text: 1 } }, /^invalid_arguments: .*\n\/text must be a string/s],
    ] as const) {
      const { result } = await callAt('/mcp?metaTools=true', name, args);
      expect(result.isError, JSON.stringify(args)).to.equal(true);
      expect(result.content[0].text).to.match(text);
    }
    const { result } = await callAt('/mcp?metaTools=true', 'call_tool', { name: 'echo', arguments: { text: 'on' } });
    expect(result.structuredContent).to.deep.equal({ text: 'on' });
  });

  it('give definitions as the list of MCP has them', async () => {
    const { tools } = (await ask('/mcp?tools=picture', 'tools/list')).body.result;
    const { result } = await callAt('/mcp?metaTools=true&tools=picture', 'find_tools', { query: 'picture' });
    const { pluginName, score, why, tokens, ...found } = result.structuredContent.tools[0];
    expect([found]).to.deep.equal(tools);
    expect([pluginName, typeof score, typeof why, typeof tokens]).to.deep.equal([
      'tools',
      'number',
      'string',
      'number',
    ]);
  });

  it('are there for those alone who ask for them', async () => {
    const { result } = (await ask('/mcp', 'tools/list')).body;
    expect(result.tools).to.have.lengthOf(Object.keys(TOOLS).length + 2);
    expect((await callAt('/mcp', 'call_tool', { name: 'echo' })).error.code).to.equal(-32_602);
    expect((await callAt('/mcp', 'find_tools', {})).result.structuredContent).to.deep.equal({ result: { own: true } });
    expect((await ask('/mcp?metaTools=yes', 'tools/list')).status).to.equal(400);
  });

  it('take arguments as large and as deep as those of a direct call, and give a receipt for the tool alone', async () => {
    const { limits } = testConfig(host.folder);
    const argumentsOf = (depth: number, bytes: number): string => {
      const [open, end] = ['{"text":"', `","n":1,"deep":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`];
      return `${open}${'x'.repeat(bytes - open.length - end.length)}${end}`;
    };
    const sent = async (path: string, params: string) => {
      const response = await fetch(`${host.url}${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Prefer: 'receipt' },
        body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`,
      });
      return { applied: response.headers.get('preference-applied'), text: await response.text() };
    };
    const both = async (depth: number, bytes: number): Promise<readonly boolean[]> => {
      const inner = `{"name":"echo","arguments":${argumentsOf(depth, bytes)}}`;
      const direct = await sent('/mcp', inner);
      const through = await sent('/mcp?metaTools=true', `{"name":"call_tool","arguments":${inner}}`);
      return [direct, through].map(({ text, applied }) => applied === 'receipt' && !/"(?:error|isError)"/.test(text));
    };
    expect(await both(HTTP_BOUNDS.bodyDepth - 1, limits.argumentsBytes)).to.deep.equal([true, true]);
    expect(await both(2, limits.argumentsBytes + 1)).to.deep.equal([false, false]);
    const search = await sent('/mcp?metaTools=true', '{"name":"find_tools","arguments":{"query":"echo"}}');
    expect(search.applied).to.equal(null);
  });

  it('are off unless the operator turns them on', async () => {
    const other = await startTestHost({ plugins: PLUGINS });
    const response = await fetch(`${other.url}/mcp?metaTools=true`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
    });
    const { error } = (await response.json()) as { error: { message: string; data: object } };
    await other.close();
    expect(response.status).to.equal(404);
    expect(error.data).to.deep.include({ code: 'not_found', setting: 'discovery.metaTools' });
  });
});
