// Fewer tools for an agent: by its address, by toolsets of the configuration, and by a search within a budget of tokens.

import { expect } from 'chai';
import { startTestHost, type TestHost } from '../support/host.ts';

const OBJECT = { outputSchema: { type: 'object' } };
const READ_ONLY = { annotations: { readOnlyHint: true } };
const PLUGINS = {
  mail: {
    source: 'export const echo = (value) => value;',
    tools: {
      sendMail: { export: 'echo', ...OBJECT, description: 'Sends an email to a customer.' },
      searchMail: { export: 'echo', ...OBJECT, ...READ_ONLY, description: 'Searches the emails of a mailbox.' },
    },
  },
  files: {
    source: 'export const echo = (value) => value;',
    tools: {
      readFile: { export: 'echo', ...OBJECT, ...READ_ONLY, description: 'Reads the text of a file.' },
      deleteFile: { export: 'echo', ...OBJECT, description: 'Removes a file for ever.' },
    },
  },
};
const TOOLSETS = { research: { annotations: ['readOnlyHint'] }, mail: { plugins: ['mail'], tools: ['*Mail'] } };

const namesIn = async (response: Response): Promise<readonly string[]> =>
  ((await response.json()) as { tools: { name: string }[] }).tools.map(({ name }) => name);

describe('fewer tools for an agent at a host', function () {
  this.timeout(120_000);
  let host: TestHost;
  before(async () => {
    host = await startTestHost({ plugins: PLUGINS, toolsets: TOOLSETS });
  });
  after(() => host?.close());

  const list = async (query: string): Promise<readonly string[]> =>
    namesIn(await fetch(`${host.url}/mcp/metadata${query}`));

  /** Sends a request of MCP. Resolves with its result or its error. */
  const ask = async (path: string, method: string, params: object = {}) => {
    const response = await fetch(`${host.url}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    return (await response.json()) as {
      readonly result: { readonly tools: readonly { readonly name: string }[]; readonly isError?: boolean };
      readonly error: { readonly code: number; readonly message: string };
    };
  };

  for (const [query, names] of [
    ['', ['deleteFile', 'readFile', 'searchMail', 'sendMail']],
    ['?plugins=mail', ['searchMail', 'sendMail']],
    ['?plugins=mail,files&tools=s*', ['searchMail', 'sendMail']],
    ['?tools=*File,sendMail', ['deleteFile', 'readFile', 'sendMail']],
    ['?readOnly=true', ['readFile', 'searchMail']],
    ['?readOnly=false', ['deleteFile', 'readFile', 'searchMail', 'sendMail']],
    ['?plugins=nothing', []],
    ['?set=research', ['readFile', 'searchMail']],
    ['?set=research&plugins=mail', ['searchMail']],
    ['?set=mail', ['searchMail', 'sendMail']],
  ] as const)
    it(`lists what ${query || 'no query'} asks for`, async () => {
      expect(await list(query)).to.deep.equal(names);
    });

  it('has the plugins of the tools in the list, and an entity tag of its own for each', async () => {
    const [all, some] = [await fetch(`${host.url}/mcp/metadata`), await fetch(`${host.url}/mcp/metadata?set=mail`)];
    expect(all.headers.get('etag')).not.to.equal(some.headers.get('etag'));
    const { plugins } = (await some.json()) as { plugins: { name: string }[] };
    expect(plugins.map(({ name }) => name)).to.deep.equal(['mail']);
    const headers = { 'If-None-Match': some.headers.get('etag') as string };
    expect((await fetch(`${host.url}/mcp/metadata?set=mail`, { headers })).status).to.equal(304);
  });

  it('knows no toolset that the configuration does not name', async () => {
    for (const name of ['nothing', '__proto__', 'constructor']) {
      const response = await fetch(`${host.url}/mcp/metadata?set=${name}`);
      expect(response.status).to.equal(404);
      expect(await response.text()).to.contain('There is no toolset');
      expect((await ask(`/mcp/sets/${name}`, 'tools/list')).error.message).to.contain('There is no toolset');
    }
  });

  for (const path of ['/mcp/sets/mail', '/mcp?plugins=mail', '/mcp?set=mail'])
    it(`lists and calls at ${path} the tools of mail alone`, async () => {
      for (let round = 0; round < 2; round += 1) {
        const { result } = await ask(path, 'tools/list');
        expect(result.tools.map(({ name }) => name)).to.deep.equal(['searchMail', 'sendMail']);
      }
      const called = await ask(path, 'tools/call', { name: 'sendMail', arguments: {} });
      expect(called.result.isError).to.equal(undefined);
      const other = await ask(path, 'tools/call', { name: 'readFile', arguments: {} });
      expect(other.error.code).to.equal(-32_602);
      expect(other.error.message)
        .to.contain('tool_not_found: There is no tool "readFile"')
        .and.not.contain('deleteFile');
      const isLogged = (): boolean =>
        host.log.some(({ toolName, code }) => toolName === 'readFile' && code === 'tool_not_found');
      for (let waited = 0; !isLogged() && waited < 100; waited += 1)
        await new Promise((resolve) => setTimeout(resolve, 20));
      expect(isLogged()).to.equal(true);
    });

  it('finds the best tools for a request, with tokens, score and reason', async () => {
    const response = await fetch(`${host.url}/mcp/metadata?q=write+an+email+to+a+client&maxTokens=2000`);
    const found = (await response.json()) as {
      tools: { name: string; score: number; why: string; tokens: number; pluginName: string; inputSchema: object }[];
      usedTokens: number;
    };
    const [best] = found.tools;
    expect(best).to.include({ name: 'sendMail', pluginName: 'mail' });
    expect(best?.why).to.contain('has "customer" (for "client") in description');
    expect(best?.inputSchema).to.deep.equal({ type: 'object' });
    expect(best?.tokens).to.be.within(10, 60);
    expect(found.usedTokens).to.equal(found.tools.reduce((sum, { tokens }) => sum + tokens, 0));
  });

  it('finds within a selection and a budget', async () => {
    const ids = async (query: string): Promise<readonly string[]> => list(`?q=mail&${query}`);
    expect(await ids('readOnly=true')).to.deep.equal(['searchMail']);
    expect(await ids('set=mail&limit=1')).to.have.length(1);
    expect(await ids('maxTokens=1')).to.deep.equal([]);
    expect(await ids('plugins=files')).to.deep.equal([]);
  });

  for (const [query, text] of [
    ['q=a&maxTokens=0', 'must be a whole number from 1 to 1000000'],
    ['q=a&maxTokens=many', 'must be a whole number'],
    ['q=a&limit=1000', 'must be a whole number from 1 to 200'],
    ['q=a&format=x', 'The parameter \\"format\\" must be one of'],
    [`q=${'a'.repeat(1_001)}`, 'The query has 1001 characters; at most 1000 are read'],
    ['q=a&set=nothing', 'There is no toolset'],
  ] as const)
    it(`refuses the search ${query.slice(0, 30)}`, async () => {
      const response = await fetch(`${host.url}/mcp/metadata?${query}`);
      expect(response.status).to.be.oneOf([400, 404]);
      expect(await response.text()).to.contain(text);
    });
});
