// A plugin that has the host sign, in the hands of its author: effects stand for signatures in examples, and `call` signs with the configuration's key.

import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { manifestOf, writeFiles } from '../plugin-folder.ts';
import { runHere, temporaryFolder } from '../run-command.ts';

const KEY = 'a text that nobody guesses';
const SOURCE = `const encoded = (value) =>
  new TextEncoder().encode(JSON.stringify(value)).toBase64({ alphabet: 'base64url', omitPadding: true });
export const token = async ({ user }, { secrets }) => {
  const signed = encoded({ alg: 'HS256' }) + '.' + encoded({ user });
  const signature = await secrets.sign('APP_KEY', 'HS256', signed);
  return signed + '.' + signature.toBase64({ alphabet: 'base64url', omitPadding: true });
};
`;
const SIGNED = 'eyJhbGciOiJIUzI1NiJ9.eyJ1c2VyIjoiYWRhIn0';
const EXAMPLE = {
  arguments: { user: 'ada' },
  result: `${SIGNED}.AAECAw`,
  effects: [{ sign: { name: 'APP_KEY', algorithm: 'HS256', text: SIGNED }, answer: 'AAECAw==' }],
};

describe('a plugin that has the host sign', function () {
  this.timeout(120_000);
  let folder: ReturnType<typeof temporaryFolder>;
  beforeEach(() => {
    folder = temporaryFolder();
    write(EXAMPLE);
  });
  afterEach(() => folder.remove());
  const write = (example: object): void => {
    const more = { capabilities: { signing: [{ name: 'APP_KEY', algorithms: ['HS256'] }] } };
    const manifest = manifestOf('signs', { token: { outputSchema: { type: 'string' }, examples: [example] } }, more);
    writeFiles(folder.path, { 'p/plugin.json': manifest, 'p/index.js': SOURCE });
  };
  const run = (words: readonly string[], env: Record<string, string> = {}) =>
    runHere(words, { cwd: join(folder.path, 'p'), env });

  it('holds its examples by their effects', async () => {
    const { code, stdout } = await run(['test', '--runs', '0']);
    expect(stdout).to.contain('✓ 1 of 1 cases hold');
    expect(code).to.equal(0);
  });

  it('names the signature for which an example has no effect', async () => {
    write({ ...EXAMPLE, effects: [] });
    const { code, stdout } = await run(['test', '--runs', '0']);
    expect(code).to.equal(1);
    expect(stdout).to.contain('the example has no effect for the signature {"name":"APP_KEY"');
  });

  it('signs a call with the key of the configuration, and says what is missing without it', async () => {
    const config = join(folder.path, 'sandbox.config.json');
    const call = ['call', 'token', '{"user":"ada"}', '--config', config];
    writeFileSync(config, '{}');
    const without = await run(call);
    expect(without.code).to.equal(1);
    expect(without.stderr).to.contain(
      'add "APP_KEY": {"plugin": "signs", "algorithms": ["HS256"], "env": "APP_KEY"} to secrets',
    );
    const secrets = { APP_KEY: { plugin: 'signs', algorithms: ['HS256'], env: 'APP' } };
    writeFileSync(config, JSON.stringify({ secrets }));
    const { code, stdout, stderr } = await run(call, { APP: KEY });
    expect(code, stderr).to.equal(0);
    const signature = createHmac('sha256', KEY).update(SIGNED).digest('base64url');
    expect(JSON.parse(stdout)).to.equal(`${SIGNED}.${signature}`);
  });
});
