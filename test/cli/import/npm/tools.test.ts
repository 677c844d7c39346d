// What a server lists becomes tools of a manifest, whatever a stranger writes into the list.

import { expect } from 'chai';
import { guardSchema } from '../../../../src/catalog/manifest/schema-guard.ts';
import type { ListedTool } from '../../../../src/cli/import/npm/describe-server.ts';
import { pluginNameOf } from '../../../../src/cli/import/npm/plugin-name.ts';
import { reachOf } from '../../../../src/cli/import/npm/reach.ts';
import { toolsFrom } from '../../../../src/cli/import/npm/tools.ts';
import { isSecretName } from '../../../../src/cli/import/npm/variable-names.ts';

const ALL = { only: undefined, prefix: '' };
const tool = (name: string, more: object = {}): ListedTool => ({
  name,
  description: `Does ${name}.`,
  inputSchema: { type: 'object' },
  ...more,
});

describe('tools that a server lists', () => {
  it('get names that a manifest may have, each once, and keep their own', () => {
    const listed = ['a.b', 'a/b', 'a_b', '__proto__', 'x'.repeat(100), '\u202eevil'].map((name) => tool(name));
    const { tools, names } = toolsFrom(listed, ALL);
    const made = tools.map(({ name }) => name);
    expect(new Set(made).size).to.equal(listed.length);
    for (const name of made) expect(name).to.match(/^(?!__proto__$)[a-zA-Z0-9_-]{1,64}$/);
    expect(names.a_b).to.equal('a.b');
    expect(names.a_b_3).to.equal('a_b');
  });

  it('get texts without characters that hide, and only the members of a manifest', () => {
    const listed = tool('a', {
      description: 'One\u202e two\u0000.',
      title: 'Line\nbreak',
      annotations: { readOnlyHint: true, destructiveHint: 'yes', extra: 1 },
      _meta: { a: 1 },
      execution: {},
    });
    const [made] = toolsFrom([listed], ALL).tools;
    expect(made).to.deep.equal({
      name: 'a',
      title: 'Line break',
      description: 'One two.',
      inputSchema: { type: 'object' },
      contentBlocks: true,
      annotations: { readOnlyHint: true },
      export: 'callTool',
    });
  });

  it('lose the keywords of schemas that a server would refuse, and say so', () => {
    const inputSchema = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      properties: {
        when: { type: 'string', format: 'made-up' },
        deep: { $ref: 'https://example.com/other.json' },
        kept: { type: 'string', minLength: 1 },
      },
      required: ['kept'],
    };
    const { tools, notes } = toolsFrom([tool('a', { inputSchema })], ALL);
    expect(guardSchema(tools[0]?.inputSchema as never)).to.deep.equal([]);
    expect(tools[0]?.inputSchema).to.deep.include({ required: ['kept'] });
    expect(JSON.stringify(tools[0]?.inputSchema)).to.contain('minLength').and.not.to.contain('example.com');
    expect(notes.join()).to.contain('input schema');
  });

  it('take every object if their schema is a bomb', () => {
    let deep: object = { type: 'string' };
    for (let level = 0; level < 200; level += 1) deep = { type: 'object', properties: { a: deep } };
    const wide = {
      type: 'object',
      properties: Object.fromEntries(Array.from({ length: 9_000 }, (_, at) => [`p${at}`, { type: 'string' }])),
    };
    for (const inputSchema of [deep, wide, [], null, 'x']) {
      const { tools, notes } = toolsFrom([tool('a', { inputSchema })], ALL);
      expect(tools[0]?.inputSchema).to.deep.equal({ type: 'object' });
      expect(notes).to.have.length(1);
    }
  });

  it('must fit into one plugin', () => {
    const many = Array.from({ length: 129 }, (_, at) => tool(`t${at}`));
    expect(() => toolsFrom(many, ALL)).to.throw('more than the 128');
    expect(() => toolsFrom([], ALL)).to.throw('lists no tools');
    const long = Array.from({ length: 60 }, (_, at) => tool(`t${at}`, { description: 'x'.repeat(8_000) }));
    expect(() => toolsFrom(long, ALL)).to.throw('too long for one plugin');
  });
});

describe('the reach of an imported server', () => {
  const request = (url: string, method = 'GET', secrets: readonly (readonly [string, string])[] = []) => ({
    url,
    method,
    secrets: secrets.map(([name, place]) => ({ name, place })),
  });

  it('has the methods of each origin, and what all paths begin with', () => {
    const requests = [
      request('https://a.example/v1/x/7'),
      request('https://a.example/v1/y', 'POST'),
      request('https://b.example/'),
    ];
    expect(reachOf(requests, []).capabilities.fetch).to.deep.equal([
      { origin: 'https://a.example', methods: ['GET', 'POST'], path: '/v1/*' },
      { origin: 'https://b.example', methods: ['GET'], path: '/*' },
    ]);
  });

  it('leaves out what no rule may have', () => {
    const requests = ['ftp://a.example/x', 'nonsense', 'https://a.example@b.example/x*'].map((url) => request(url));
    expect(
      JSON.stringify(reachOf([...requests, request('https://c.example/', 'TRACE')], []).capabilities),
    ).not.to.match(/ftp|TRACE|x\*/);
  });

  it('binds a secret to the one origin and the places where it was sent', () => {
    const requests = [
      request('https://a.example/x', 'GET', [
        ['KEY', 'header x-key'],
        ['KEY', 'parameter key'],
      ]),
    ];
    const wanted = [
      { name: 'KEY', origin: undefined, isNamed: false },
      { name: 'OTHER', origin: undefined, isNamed: false },
    ];
    const { capabilities, notes } = reachOf(requests, wanted);
    expect(capabilities.secrets).to.have.length(1);
    expect(capabilities.secrets?.[0]).to.deep.include({
      name: 'KEY',
      origin: 'https://a.example',
      headers: ['x-key'],
      parameters: ['key'],
    });
    expect(notes.join()).to.contain('OTHER was in no request');
  });
});

describe('names', () => {
  it('of plugins come from those of packages', () => {
    const names = {
      '@modelcontextprotocol/server-slack': 'slack',
      '@currents/mcp': 'currents',
      '@perplexity-ai/mcp-server': 'perplexity-ai',
      'exa-mcp-server': 'exa',
      'mcp-server-kubernetes': 'kubernetes',
      '@zereight/mcp-gitlab': 'gitlab',
      mcp: 'mcp',
    };
    for (const [name, expected] of Object.entries(names)) expect(pluginNameOf(name), name).to.equal(expected);
  });

  it('of variables say whether they are secrets', () => {
    for (const name of ['SLACK_BOT_TOKEN', 'BRAVE_API_KEY', 'GITHUB_PAT', 'DB_PASSWORD'])
      expect(isSecretName(name), name).to.equal(true);
    for (const name of ['SLACK_TEAM_ID', 'TOKEN_FILE', 'MAX_TOKENS', 'API_URL', 'USE_TOKEN', 'MONKEY'])
      expect(isSecretName(name), name).to.equal(false);
  });
});
