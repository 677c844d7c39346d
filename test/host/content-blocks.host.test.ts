// Tools that answer content blocks, at a real host: over HTTP and over MCP, in both modes of fresh state, from the manifest to the client.

import { expect } from 'chai';
import { startTestHost, type TestHost } from '../support/host.ts';

const PICTURE = { type: 'image', data: 'R0lGODlhAQABAAAAACw=', mimeType: 'image/gif' };
const STRUCTURED = {
  type: 'object',
  $defs: { size: { $anchor: 'size', type: 'integer' } },
  properties: { width: { $ref: '#/$defs/size' }, height: { $ref: '#size' } },
  required: ['width'],
  additionalProperties: false,
};
const SOURCE = `
  const picture = ${JSON.stringify(PICTURE)};
  export const plain = () => ({ content: [picture] });
  export const measured = ({ width }) => ({ structuredContent: { width, height: 1 }, content: [picture] });
  export const given = ({ result }) => result;
  export const long = ({ length }) => ({ content: [{ ...picture, data: 'A'.repeat(length) }] });
  export const value = () => [1];`;
const TOOLS = {
  plain: { contentBlocks: true },
  measured: { contentBlocks: true, outputSchema: STRUCTURED },
  given: { contentBlocks: true },
  long: { contentBlocks: true, limits: { cpuMs: 5_000 } },
  value: {},
};
const TEXT = { type: 'text', text: 'ü' };

interface RpcReply {
  readonly result: {
    readonly content: readonly object[];
    readonly structuredContent?: object;
    readonly isError?: boolean;
    readonly tools: readonly { readonly name: string; readonly outputSchema?: object }[];
  };
}

const rpc = async (url: string, method: string, params: object): Promise<RpcReply['result']> => {
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': '2025-11-25',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const text = await response.text();
  return (JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text) as RpcReply).result;
};

const call = (url: string, name: string, args: object = {}) => rpc(url, 'tools/call', { name, arguments: args });

for (const freshState of ['realm', 'isolate'] as const)
  describe(`content blocks in ${freshState} mode`, function () {
    this.timeout(120_000);
    let host: TestHost;
    before(async () => {
      const limits = { resultBytes: 4_000_000 };
      host = await startTestHost({
        plugins: { blocks: { source: SOURCE, tools: TOOLS } },
        freshState,
        limits,
      });
    });
    after(() => host?.close());

    it('are answered over HTTP as the object that the tool returned', async () => {
      expect((await host.call('plain')).body).to.deep.equal({ content: [PICTURE] });
      const response = await fetch(`${host.url}/tools/measured`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '{"width":7}',
      });
      expect(await response.json()).to.deep.equal({ structuredContent: { width: 7, height: 1 }, content: [PICTURE] });
    });

    it('are answered over MCP as its blocks', async () => {
      expect(await call(host.url, 'plain')).to.deep.equal({ content: [PICTURE] });
      expect(await call(host.url, 'measured', { width: 7 })).to.deep.equal({
        content: [PICTURE],
        structuredContent: { width: 7, height: 1 },
      });
      expect(await call(host.url, 'value')).to.deep.equal({
        content: [{ type: 'text', text: '[1]' }],
        structuredContent: { result: [1] },
      });
    });

    it('are listed with the schema of the result, and to clients of MCP with that of structured content', async () => {
      const listed = (await (await fetch(`${host.url}/mcp/metadata`)).json()) as {
        tools: { name: string; contentBlocks?: boolean; outputSchema: { required: string[]; properties: object } }[];
      };
      const tools = Object.fromEntries(listed.tools.map((tool) => [tool.name, tool]));
      expect(tools.value).not.to.have.property('contentBlocks');
      expect(tools.plain?.contentBlocks).to.equal(true);
      expect(tools.plain?.outputSchema.required).to.deep.equal(['content']);
      expect(tools.measured?.outputSchema.required).to.deep.equal(['content', 'structuredContent']);
      expect(tools.measured?.outputSchema.properties).to.have.nested.property(
        'structuredContent.properties.height.$ref',
        '#/properties/structuredContent/$defs/size',
      );
      const mcp = Object.fromEntries((await rpc(host.url, 'tools/list', {})).tools.map((tool) => [tool.name, tool]));
      expect(mcp.plain).not.to.have.any.keys('outputSchema', 'contentBlocks');
      // An anchor is written as the pointer that it stands for.
      expect(mcp.measured?.outputSchema).to.deep.equal({
        ...STRUCTURED,
        $defs: { size: { type: 'integer' } },
        properties: { width: { $ref: '#/$defs/size' }, height: { $ref: '#/$defs/size' } },
      });
    });

    it('are described by OpenAPI', async () => {
      const document = JSON.stringify(await (await fetch(`${host.url}/openapi.json`)).json());
      expect(document).to.contain('#/components/schemas/measured.output/properties/structuredContent/$defs/size');
    });

    it('fail as the fault of the plugin if they are wrong, at the place that is wrong, and the next call succeeds', async () => {
      const link = { type: 'resource_link', uri: 'javascript:alert(1)', name: 'x' };
      for (const [result, place] of [
        [{ content: [TEXT, TEXT, { ...PICTURE, mimeType: 'text/html' }] }, '/content/2/mimeType'],
        [{ content: [{ ...PICTURE, data: 'R0lGODlhAQABAAAAACw' }] }, '/content/0/data'],
        [{ content: [TEXT, link] }, '/content/1/uri'],
        [{ content: [{ ...TEXT, hidden: 1 }] }, '/content/0/hidden'],
        [{ content: [{ type: 'video' }] }, '/content/0/type'],
        [{ content: [TEXT], structuredContent: {} }, '/structuredContent'],
        [{ content: [TEXT], isError: true }, '/isError'],
        [[TEXT], 'the result must be an object'],
        ['text', 'the result must be an object'],
      ] as const) {
        const answer = await host.call('given', { result });
        expect(answer.code).to.equal('invalid_result');
        expect(answer.body).to.include({ fault: 'plugin' });
        expect((answer.body as { detail: string }).detail).to.contain(`output schema: ${place}`);
        const { content, isError } = await call(host.url, 'given', { result });
        expect(isError).to.equal(true);
        expect(JSON.stringify(content)).to.contain('invalid_result').and.contain(place);
        expect((await host.call('given', { result: { content: [TEXT] } })).body).to.deep.equal({ content: [TEXT] });
      }
    });

    it('are checked up to the longest result, and each call after a longer one succeeds', async () => {
      const length = 3_900_000;
      const { content } = (await host.call('long', { length })).body as { content: { data: string }[] };
      expect(content[0]?.data).to.have.lengthOf(length);
      expect((await call(host.url, 'long', { length })).content).to.deep.equal(content);
      expect((await host.call('long', { length: length + 1 })).code).to.equal('invalid_result');
      expect((await host.call('long', { length: 4_100_000 })).code).to.equal('result_too_large');
      expect((await host.call('plain')).body).to.deep.equal({ content: [PICTURE] });
    });
  });
