// Lists of tools in the formats of MCP and of model providers, over HTTP, from a host as operators start it.

import { expect } from 'chai';
import { startTestHost, type TestHost } from '../support/host.ts';

const SOURCE = 'export const echo = (value) => value;';
const ARGUMENT = { type: 'string', description: 'The text.' };
const CLOSED = { type: 'object', properties: { text: ARGUMENT }, required: ['text'], additionalProperties: false };
const LOOSE = { type: 'object', properties: { text: ARGUMENT, size: { type: 'integer' } }, required: ['text'] };
const PLUGINS = {
  mail: {
    source: SOURCE,
    tools: {
      sendMail: { export: 'echo', description: 'Sends an email to a customer.', inputSchema: CLOSED },
      searchMail: {
        ...{ export: 'echo', description: 'Searches the emails of a mailbox.', inputSchema: LOOSE },
        outputSchema: { type: 'array', items: { $ref: '#/$defs/mail' }, $defs: { mail: { type: 'string' } } },
        annotations: { readOnlyHint: true },
      },
    },
  },
  files: {
    source: SOURCE,
    tools: {
      '3dModel': {
        ...{ export: 'echo', description: 'Reads a model.' },
        inputSchema: { ...LOOSE, anyOf: [{ required: ['size'] }, { required: ['text'] }] },
        outputSchema: { type: 'object' },
      },
      readFile: {
        ...{ export: 'echo', description: 'Reads the text of a file.', outputSchema: { type: 'object' } },
        inputSchema: { type: 'object', oneOf: [{ properties: { path: ARGUMENT } }, { properties: { url: ARGUMENT } }] },
      },
    },
  },
};
const TOOLSETS = { mail: { plugins: ['mail'] } };

interface Listed {
  readonly format: string;
  // biome-ignore lint/suspicious/noExplicitAny: each format has tools of its own.
  readonly tools: readonly any[];
  readonly leftOut: readonly { readonly name: string; readonly reason: string }[];
  readonly notStrict?: readonly { readonly name: string; readonly path: string; readonly reason: string }[];
  readonly changed: readonly string[];
  readonly changes?: readonly { readonly name: string; readonly path: string; readonly change: string }[];
  readonly tokens?: {
    readonly encoding: string;
    readonly total: number;
    readonly perTool: Readonly<Record<string, number>>;
  };
  readonly search?: { readonly tools: readonly { readonly name: string }[]; readonly usedTokens: number };
}

