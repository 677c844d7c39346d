// Access rules on a whole server: lists of tools for each caller, answers that hide or tell, lower limits, and rights that are taken away while a
// connection stays open. With one listening thread and with two.

import { rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { createKey } from '../../src/front/doors/issue-keys.ts';
import { changeKeys } from '../../src/front/doors/key-file.ts';
import type { Rule } from '../../src/settings/rules/rule.ts';
import { writePlugins } from '../support/config.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';

const PLUGINS = {
  notes: {
    source: `export const getNote = () => 'a note';
export const setNote = (value) => value;
export const dropNote = () => { for (;;); };`,
    tools: {
      getNote: { annotations: { readOnlyHint: true } },
      setNote: {},
      dropNote: { annotations: { destructiveHint: true } },
    },
  },
  secrets: { source: `export const readSecret = () => 'a secret';`, tools: { readSecret: {} } },
};

interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
  readonly port: number;
}

describe('access rules', function () {
  this.timeout(120_000);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let plugins: string;
  let server: ServerProcess;
  let keysFile: string;
  const keys: Record<string, string> = {};

  const configOf = (rules: Readonly<Record<string, Rule>>, more: object = {}) => ({
    access: { keysFile, rules, default: 'deny', anonymous: 'allow', ...more },
    discovery: { metaTools: true },
  });
  const RULES: Readonly<Record<string, Rule>> = {
    staff: { clients: ['ada', 'bob'], plugins: ['notes'] },
    writers: { scopes: ['write'], tools: ['setNote'] },
    guests: { tools: ['get*'], annotations: ['readOnlyHint'] },
    careful: { effect: 'deny', clients: ['bob'], annotations: ['destructiveHint'] },
  };

  const send = (path: string, who: string | undefined, body?: object, headers = {}): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const key = who === undefined ? {} : { 'X-API-Key': keys[who] ?? '' };
      const sent = request(
        `${server.url}${path}`,
        { agent, method: body ? 'POST' : 'GET', headers: { ...key, ...headers, 'Content-Type': 'application/json' } },
        (response) => {
          const { statusCode: status = 0, headers: got, socket } = response;
          const port = socket.localPort ?? 0;
          text(response).then((answer) => resolve({ status, headers: got, body: answer, port }), reject);
        },
      );
      sent.on('error', reject);
      sent.end(body && JSON.stringify(body));
    });
  const call = (who: string | undefined, toolName: string, args: object = {}) =>
    send('/mcp/callTool', who, { toolName, arguments: args });
  const toolNames = ({ body }: Reply) =>
    (JSON.parse(body) as { tools: { name: string }[] }).tools.map(({ name }) => name);
  const takenUp = () => server.entries().filter(({ msg }) => msg === 'configuration taken up').length;
  const configure = async (config: object): Promise<void> => {
    const before = takenUp();
    writeFileSync(server.configFile, JSON.stringify(config));
    await server.entry(() => takenUp() > before);
  };

  before(async () => {
    plugins = writePlugins(PLUGINS);
    keysFile = join(`${plugins}-keys.json`);
    for (const [client, scopes] of [
      ['ada', []],
      ['bob', []],
      ['eve', ['write']],
    ] as const)
      keys[client] = (await changeKeys(keysFile, (list) => createKey(list, { client, scopes }, undefined))).key;
    server = await startServer({ plugins, config: configOf(RULES) });
  });
  after(() => {
    agent.destroy();
    server?.remove();
    rmSync(plugins, { recursive: true, force: true });
    rmSync(keysFile, { force: true });
  });

  it('list exactly what each caller may call, and of no plugin but those', async () => {
    const listOf = async (who?: string) => toolNames(await send('/mcp/metadata', who));
    expect(await listOf('ada')).to.deep.equal(['dropNote', 'getNote', 'setNote']);
    expect(await listOf('bob')).to.deep.equal(['getNote']);
    expect(await listOf('eve')).to.deep.equal(['getNote', 'setNote']);
    expect(await listOf()).to.deep.equal(['getNote']);
    const { body } = await send('/mcp/metadata', 'ada');
    expect(body).not.to.match(/secret/i);
    expect((await send('/mcp/metadata', 'bob')).body)
      .to.contain('getNote')
      .and.not.match(/setNote|dropNote/);
    expect((await send('/openapi.json', 'bob')).body)
      .to.contain('/tools/getNote')
      .and.not.match(/setNote|readSecret/);
  });

  it('hold for tools that are found and called through the two tools of MCP', async () => {
    const through = async (who: string, name: string, args: object) =>
      JSON.parse(
        (
          await send('/mcp?metaTools=true', who, {
            ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
            params: { name, arguments: args },
          })
        ).body,
      );
    const foundBy = async (who: string): Promise<readonly string[]> =>
      (await through(who, 'find_tools', { query: 'note' })).result.structuredContent.tools
        .map(({ name }: { name: string }) => name)
        .sort();
    expect(await foundBy('ada')).to.deep.equal(['dropNote', 'getNote', 'setNote']);
    expect(await foundBy('bob')).to.deep.equal(['getNote']);
    const calling = { name: 'getNote', arguments: {} };
    expect((await through('bob', 'call_tool', calling)).result.isError).to.equal(undefined);
    const hidden = (await through('bob', 'call_tool', { ...calling, name: 'setNote' })).error;
    const absent = (await through('bob', 'call_tool', { ...calling, name: 'setNone' })).error;
    expect(hidden.message.replace('setNote', 'setNone')).to.equal(absent.message);
  });

  it('mark the list as one for this caller alone, with a tag of its own', async () => {
    const ada = await send('/mcp/metadata', 'ada');
    expect(ada.headers).to.include({
      vary: 'Authorization, X-API-Key, Origin',
      'cache-control': 'private, no-cache',
    });
    const again = (who: string) => send('/mcp/metadata', who, undefined, { 'If-None-Match': ada.headers.etag });
    expect((await again('ada')).status).to.equal(304);
    const bob = await again('bob');
    expect(bob.status).to.equal(200);
    expect(toolNames(bob)).to.deep.equal(['getNote']);
  });

  it('hold for lists in a format', async () => {
    for (const query of ['format=anthropic', 'format=openai&strict=true&explain=true&tokens=true', 'tokens=true']) {
      const bob = await send(`/mcp/metadata?${query}`, 'bob');
      expect(bob.headers, query).to.include({
        vary: 'Authorization, X-API-Key, Origin',
        'cache-control': 'private, no-cache',
      });
      expect(bob.body, query)
        .to.contain('getNote')
        .and.not.match(/setNote|dropNote|secret/i);
      const ada = await send(`/mcp/metadata?${query}`, 'ada', undefined, { 'If-None-Match': bob.headers.etag });
      expect(ada.status, query).to.equal(200);
      expect(ada.body, query)
        .to.contain('setNote')
        .and.not.match(/secret/i);
    }
    const found = await send('/mcp/metadata?format=anthropic&q=note+secret', 'bob');
    expect(found.body)
      .to.contain('getNote')
      .and.not.match(/setNote|dropNote|readSecret/);
  });

  it('give each caller its own list when many ask at a time', async () => {
    const wide = new Agent({ keepAlive: true });
    const listOf = (who: string): Promise<string[]> =>
      new Promise((resolve, reject) => {
        request(`${server.url}/mcp/metadata`, { agent: wide, headers: { 'X-API-Key': keys[who] } }, (response) => {
          text(response).then((body) => resolve(toolNames({ body } as Reply)), reject);
        })
          .on('error', reject)
          .end();
      });
    for (let round = 0; round < 20; round += 1) {
      const [ada, bob, eve] = await Promise.all([listOf('ada'), listOf('bob'), listOf('eve')]);
      expect([ada?.length, bob?.length, eve?.length]).to.deep.equal([3, 1, 2]);
    }
    wide.destroy();
  });

  it('let callers call what is listed, and answer anything else as a tool that does not exist', async () => {
    expect((await call('ada', 'setNote', { a: 1 })).body).to.equal('{"a":1}');
    expect((await call(undefined, 'getNote')).body).to.equal('"a note"');
    const withoutIds = ({ body }: Reply, toolName: string) =>
      body.replaceAll(toolName, 'NAME').replace(/"callId":"[^"]*"/, '');
    for (const who of ['bob', undefined] as const) {
      const hidden = await call(who, 'setNote');
      const missing = await call(who, 'setNoto');
      expect(hidden.status).to.equal(404);
      expect(withoutIds(hidden, 'setNote')).to.equal(withoutIds(missing, 'setNoto'));
      expect(hidden.body).not.to.match(/"setNote" or|dropNote|secret/i);
      const names = ({ headers }: Reply) => Object.keys(headers).sort();
      expect(names(hidden)).to.deep.equal(names(missing));
    }
    const entry = await server.entry(({ deniedBy }) => deniedBy !== undefined);
    expect(entry).to.include({ code: 'tool_not_found', deniedBy: 'access.rules.careful', client: 'bob' });
  });

  it('answer for a hidden tool, plugin or toolset as for one that does not exist, header for header, at every door', async () => {
    await configure({
      ...configOf(RULES),
      discovery: {
        metaTools: true,
        toolsets: {
          vault: { plugins: ['secrets'] },
          mixed: { tools: ['setNote', 'getNote'] },
          notes: { tools: ['*'] },
        },
      },
    });
    const rpc = (method: string, params: object) => ({ jsonrpc: '2.0', id: 1, method, params });
    const nameless = (name: string): string => name.replaceAll(/./g, '*');
    const seen = ({ status, headers, body }: Reply, sent: readonly string[]) => {
      const { date: _date, 'server-timing': _timing, 'toolcell-call-id': callId = 'none', ...rest } = headers;
      const plain = (text: string): string =>
        sent.reduce((left, name) => left.replaceAll(name, nameless(name)), text.replaceAll(String(callId), 'ID'));
      return { status, headers: JSON.parse(plain(JSON.stringify(rest))), body: plain(body) };
    };
    /** Each way to name a tool, with what its address selects. */
    const calls = (query: string): readonly ((who: string | undefined, name: string) => Promise<Reply>)[] => [
      (who, name) => send('/mcp/callTool', who, { toolName: name, arguments: {} }),
      (who, name) => send(`/tools/${name}`, who, {}),
      (who, name) => send(`/mcp${query}`, who, rpc('tools/call', { name, arguments: {} })),
      (who, name) =>
        send(`/mcp${query}${query === '' ? '?' : '&'}metaTools=true`, who, {
          ...rpc('tools/call', { name: 'call_tool', arguments: { name, arguments: {} } }),
        }),
      (who, name) => send('/mcp/sets/mixed', who, rpc('tools/call', { name, arguments: {} })),
      (who, name) => send('/mcp/sets/notes', who, rpc('tools/call', { name, arguments: {} })),
    ];
    // As near to what the callers see as each other, because suggestions may depend on the name that was sent.
    const pairs = [
      ['setNote', 'betNote'],
      ['readSecret', 'readSecred'],
    ] as const;
    for (const who of ['bob', undefined])
      for (const [hidden, absent] of pairs)
        for (const queryOf of [
          () => '',
          (name: string) => `?tools=${name}`,
          (name: string) => `?tools=${name},getNote`,
          () => '?tools=getNote',
          () => '?tools=*',
          () => '?readOnly=true',
          () => '?plugins=notes',
          () => '?plugins=secrets',
          () => '?set=mixed',
          () => '?set=vault',
        ])
          for (const [door, ofHidden] of calls(queryOf(hidden)).entries()) {
            const ofAbsent = calls(queryOf(absent))[door] as typeof ofHidden;
            const names = [hidden, absent];
            const told = seen(await ofHidden(who, hidden), names);
            const why = `${who} ${hidden} ${queryOf(hidden)} door ${door}`;
            expect(told, why).to.deep.equal(seen(await ofAbsent(who, absent), names));
            expect(told.body, why).to.contain('no tool');
          }
    // Names of plugins and toolsets.
    const vault = ['vault', 'vauld'];
    const plugin = ['secrets', 'secretz'];
    const lists: readonly (readonly [names: readonly string[], pathOf: (name: string) => string, body?: object])[] = [
      [vault, (name) => `/mcp/metadata?set=${name}`],
      [vault, (name) => `/mcp/metadata?set=${name}&q=secret`],
      [vault, (name) => `/mcp/metadata?set=${name}&format=openai`],
      [vault, (name) => `/openapi.json?set=${name}`],
      [vault, (name) => `/mcp?set=${name}`, rpc('tools/list', {})],
      [vault, (name) => `/mcp/sets/${name}`, rpc('tools/list', {})],
      [vault, (name) => `/mcp/sets/${name}?metaTools=true`, rpc('tools/list', {})],
      [vault, (name) => `/mcp/sets/${name}`, rpc('tools/call', { name: 'readSecret', arguments: {} })],
      [vault, (name) => `/mcp/sets/${name}`, rpc('tools/call', { name: 'getNote', arguments: {} })],
      [vault, (name) => `/mcp/sets/${name}`, rpc('ping', {})],
      [
        vault,
        (name) => `/mcp/sets/${name}?metaTools=true`,
        rpc('tools/call', { name: 'find_tools', arguments: { query: 'secret' } }),
      ],
      [plugin, (name) => `/mcp/metadata?plugins=${name}`],
      [plugin, (name) => `/mcp/metadata?plugins=${name}&q=secret`],
      [plugin, (name) => `/openapi.json?plugins=${name}`],
      [plugin, (name) => `/mcp?plugins=${name}`, rpc('tools/list', {})],
      [plugin, (name) => `/mcp?plugins=${name}`, rpc('tools/call', { name: 'readSecret', arguments: {} })],
    ];
    for (const who of ['bob', undefined])
      for (const [names, pathOf, body] of lists) {
        const [hidden, absent] = names as [string, string];
        const told = seen(await send(pathOf(hidden), who, body), names);
        expect(told, `${who} ${pathOf(hidden)}`).to.deep.equal(seen(await send(pathOf(absent), who, body), names));
      }
    expect((await send('/mcp/metadata?set=vault', 'bob')).status).to.equal(404);
    // Who may call one of its tools knows the toolset, and what a filter leaves of it may be nothing.
    expect(toolNames(await send('/mcp/metadata?set=mixed', 'bob'))).to.deep.equal(['getNote']);
    expect(toolNames(await send('/mcp/metadata?set=mixed&plugins=secrets', 'bob'))).to.deep.equal([]);
    await configure(configOf(RULES));
  });

  it('are the same for a tool with a path of its own', async () => {
    expect((await send('/tools/setNote', 'bob', {})).status).to.equal(404);
    expect((await send('/tools/setNote', 'eve', {})).status).to.equal(200);
  });

  it('tell which scope is missing, if callers may know of tools', async () => {
    await configure(configOf(RULES, { unlisted: 'forbidden' }));
    const denied = await call(undefined, 'setNote');
    expect(denied.status).to.equal(403);
    expect(JSON.parse(denied.body)).to.include({ code: 'forbidden', fault: 'caller', retryable: false });
    expect(denied.body).to.contain('It needs the scope \\"write\\".').and.not.contain('deniedBy');
    expect(denied.headers['www-authenticate']).to.equal(
      'Bearer realm="toolcell", error="insufficient_scope", scope="write"',
    );
    const other = await call('bob', 'dropNote');
    expect(other.status).to.equal(403);
    expect(other.headers).not.to.have.property('www-authenticate');
    expect((await call('bob', 'noNote')).status).to.equal(404);
  });

  it('lower limits, and name the rule when one is passed', async () => {
    const slow = { clients: ['ada'], limits: { cpuMs: 50, argumentsBytes: 64 } };
    await configure(configOf({ ...RULES, slow }));
    const { status, body } = await call('ada', 'dropNote');
    expect(status).to.equal(504);
    const failure = JSON.parse(body);
    expect(failure).to.include({ code: 'exceeded_cpu', allowed: 50, setting: 'access.rules.slow.limits.cpuMs' });
    const large = await call('ada', 'setNote', { text: 'x'.repeat(100) });
    expect(JSON.parse(large.body)).to.include({ allowed: 64, setting: 'access.rules.slow.limits.argumentsBytes' });
    expect((await call('eve', 'setNote', { text: 'x'.repeat(100) })).status).to.equal(200);
  });

  it('take a right away with the next call of a connection that stays open', async () => {
    await configure(configOf(RULES));
    const first = await call('eve', 'setNote');
    expect(first.status).to.equal(200);
    await configure(configOf({ guests: RULES.guests as Rule }));
    const second = await call('eve', 'setNote');
    expect(second.status).to.equal(404);
    expect(second.port).to.equal(first.port);
    expect(toolNames(await send('/mcp/metadata', 'eve'))).to.deep.equal(['getNote']);
  });

  it('stay as they are if the new ones have a mistake', async () => {
    await configure(configOf(RULES));
    writeFileSync(server.configFile, JSON.stringify(configOf({ guests: { tools: ['a b'] } })));
    const refused = await server.entry(({ msg }) => msg === 'configuration refused');
    expect(refused.detail).to.contain('access.rules.guests.tools[0]');
    expect((await call('eve', 'setNote')).status).to.equal(200);
  });
});
