// Commands and a server with TLS: `call` over HTTPS, what `doctor` and `status` say of a certificate, and the warning of a server without one.

import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { writePlugins } from '../../support/config.ts';
import { TestAuthority } from '../../support/openssl.ts';
import { startServer } from '../../support/server-process.ts';
import { noCommands, skipWithout } from '../../support/skip.ts';
import { runBin, runHere } from '../run-command.ts';

const DAY_MS = 86_400_000;
/** The level in a line of the log. */
const WARNING = 40;

describe('commands and TLS', function () {
  this.timeout(90_000);
  let folder: string;
  let authority: TestAuthority;
  let plugins: string;
  before(function () {
    skipWithout(this, 'tests of TLS', noCommands('openssl'));
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolcell-tls-commands-')));
    authority = new TestAuthority(folder, 'authority');
    plugins = writePlugins({ worker: { source: 'export const echo = (value) => value;', tools: { echo: {} } } });
  });
  after(() => {
    for (const path of [folder, plugins]) if (path) rmSync(path, { recursive: true, force: true });
  });
  const configOf = ({ certificate, key }: { certificate: string; key: string }) => ({
    server: { port: 0, tls: { certificateFile: certificate, keyFile: key } },
  });

  it('call reaches a server over HTTPS if its authority is known, and else says why not', async () => {
    const server = await startServer({ plugins, config: configOf(authority.sign('one', { san: ['IP:127.0.0.1'] })) });
    try {
      const words = ['call', 'echo', '{"a":1}', '--url', server.url];
      const env = { NODE_EXTRA_CA_CERTS: authority.certificate };
      expect(await runBin(words, { cwd: folder, env })).to.include({ code: 0, stdout: '{"a":1}\n' });
      const unknown = await runBin(words, { cwd: folder });
      expect(unknown.code).to.equal(3);
      expect(unknown.stderr).to.match(/cannot be reached: .*certificate/);
    } finally {
      server.remove();
    }
  });

  it('doctor and status tell that a certificate ends soon or does not fit its key', async () => {
    const configure = (config: object): void =>
      writeFileSync(join(folder, 'sandbox.config.json'), JSON.stringify(config));
    const find = async () => {
      const { stdout } = await runHere(['doctor', '--json', '--plugins', plugins], { cwd: folder });
      const { findings } = JSON.parse(stdout) as { findings: readonly Readonly<Record<string, string>>[] };
      return findings.find(({ check }) => check === 'TLS certificate');
    };
    const status = async () => (await runHere(['status', '--plugins', plugins], { cwd: folder })).stdout;
    const [long, soon] = [
      authority.sign('long', { untilMs: 90 * DAY_MS }),
      authority.sign('soon', { untilMs: 3 * DAY_MS }),
    ];
    configure(configOf(long));
    expect(await find()).to.include({ level: 'good' });
    expect(await status()).not.to.contain('TLS certificate');
    configure(configOf(soon));
    expect(await find()).to.include({ level: 'warning' });
    expect(await status()).to.match(/! the TLS certificate ends in 3 days/);
    configure(configOf({ certificate: long.certificate, key: soon.key }));
    expect(await find()).to.include({ level: 'bad' });
    expect((await find())?.found).to.contain('the key does not belong to the certificate');
    configure({});
    expect(await find()).to.equal(undefined);
  });

  it('serve says why it cannot use a certificate, and warns of keys that travel unencrypted', async () => {
    const { certificate } = authority.sign('two');
    await startServer({ plugins, config: configOf({ certificate, key: join(folder, 'none.key') }) }).then(
      () => expect.fail('it must not start'),
      ({ message }: Error) => expect(message).to.match(/server\.tls: .*none\.key: there is no such file → write it/),
    );
    const config = { server: { host: '0.0.0.0' }, access: { keysFile: 'keys.json' } };
    const server = await startServer({ plugins, config });
    try {
      const { level } = await server.entry(({ detail }) => /travel unencrypted to "0\.0\.0\.0"/.test(String(detail)));
      expect(level).to.equal(WARNING);
    } finally {
      server.remove();
    }
  });
});
