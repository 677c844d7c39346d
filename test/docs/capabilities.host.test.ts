// The plugin and the configuration in docs/capabilities.md, served by a real host, with a real HTTPS server instead of the one that
// they name; and the page's tables of limits and errors.

import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { type Host, startHost } from '../../src/server/host.ts';
import type { Config } from '../../src/settings/config.ts';
import { loadConfig } from '../../src/settings/load/load.ts';
import { loadExternalValues } from '../../src/settings/load/secrets.ts';
import { SHARED_CACHE } from '../support/cache.ts';
import { callTool, testConfig } from '../support/host.ts';
import { startTlsUpstream, type TlsUpstream } from '../support/tls-upstream.ts';
import { PROJECT, page, tablesOf } from './pages.ts';

const { blocks, text } = page('docs/capabilities.md');
const NAMED = 'https://api.example.com';
const KEY = 'rates-key-0123456789';

describe('the plugin in the guide to capabilities', function () {
  this.timeout(120_000);
  let folder: string;
  let upstream: TlsUpstream;
  let host: Host;

  /** The blocks of the page as files, with the upstream's origin instead of the one that they name. */
  const write = (): void => {
    for (const { name, text: body } of blocks.filter(({ name }) => /^[\w-]+\/[\w.-]+$/.test(name))) {
      mkdirSync(dirname(join(folder, 'plugins', name)), { recursive: true });
      writeFileSync(join(folder, 'plugins', name), body.replaceAll(NAMED, upstream.origin));
    }
    const config = blocks.find(({ name }) => name === 'sandbox.config.json')?.text ?? '';
    writeFileSync(join(folder, 'sandbox.config.json'), config.replaceAll(NAMED, upstream.origin));
  };

  const start = async (isGranted: boolean): Promise<Host> => {
    const env = { RATES_KEY: KEY };
    const loaded = loadConfig({ cwd: folder, env });
    if (!loaded.ok) throw new Error(loaded.problems.join('\n'));
    const read = loadExternalValues({ ...loaded, env, cwd: folder });
    if (!read.ok) throw new Error(read.problems.join('\n'));
    // The server of the test is not public.
    const { 'exchange-rates': written } = loaded.config.grants;
    const grants: Config['grants'] = { 'exchange-rates': { ...written, privateFetch: [upstream.origin] } };
    const config = testConfig(join(folder, 'plugins'), {
      grants: isGranted ? grants : {},
      egress: { dnsServers: [upstream.dnsServer] },
      store: { file: join(folder, 'store.sqlite') },
    });
    return startHost({
      config,
      searchPath: process.env.PATH ?? '',
      ...SHARED_CACHE,
      externalValues: { ...read.externalValues, extraCas: [upstream.ca] },
      onCall: () => {},
      onGuestLog: () => {},
    });
  };

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'toolcell-docs-'));
    upstream = await startTlsUpstream('api.example.com', (req, res) => {
      if (req.url?.includes('XXX')) return void res.writeHead(404).end();
      res.writeHead(200, { 'content-type': 'application/json' }).end('{"rate":11.5}');
    });
    write();
    host = await start(true);
  });
  after(async () => {
    await host?.close();
    await upstream?.close();
    rmSync(folder, { recursive: true });
  });

  it('is served, in the mode that its examples allow', () => {
    expect(host.catalog.refused).to.deep.equal([]);
    expect(host.catalog.bundles.map(({ pluginName, freshState }) => [pluginName, freshState.mode])).to.deep.equal([
      ['exchange-rates', 'realm'],
    ]);
  });

  it('sends the secret of the configuration, once, and has a receipt of it', async () => {
    const response = await fetch(`${host.url}/mcp/callTool`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', prefer: 'receipt' },
      body: JSON.stringify({ toolName: 'exchangeRate', arguments: { from: 'EUR', to: 'NOK' } }),
    });
    expect(await response.json()).to.deep.equal({ rate: 11.5 });
    const receipt = await fetch(`${host.url}/calls/${response.headers.get('toolcell-call-id')}`);
    const { usage } = (await receipt.json()) as { usage: Record<string, { used: number } | string[]> };
    expect(usage.origins).to.deep.equal([upstream.origin]);
    expect(usage.fetchCalls).to.include({ used: 1, limit: 2 });
    expect(usage.storeCalls).to.include({ used: 2 });
    expect((await callTool(host.url, 'exchangeRate', { from: 'EUR', to: 'NOK' })).body).to.deep.equal({ rate: 11.5 });
    expect(upstream.requests.map(({ url, headers }) => [url, headers.authorization])).to.deep.equal([
      ['/v1/rates/EUR?to=NOK', `Bearer ${KEY}`],
    ]);
  });

  it('gives errors that a model can act on', async () => {
    const unknown = await callTool(host.url, 'exchangeRate', { from: 'EUR', to: 'XXX' });
    expect(unknown.body).to.include({ detail: 'There is no rate from EUR to XXX. Check the codes.' });
    const wrong = await callTool(host.url, 'exchangeRate', { from: '../../admin', to: 'NOK' });
    expect(wrong.body).to.include({ code: 'invalid_arguments', fault: 'caller' });
    expect((wrong.body as { detail: string }).detail).to.contain('/from must match');
  });

  it('is served if nothing is granted, and says what is missing', async () => {
    const ungranted = await start(false);
    const call = callTool(ungranted.url, 'exchangeRate', { from: 'EUR', to: 'NOK' });
    const { body } = await call.finally(() => ungranted.close());
    expect(body).to.include({ code: 'not_granted', setting: 'grants.exchange-rates.store' });
  });
});

describe('the guide to capabilities', () => {
  it('names the errors that exist', () => {
    const told = tablesOf(text, ['name', 'of']).map(([name = '']) => name.replaceAll('`', ''));
    const folder = join(PROJECT, 'src/control/capabilities');
    const sources = globSync('**/*.ts', { cwd: folder })
      .map((file) => readFileSync(join(folder, file), 'utf8'))
      .join();
    const made = new Set([...sources.matchAll(/'([A-Z]\w+Error)'/g)].map(([, name]) => name));
    expect(told).to.have.members([...made]);
  });
});
