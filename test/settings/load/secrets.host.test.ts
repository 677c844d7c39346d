// A server does not start if a secret is missing.

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { inFolder } from '../config-folder.ts';

describe('a server without one of its secrets', () => {
  it('ends with exit code 2 and the line of the setting', () => {
    const secrets = { KEY: { plugin: 'weather', origin: 'https://api.example.com', env: 'KEY_THAT_NOBODY_SET' } };
    inFolder({ 'sandbox.config.json': JSON.stringify({ secrets }) }, (cwd) => {
      const main = fileURLToPath(new URL('../../../src/main.js', import.meta.url));
      const { status, stderr } = spawnSync(process.execPath, [main], {
        cwd,
        env: { PATH: process.env.PATH },
        encoding: 'utf8',
      });
      expect(stderr).to.match(
        /^sandbox\.config\.json:1:\d+ secrets\.KEY\.env: the environment has no KEY_THAT_NOBODY_SET → /,
      );
      expect(status).to.equal(2);
    });
  });
});
