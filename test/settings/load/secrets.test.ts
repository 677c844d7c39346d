import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { expect } from 'chai';
import { loadConfig } from '../../../src/settings/load/load.ts';
import { type LoadedExternalValues, loadExternalValues } from '../../../src/settings/load/secrets.ts';
import { onWindows, skipWithout } from '../../support/skip.ts';
import { accepted, inFolder } from '../config-folder.ts';

const VALUE = 'v4lue-of-the-secret';
const origin = 'https://api.example.com';

interface Scene {
  readonly config: object;
  readonly files?: Readonly<Record<string, string>>;
  /** Mode of the files. */
  readonly mode?: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly commandMs?: number;
}

const load = ({ config, files = {}, mode = 0o600, env = {}, commandMs }: Scene): LoadedExternalValues =>
  inFolder({ 'sandbox.config.json': JSON.stringify(config), ...files }, (cwd) => {
    for (const name of Object.keys(files)) chmodSync(join(cwd, name), mode);
    const surroundings = { PATH: process.env.PATH, ...env };
    const loaded = loadExternalValues({
      ...accepted(loadConfig({ cwd })),
      cwd,
      env: surroundings,
      ...(commandMs !== undefined && { commandMs }),
    });
    expect(JSON.stringify(loaded.ok ? loaded.warnings : loaded.problems)).not.to.contain(VALUE);
    return loaded;
  });

const key = (source: object) => ({ secrets: { KEY: { plugin: 'weather', origin, ...source } } });

const fromOf = (scene: Scene): unknown => {
  const loaded = load(scene);
  if (!loaded.ok) throw new Error(loaded.problems.join('\n'));
  return loaded.externalValues.secrets[0]?.from;
};

