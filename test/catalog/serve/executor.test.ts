import { expect } from 'chai';
import type { CatalogSnapshot } from '../../../src/catalog/model/snapshot.ts';
import { catalogExecutor } from '../../../src/catalog/serve/executor.ts';
import { NO_USAGE, type Outcome, type RoutedCall, type ToolCall } from '../../../src/shared/protocol/call.ts';
import { makePlugins, type Plugins } from '../plugins-folder.ts';

const BEARER = { name: 'bearer:x', scopes: [] };

const callOf = (toolName: string, argumentsText = '{}'): ToolCall => ({
  callId: 'call-1',
  toolName,
  argumentsJson: Buffer.from(argumentsText),
  signal: new AbortController().signal,
});

describe('the catalog as an executor', () => {
  let plugins: Plugins;
  let catalog: CatalogSnapshot;
  let passedOn: RoutedCall[];

  before(async () => {
    plugins = makePlugins();
    plugins.copy('greeter');
    catalog = await plugins.load();
  });
  after(() => plugins.remove());
  beforeEach(() => {
    passedOn = [];
  });

  const over = () => ({ catalog: { snapshot: catalog, whenInspected: () => undefined }, maxWaiting: 0 });
  const execute = (call: ToolCall): Promise<Outcome> =>
    catalogExecutor({
      ...over(),
      next: {
        execute: async (routed) => {
          passedOn.push(routed);
          return { ok: true, resultJson: Buffer.from('null'), usage: NO_USAGE };
        },
      },
    }).execute(call);

  const failureOf = async (call: ToolCall) => {
    const outcome = await execute(call);
    expect(passedOn).to.deep.equal([]);
    return outcome.ok ? undefined : outcome.failure;
  };

  it('gives the call its route and changes nothing else', async () => {
    const call = callOf('greet', '{"who":"Ada","__proto__":1}');
    expect((await execute(call)).ok).to.equal(true);
    expect(passedOn[0]).to.deep.equal({ ...call, route: catalog.routes.get('greet'), programs: catalog.programs });
    expect(passedOn[0]?.signal).to.equal(call.signal);
  });

  it('passes on who calls and what the caller brought', async () => {
    const call = { ...callOf('greet'), caller: BEARER, callerSecrets: { 'x-api-key': 'k' } };
    await execute(call);
    expect(passedOn[0]).to.include({ caller: BEARER, callerSecrets: call.callerSecrets });
  });

  it('reports the route, also if the call ends there', async () => {
    const told: unknown[] = [];
    const telling = (toolName: string, argumentsText?: string): ToolCall => ({
      ...callOf(toolName, argumentsText),
      onRoute: (route) => told.push(route),
    });
    await execute(telling('greet'));
    expect((await execute(telling('greet', `"${'x'.repeat(2_000_000)}"`))).ok).to.equal(false);
    await execute(telling('nobody'));
    expect(told).to.deep.equal([catalog.routes.get('greet'), catalog.routes.get('greet')]);
  });

  it('answers tool_not_found with the nearest names and where to find them all', async () => {
    const failure = await failureOf(callOf('gret'));
    expect(failure?.code).to.equal('tool_not_found');
    expect(failure?.detail).to.equal(
      'There is no tool "gret" on this server. Did you mean "greet"? GET /mcp/metadata lists every tool.',
    );
  });

  it('knows a name with the prefix of a client of MCP', async () => {
    expect((await failureOf(callOf('mcp__toolcell__greet')))?.detail).to.contain('Did you mean "greet"?');
  });

  for (const name of ['__proto__', 'constructor', 'toString', '', 'x'.repeat(100_000), 'a\u0000\u202eb\ud800']) {
    it(`answers tool_not_found, in few and plain words, for ${JSON.stringify(name.slice(0, 20))}`, async () => {
      const failure = await failureOf(callOf(name));
      expect(failure?.code).to.equal('tool_not_found');
      expect(failure?.detail).to.have.length.below(300);
      expect(failure?.detail).to.match(/^[\x20-\x7e…]*$/);
    });
  }

  it('answers payload_too_large for arguments over the tool’s own limit, in bytes', async () => {
    const allowed = catalog.routes.get('greet')?.limits.argumentsBytes ?? 0;
    const wrap = (characters: number): string => JSON.stringify({ who: 'é'.repeat(characters) });
    const fits = Math.floor((allowed - 10) / 2);
    expect((await execute(callOf('greet', wrap(fits)))).ok).to.equal(true);
    passedOn = [];
    const text = wrap(fits + 1);
    expect(await failureOf(callOf('greet', text))).to.include({
      code: 'payload_too_large',
      limit: 'argumentsBytes',
      allowed,
      used: Buffer.byteLength(text),
    });
  });

  it('asks for the snapshot anew for each call', async () => {
    const serving = catalog;
    const empty = makePlugins();
    try {
      catalog = await empty.load();
      expect((await failureOf(callOf('greet')))?.code).to.equal('tool_not_found');
    } finally {
      catalog = serving;
      empty.remove();
    }
    expect((await execute(callOf('greet'))).ok).to.equal(true);
  });

  it('does not hide a bug of the next hop', async () => {
    const broken = catalogExecutor({
      ...over(),
      next: { execute: () => Promise.reject(new Error('a bug')) },
    });
    const error = await broken.execute(callOf('greet')).catch((reason: Error) => reason);
    expect(error).to.be.instanceOf(Error);
  });
});
