// `toolcell config` and `npm run config`, which is the same: output and exit codes.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { runHere, temporaryFolder } from '../run-command.ts';

const FILE = 'sandbox.config.json';

describe('toolcell config', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(() => folder.remove());
  const write = (text: string): void => writeFileSync(join(folder.path, FILE), text);
  const here = (words: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    runHere(['config', ...words], { cwd: folder.path, env });

  it('prints the configuration from the working folder, the environment and flags', async () => {
    write('{"limits": {"cpuMs": 99}}');
    const { code, stdout, stderr } = await here(['--port', '0'], { TOOLCELL_HOST: '::1' });
    expect([code, stderr]).to.deep.equal([0, '']);
    expect(stdout).to.match(/^server\.host +::1 +TOOLCELL_HOST$/m);
    expect(stdout).to.match(/^server\.port +0 +--port$/m);
    expect(stdout).to.match(/^limits\.cpuMs +99 ms +sandbox\.config\.json:1:22$/m);
  });

  it('prints JSON for a program', async () => {
    const { code, stdout } = await here(['--json', '--port', '0']);
    const { file, config, sources } = JSON.parse(stdout);
    expect([file, config.server.port, sources['server.port'], code]).to.deep.equal([null, 0, '--port', 0]);
  });

  it('warns of settings that name something that does not exist', async () => {
    write('{"plugins": {"overrides": {"gone": {"limits": {"cpuMs": 50}}}}, "grants": {"away": {"store": true}}}');
    const { code, stdout, stderr } = await here([]);
    expect(code).to.equal(0);
    expect(stdout).not.to.contain('there is no plugin');
    expect(stderr).to.match(/^! plugins\.overrides\.gone: there is no plugin of this name → /m);
    expect(stderr).to.match(/^! grants\.away: there is no plugin of this name → /m);
    const { idleSettings } = JSON.parse((await here(['--json'])).stdout);
    expect(idleSettings).to.have.lengthOf(2);
  });

  it('prints every problem of the file on stderr, with exit code 2', async () => {
    write('{"limits": {"cpuMs": 0, "wallMs": "1"}}');
    const { code, stdout, stderr } = await here([]);
    expect([code, stdout]).to.deep.equal([2, '']);
    expect(stderr.trimEnd().split('\n')).to.have.lengthOf(2);
    expect(stderr).to.contain('sandbox.config.json:1:22 limits.cpuMs: 0 is below 10');
  });

  it('prints no secret', async () => {
    const secret = 'a-secret-value';
    const origin = 'https://api.example.com';
    write(
      JSON.stringify({
        secrets: { A: { plugin: 'weather', origin, env: 'A' }, B: { plugin: 'weather', origin, file: 'b' } },
      }),
    );
    writeFileSync(join(folder.path, 'b'), secret);
    for (const words of [[], ['--json']]) {
      const { code, stdout, stderr } = await here(words, { A: secret });
      expect(code).to.equal(0);
      expect(stdout).to.contain(origin);
      expect(stdout + stderr).not.to.contain(secret);
    }
    expect(readFileSync(join(folder.path, 'b'), 'utf8')).to.equal(secret);
  });
});