const problemsOf = (scene: Scene): readonly string[] => {
  const loaded = load(scene);
  return loaded.ok
    ? []
    : loaded.problems.map((line) => line.replace(/^(sandbox\.config\.json:1:\d+) /, '').replace(/ \/\S*\//, ' '));
};

/** Cases with their problems. */
const WRONG: readonly (readonly [what: string, scene: Scene, problem: string])[] = [
  [
    'a variable that is not set',
    { config: key({ env: 'KEY' }) },
    'secrets.KEY.env: the environment has no KEY → set that variable for the server',
  ],
  [
    'a variable that is empty',
    { config: key({ env: 'KEY' }), env: { KEY: '' } },
    'secrets.KEY.env: the environment has no KEY → set that variable for the server',
  ],
  [
    'a file that is not there',
    { config: key({ file: 'key' }) },
    'secrets.KEY.file: there is no file key → write it, or correct the path',
  ],
  [
    'an empty file',
    { config: key({ file: 'key' }), files: { key: '\n' } },
    'secrets.KEY.file: the value is empty → give it one, or take the secret out',
  ],
  [
    'a file of several lines',
    { config: key({ file: 'key' }), files: { key: `${VALUE}\nmore\n` } },
    'secrets.KEY.file: the value has more than one line → check that it is only the value',
  ],
  [
    'a value too long',
    { config: key({ env: 'KEY' }), env: { KEY: VALUE.repeat(500) } },
    'secrets.KEY.env: the value is longer than 8192 characters → check that it is only the value',
  ],
  [
    'a value short enough to be guessed',
    { config: key({ env: 'KEY' }), env: { KEY: 'abc' } },
    'secrets.KEY.env: the value is shorter than 16 characters, so it could be guessed from what is removed from responses → use a longer one',
  ],
  [
    'a value with a line break in the middle of a header',
    { config: key({ env: 'KEY' }), env: { KEY: `${VALUE}\r\nHost: evil` } },
    'secrets.KEY.env: the value has more than one line → check that it is only the value',
  ],
  [
    'a value that no header can have',
    { config: key({ env: 'KEY' }), env: { KEY: `${VALUE}\u2603` } },
    'secrets.KEY.env: the value has characters that a header cannot have, or a blank at one end → check that it is only the value, and encode it if it is not ASCII',
  ],
  [
    'a command that fails',
    { config: key({ command: `echo ${VALUE}; exit 3` }) },
    'secrets.KEY.command: the command ended with exit code 3 → run it by hand to see why',
  ],
  [
    'a command that does not end',
    { config: key({ command: 'sleep 60' }), commandMs: 300 },
    'secrets.KEY.command: the command took longer than 0.3 s → run it by hand to see why',
  ],
  [
    'a command that writes without end',
    { config: key({ command: 'yes 2>/dev/null' }) },
    'secrets.KEY.command: the command writes too much → let it write only the value',
  ],
  [
    'certificates that are not there',
    { config: { egress: { caFiles: ['ca.pem'] } } },
    'egress.caFiles: there is no file ca.pem → write it, or correct the path',
  ],
  [
    'a file without a certificate',
    { config: { egress: { caFiles: ['ca.pem'] } }, files: { 'ca.pem': 'none' } },
    'egress.caFiles: ca.pem: the file holds no certificate → write certificates in PEM, which begin with -----BEGIN CERTIFICATE-----',
  ],
  [
    'a broken certificate',
    {
      config: { egress: { caFiles: ['ca.pem'] } },
      files: { 'ca.pem': '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----' },
    },
    'egress.caFiles: ca.pem: the file holds a certificate that cannot be read → write certificates in PEM, which begin with -----BEGIN CERTIFICATE-----',
  ],
  [
    'a private key among certificates',
    { config: { egress: { caFiles: ['ca.pem'] } }, files: { 'ca.pem': '-----BEGIN PRIVATE KEY-----' } },
    'egress.caFiles: ca.pem: the file holds a private key → leave only certificates in it',
  ],
  [
    'a Redis whose address is not set',
    { config: { store: { redisUrlEnv: 'REDIS_URL' } } },
    'store.redisUrlEnv: the environment has no REDIS_URL → set that variable for the server',
  ],
  [
    'a variable that does not hold an address',
    { config: { store: { redisUrlEnv: 'REDIS_URL' } }, env: { REDIS_URL: `http://${VALUE}` } },
    'store.redisUrlEnv: the variable does not hold an address of Redis → set it to redis://host:6379 or rediss://host:6380/0',
  ],
];

const OAUTH = {
  issuer: 'https://login.example.com',
  resource: 'https://tools.example.com',
  introspectionUrl: 'https://login.example.com/introspect',
  introspectionClientId: 'toolcell',
  introspectionSecretEnv: 'ISSUER_SECRET',
};

describe('texts that the configuration names', () => {
  it('are secrets from the environment, a file or a command, but not those of callers', () => {
    expect(fromOf({ config: key({ env: 'KEY' }), env: { KEY: VALUE } })).to.deep.equal({ value: VALUE });
    expect(fromOf({ config: key({ file: 'keys/one' }), files: { 'keys/one': `${VALUE}\r\n` } })).to.deep.equal({
      value: VALUE,
    });
    expect(
      fromOf({ config: key({ command: 'echo "$BEFORE-secret"' }), env: { BEFORE: 'v4lue-of-the' } }),
    ).to.deep.equal({
      value: VALUE,
    });
    expect(fromOf({ config: key({ callerHeader: 'x-weather-key' }) })).to.deep.equal({
      callerHeader: 'x-weather-key',
    });
  });

  it('keep their plugin and origin', () => {
    const loaded = load({ config: key({ env: 'KEY' }), env: { KEY: VALUE } });
    expect(loaded.ok && loaded.externalValues.secrets).to.deep.equal([
      { name: 'KEY', plugin: 'weather', origin, from: { value: VALUE } },
    ]);
  });

  for (const [what, scene, problem] of WRONG) {
    it(`are refused: ${what}`, () => {
      expect(problemsOf(scene)).to.deep.equal([problem]);
    });
  }

  it('have all their problems listed at once, each with its line', () => {
    const secrets = {
      A: { plugin: 'weather', origin, env: 'A' },
      B: { plugin: 'weather', origin, file: 'b' },
    };
    const loaded = load({ config: { secrets } });
    expect(loaded.ok ? [] : loaded.problems.map((line) => line.split(':', 3).join(':'))).to.have.length(2);
    expect(loaded.ok ? '' : loaded.problems.join('\n')).to.match(/^sandbox\.config\.json:1:\d+ secrets\.A\.env: /);
  });

  it('cause a warning if everybody may read their file', function () {
    skipWithout(this, 'who may read the file of a secret', onWindows());
    const scene = { config: key({ file: 'key' }), files: { key: VALUE } };
    const open = load({ ...scene, mode: 0o644 });
    expect(open.ok && open.warnings.join()).to.match(
      /^sandbox\.config\.json:1:\d+ secrets\.KEY\.file: every user of this machine may read .*key → chmod o-r it$/,
    );
    const closed = load({ ...scene, mode: 0o640 });
    expect(closed.ok && closed.warnings).to.deep.equal([]);
  });

  it('are also certificates, the address of Redis, and the secret for the issuer of tokens', () => {
    const pem = `${rootCertificates[0]}\n${rootCertificates[1]}\n`;
    const loaded = load({
      config: {
        egress: { caFiles: ['ca.pem'] },
        store: { redisUrlEnv: 'REDIS_URL' },
        access: { oauth: OAUTH },
      },
      files: { 'ca.pem': pem },
      env: { REDIS_URL: 'redis://me:word@127.0.0.1:6379', ISSUER_SECRET: 'a-secret-of-the-issuer' },
    });
    expect(loaded.ok && loaded.externalValues).to.deep.equal({
      secrets: [],
      extraCas: [pem.trimEnd()],
      redisUrl: 'redis://me:word@127.0.0.1:6379',
      introspectionSecret: 'a-secret-of-the-issuer',
    });
  });
});