describe('the list of tools in a format at a host', function () {
  this.timeout(120_000);
  let host: TestHost;
  before(async () => {
    host = await startTestHost({ plugins: PLUGINS, toolsets: TOOLSETS });
  });
  after(() => host?.close());

  const get = (query: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${host.url}/mcp/metadata?${query}`, { headers });
  const list = async (query: string): Promise<Listed> => (await (await get(query)).json()) as Listed;

  /** The tools that MCP lists to clients of the revision of 2025. */
  const legacyTools = async (): Promise<unknown> => {
    const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    const response = await fetch(`${host.url}/mcp`, { method: 'POST', headers, body });
    return ((await response.json()) as { result: { tools: unknown } }).result.tools;
  };

  it('is that of the Chat Completions API, without the tools that it cannot carry', async () => {
    const { format, tools, leftOut, changed, ...more } = await list('format=openai');
    expect(format).to.equal('openai');
    expect(tools.map((tool) => tool.function.name)).to.deep.equal(['3dModel', 'searchMail', 'sendMail']);
    expect(tools[2]).to.deep.equal({
      type: 'function',
      function: {
        ...{ name: 'sendMail', description: 'Sends an email to a customer.' },
        ...{ parameters: CLOSED, strict: false },
      },
    });
    expect(leftOut).to.deep.equal([
      {
        name: 'readFile',
        reason:
          'OpenAI refuses "oneOf" at the root of a schema, and only there the argument "path" is described: list every argument in "properties" of the root.',
      },
    ]);
    expect(changed).to.deep.equal(['3dModel']);
    expect(more).to.deep.equal({});
  });

  it('is that of the Responses API', async () => {
    const { tools } = await list('format=openai-responses&tools=sendMail');
    expect(tools).to.deep.equal([
      {
        ...{ type: 'function', name: 'sendMail', description: 'Sends an email to a customer.' },
        ...{ parameters: CLOSED, strict: false },
      },
    ]);
  });

  it('is that of the Messages API', async () => {
    const { tools } = await list('format=anthropic&plugins=mail');
    expect(tools[1]).to.deep.equal({
      ...{ name: 'sendMail', description: 'Sends an email to a customer.', input_schema: CLOSED },
    });
    expect(tools[0].input_schema).to.deep.equal(LOOSE);
  });

  it('is that of the Gemini API', async () => {
    const { tools, leftOut } = await list('format=gemini');
    expect(tools).to.have.length(1);
    expect(tools[0].functionDeclarations).to.have.length(3);
    expect(tools[0].functionDeclarations[2]).to.deep.equal({
      ...{ name: 'sendMail', description: 'Sends an email to a customer.', parametersJsonSchema: CLOSED },
    });
    expect(leftOut.map(({ name }) => name)).to.deep.equal(['3dModel']);
  });

  it('is that of MCP for both kinds of clients', async () => {
    const plain = (await (await get('')).json()) as Listed;
    const { tools, changed, leftOut } = await list('format=mcp');
    expect(tools).to.deep.equal(plain.tools);
    expect([changed, leftOut]).to.deep.equal([[], []]);
    const old = await list('format=mcp-2025&explain=true');
    expect(old.tools).to.deep.equal(await legacyTools());
    expect(old.changes?.map(({ name, path }) => `${name} ${path}`)).to.deep.equal([
      '3dModel /inputSchema',
      'readFile /inputSchema',
      'searchMail /outputSchema',
      'sendMail /outputSchema',
    ]);
  });

  it('has strict tools if their schema allows it, and says why others are not', async () => {
    const { tools, notStrict } = await list('format=openai&strict=true&plugins=mail');
    expect(tools.map((tool) => [tool.function.name, tool.function.strict])).to.deep.equal([
      ['searchMail', false],
      ['sendMail', true],
    ]);
    expect(tools[0].function.parameters).to.deep.equal(LOOSE);
    expect(notStrict).to.deep.equal([
      {
        name: 'searchMail',
        path: '/inputSchema/properties/size',
        reason:
          'OpenAI leaves no argument out, and this one has no default and may not be null: require it, give it a "default", or let it be null: "type": ["string", "null"].',
      },
    ]);
    const anthropic = await list('format=anthropic&strict=true&plugins=mail');
    expect(anthropic.notStrict).to.deep.equal([]);
    expect(anthropic.tools[0]).to.include({ strict: true });
    expect(anthropic.tools[0].input_schema).to.deep.equal({ ...LOOSE, additionalProperties: false });
  });

  it('explains what was changed', async () => {
    const { changes } = await list('format=anthropic&strict=true&explain=true');
    expect(changes).to.deep.include({
      name: 'searchMail',
      path: '/inputSchema/additionalProperties',
      change: 'is false now: only the arguments that are listed',
    });
    expect((await list('format=openai&explain=true')).changes).to.deep.equal([
      {
        name: '3dModel',
        path: '/inputSchema/anyOf',
        change: 'is left out: OpenAI refuses it at the root. The server still checks it',
      },
    ]);
  });

  it('has the tokens of each tool and of all', async () => {
    for (const query of ['tokens=true', 'format=openai&tokens=true', 'format=mcp&tokens=true']) {
      const { tokens } = await list(`${query}&plugins=mail`);
      const each = Object.values(tokens?.perTool ?? {});
      expect(Object.keys(tokens?.perTool ?? {}), query).to.deep.equal(['searchMail', 'sendMail']);
      expect(Math.min(...each), query).to.be.within(20, 100);
      expect(tokens, query).to.include({ encoding: 'o200k_base', total: each.reduce((sum, one) => sum + one, 0) });
    }
    expect((await list('tokens=true&tools=sendMail')).tools.map(({ name }) => name)).to.deep.equal(['sendMail']);
  });

  it('has the tools of a selection alone', async () => {
    const names = async (query: string) => (await list(`format=anthropic&${query}`)).tools.map(({ name }) => name);
    expect(await names('plugins=mail')).to.deep.equal(['searchMail', 'sendMail']);
    expect(await names('set=mail&tools=send*')).to.deep.equal(['sendMail']);
    expect(await names('readOnly=true')).to.deep.equal(['searchMail']);
    expect(await names('plugins=nothing')).to.deep.equal([]);
    expect((await list('format=gemini&plugins=nothing')).tools).to.deep.equal([]);
  });

  it('has the tools that a search finds, the best first, and what the search says of them', async () => {
    const { tools, search, tokens } = await list(
      'format=anthropic&strict=true&tokens=true&q=send+an+email&maxTokens=500',
    );
    expect(tools[0]).to.deep.equal({
      ...{ name: 'sendMail', description: 'Sends an email to a customer.', input_schema: CLOSED, strict: true },
    });
    expect(search?.tools[0]).to.have.all.keys('name', 'pluginName', 'score', 'why', 'tokens');
    expect(search?.tools.map(({ name }) => name)).to.deep.equal(tools.map(({ name }) => name));
    expect(Object.keys(tokens?.perTool ?? {})).to.have.members(tools.map(({ name }) => name));
    expect((await list('format=openai&q=send+an+email&maxTokens=1')).tools).to.deep.equal([]);
    const plain = await list('tokens=true&q=send+an+email');
    expect(plain.tools[0]).to.include({ name: 'sendMail', pluginName: 'mail' });
    expect(plain.tokens?.total).to.be.greaterThan(20);
  });

  it('answers 304 to a caller that has it, and has a tag of its own for each form', async () => {
    const queries = ['', 'format=openai', 'format=openai&strict=true', 'format=openai&tokens=true', 'tokens=true'];
    const tags = await Promise.all(queries.map(async (query) => (await get(query)).headers.get('etag') as string));
    expect(new Set(tags).size).to.equal(queries.length);
    for (const [at, query] of queries.entries()) {
      const unchanged = await get(query, { 'If-None-Match': tags[at] as string });
      expect(unchanged.status, query).to.equal(304);
      expect(unchanged.headers.get('cache-control')).to.equal('no-cache');
    }
    expect((await get('format=openai&q=mail')).headers.get('cache-control')).to.equal('no-store');
  });

  for (const [query, text] of [
    ['format=x', 'must be one of mcp, mcp-2025, openai, openai-responses, anthropic, gemini, but is \\"x\\"'],
    ['format=', 'must be one of mcp'],
    ['format=__proto__', 'must be one of mcp'],
    ['format=openai&format=mcp', 'has the parameter \\"format\\" more than once'],
    ['%66ormat=x', 'must be one of mcp'],
    ['format=openai&strict=yes', 'The parameter \\"strict\\" must be \\"true\\" or \\"false\\"'],
    ['format=openai&tokens=1', 'The parameter \\"tokens\\" must be'],
    ['strict=true', 'The parameter \\"strict\\" needs a \\"format\\"'],
    ['explain=true', 'The parameter \\"explain\\" needs a \\"format\\"'],
    ['format=gemini&strict=true', 'openai, openai-responses, anthropic have one'],
    ['format=mcp&strict=true', 'has no strict form'],
    ['format=openai&plugin=mail', 'the parameter \\"plugin\\", which is not known'],
    ['format=openai&maxTokens=10', 'the parameter \\"maxTokens\\", which is not known'],
    ['format=openai&q=a&limit=0', 'must be a whole number from 1 to 200'],
  ] as const)
    it(`refuses ${query}`, async () => {
      const response = await get(query);
      expect(response.status).to.equal(400);
      expect(await response.text()).to.contain(text);
    });

  it('knows no toolset that the configuration does not name', async () => {
    expect((await get('format=openai&set=nothing')).status).to.equal(404);
    expect((await get('format=openai&set=nothing&q=mail')).status).to.equal(404);
  });
});
