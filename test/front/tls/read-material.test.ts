// The files of a TLS server are used if all of them fit together, and refused with one reason else. No reason has anything of the key in it.

import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { readMaterial, TlsBroken, type TlsSettings } from '../../../src/front/tls/read-material.ts';
import { type Pair, TestAuthority } from '../../support/openssl.ts';
import { noCommands, onWindows, skipWithout } from '../../support/skip.ts';

const HOUR_MS = 3_600_000;

describe('the files of a TLS server', function () {
  this.timeout(30_000);
  let folder: string;
  let authority: TestAuthority;
  let pair: Pair;
  before(function () {
    skipWithout(this, 'tests of TLS', noCommands('openssl'));
    folder = mkdtempSync(join(tmpdir(), 'toolcell-material-'));
    authority = new TestAuthority(folder, 'authority');
    pair = authority.sign('server');
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const settings = (more: Partial<TlsSettings> = {}): TlsSettings => ({
    ...{ certificateFile: pair.certificate, keyFile: pair.key, clientCaFile: '', crlFile: '' },
    ...{ clientCertificates: 'off', minVersion: 'TLSv1.2' },
    ...more,
  });
  const file = (name: string, text: string, mode = 0o600): string => {
    writeFileSync(join(folder, name), text, { mode });
    chmodSync(join(folder, name), mode);
    return join(folder, name);
  };
  const refused = async (more: Partial<TlsSettings>, reason: RegExp): Promise<void> => {
    const error = await readMaterial(settings(more)).then(
      () => expect.fail(`it was taken: ${reason}`),
      (thrown: unknown) => thrown,
    );
    expect(error).to.be.instanceOf(TlsBroken);
    const { message } = error as Error;
    expect(message).to.match(reason);
    expect(message).to.match(/^\/.* → /);
    const secret = readFileSync(pair.key, 'utf8').split('\n')[1] ?? '';
    expect(message).not.to.contain(secret.slice(0, 16));
  };

  it('are taken with a chain, with RSA, and with authorities of clients', async () => {
    const chain = readFileSync(pair.certificate, 'utf8') + readFileSync(authority.certificate, 'utf8');
    const { notAfterMs } = await readMaterial(settings({ certificateFile: file('chain.pem', chain) }));
    expect(notAfterMs).to.be.closeTo(Date.now() + 24 * HOUR_MS, HOUR_MS);
    const rsa = authority.sign('rsa', { rsaBits: 2_048 });
    await readMaterial(settings({ certificateFile: rsa.certificate, keyFile: rsa.key }));
    const crlFile = authority.revoke();
    const clients = { clientCertificates: 'required', clientCaFile: authority.certificate, crlFile } as const;
    expect(await readMaterial(settings(clients))).to.include.keys('clientCa', 'crl');
  });

  it('are refused if one of them is missing, damaged or of another kind', async () => {
    const text = readFileSync(pair.certificate, 'utf8');
    await refused({ certificateFile: join(folder, 'none.pem') }, /there is no such file/);
    await refused({ certificateFile: folder }, /it is not a file/);
    await refused({ certificateFile: file('half.pem', text.slice(0, 300)) }, /it has no certificate/);
    await refused(
      { certificateFile: file('bad.pem', text.replace(/\n.{20}/, `\n${'A'.repeat(20)}`)) },
      /cannot be read/,
    );
    await refused({ certificateFile: file('long.pem', text.padEnd(1_000_001)) }, /larger than 1000000 bytes/);
    await refused({ certificateFile: pair.key }, /it has no certificate/);
    await refused({ keyFile: file('cert.key', text) }, /it has no private key/);
    await refused({ keyFile: file('empty.key', '') }, /it has no private key/);
    await refused({ keyFile: authority.sign('other').key }, /the key does not belong to the certificate/);
    const locked = join(folder, 'locked.key');
    execFileSync('openssl', ['pkey', '-in', pair.key, '-aes256', '-passout', 'pass:x', '-out', locked]);
    chmodSync(locked, 0o600);
    await refused({ keyFile: locked }, /the key has a password/);
  });

  it('are refused before and after the time of the certificate', async () => {
    const late = authority.sign('late', { fromMs: -2 * HOUR_MS, untilMs: -HOUR_MS });
    await refused({ certificateFile: late.certificate, keyFile: late.key }, /the certificate has expired on/);
    const early = authority.sign('early', { fromMs: HOUR_MS });
    await refused({ certificateFile: early.certificate, keyFile: early.key }, /is not valid before/);
  });

  it('are refused if OpenSSL refuses them', async () => {
    const weak = authority.sign('weak', { rsaBits: 1_024 });
    await refused(
      { certificateFile: weak.certificate, keyFile: weak.key },
      /OpenSSL refuses it \(ERR_SSL_EE_KEY_TOO_SMALL\)/,
    );
  });

  it('are refused if others may read the key or change whom the server trusts', async function () {
    skipWithout(this, 'the modes of key files', onWindows());
    const key = readFileSync(pair.key, 'utf8');
    for (const mode of [0o644, 0o604, 0o620, 0o602])
      await refused({ keyFile: file('open.key', key, mode) }, new RegExp(`private key \\(mode ${mode.toString(8)}\\)`));
    await readMaterial(settings({ keyFile: file('group.key', key, 0o640) }));
    const ca = readFileSync(authority.certificate, 'utf8');
    for (const mode of [0o664, 0o646]) {
      const clientCaFile = file('ca.pem', ca, mode);
      await refused({ clientCertificates: 'optional', clientCaFile }, /others may change it, and so let themselves in/);
    }
  });

  it('are refused if the authority of clients is none', async () => {
    const on = { clientCertificates: 'optional' } as const;
    await refused({ ...on, clientCaFile: pair.certificate }, /is not that of an authority/);
    await refused({ ...on, clientCaFile: file('none.ca', '') }, /it has no certificate/);
    const clientCaFile = authority.certificate;
    await refused({ ...on, clientCaFile, crlFile: authority.certificate }, /it has no revocation list/);
    await refused(
      { ...on, clientCaFile, crlFile: file('bad.crl', '-----BEGIN X509 CRL-----\nAAAA\n') },
      /OpenSSL refuses/,
    );
  });
});
