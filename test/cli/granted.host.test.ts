// From a configuration file to a request: a real server process with secrets from environment, file and command. The far end gets them; the tool, its
// log and the server's output do not.

import { spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from 'chai';
import { manifestOf, writeFiles } from './plugin-folder.ts';
import { BIN, environmentOf, runHere, temporaryFolder } from './run-command.ts';

const SOURCE = `
export const ask = async ({ url, header }) => {
  const response = await fetch(url, { headers: { 'x-given': header } });
  console.log('asked with', header);
  return { status: response.status, given: await response.text() };
};
export const count = async (args, { store }) => {
  const before = await store.get('count');
  const now = (before ?? 0) + 1;
  await store.set('count', now);
  return now;
};
`;
const VALUES = {
  FROM_ENV: 'value-from-the-environment',
  FROM_FILE: 'value-from-the-file',
  FROM_COMMAND: 'value-from-a-command',
};

describe('the grants of a configuration', function () {
  this.timeout(120_000);
  let home: string;
  let folder: ReturnType<typeof temporaryFolder>;
  let far: Server;
  let origin: string;
  let seen: (string | undefined)[];
  let running: ReturnType<typeof spawn> | undefined;
  let output: string;

  beforeEach(async () => {
    folder = temporaryFolder();
    home = realpathSync(folder.path);
    seen = [];
    output = '';
    far = createServer((request, response) => {
      seen.push(String(request.headers['x-given']));
      response.end('answer');
    });
    await new Promise<void>((resolve) => far.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(far.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    const ended = new Promise((resolve) => (running ? running.once('exit', resolve) : resolve(undefined)));
    running?.kill('SIGTERM');
    await ended;
    running = undefined;
    far.closeAllConnections();
    far.close();
    folder.remove();
  });

  const serve = async (config: object): Promise<string> => {
    const secrets = Object.keys(VALUES).map((name) => ({ name, origin, headers: ['X-Given'] }));
    const asked = { fetch: [{ origin }], store: {}, secrets };
    writeFiles(home, {
      'plugins/reaches/plugin.json': manifestOf('reaches', { ask: {}, count: {} }, { capabilities: asked }),
      'plugins/reaches/index.js': SOURCE,
      'secret.txt': `${VALUES.FROM_FILE}\n`,
      'sandbox.config.json': config,
    });
    const env = environmentOf(home, { FROM_ENV: VALUES.FROM_ENV });
    const child = spawn(process.execPath, [BIN, 'serve', '--port', '0'], { cwd: home, env });
    running = child;
    return new Promise((resolve, reject) => {
      const take = (part: Buffer): void => {
        output += part;
        const [, url] = /Toolcell serves on (\S+) /.exec(output) ?? [];
        if (url !== undefined) resolve(url);
      };
      child.stdout.on('data', take);
      child.stderr.on('data', take);
      child.once('exit', () => reject(new Error(output)));
    });
  };
  const call = async (url: string, toolName: string, args: object): Promise<unknown> => {
    const response = await fetch(`${url}/mcp/callTool`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ toolName, arguments: args }),
    });
    return response.json();
  };

  it('let requests reach the far end, with every secret put in on the way and shown nowhere', async () => {
    const bound = { plugin: 'reaches', origin };
    const url = await serve({
      grants: { reaches: { privateFetch: [origin], store: true } },
      secrets: {
        FROM_ENV: { ...bound, env: 'FROM_ENV' },
        FROM_FILE: { ...bound, file: 'secret.txt' },
        FROM_COMMAND: { ...bound, command: `printf '${VALUES.FROM_COMMAND}'` },
      },
      store: { file: 'kept/store.sqlite' },
    });
    for (const [name, value] of Object.entries(VALUES)) {
      const header = `Bearer {{secret.${name}}}`;
      expect(await call(url, 'ask', { url: `${origin}/`, header })).to.deep.equal({ status: 200, given: 'answer' });
      expect(seen.pop()).to.equal(`Bearer ${value}`);
    }
    expect([await call(url, 'count', {}), await call(url, 'count', {})]).to.deep.equal([1, 2]);
    expect(existsSync(join(home, 'kept/store.sqlite'))).to.equal(true);
    for (const value of Object.values(VALUES)) expect(output).not.to.contain(value);
    expect(output).to.contain('store: granted');
  });

  it('are needed for every request: otherwise caller and log get the name of the missing setting', async () => {
    const url = await serve({});
    const refused = JSON.stringify(await call(url, 'ask', { url: `${origin}/`, header: 'none' }));
    expect(refused).to.contain('"not_granted"').and.to.contain('"grants.reaches.privateFetch"');
    expect(refused).not.to.contain('sandbox.config.json');
    expect(JSON.stringify(await call(url, 'count', {}))).to.contain('grants.reaches.store');
    expect(seen).to.deep.equal([]);
    expect(existsSync(join(home, 'toolcell-store.sqlite'))).to.equal(false);
    expect(output).to.contain(`fetch GET ${origin}/*: not granted`);
    const hint = 'grants.reaches.store to true in sandbox.config.json';
    while (!output.includes(hint)) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(output).to.contain('"msg":"denied"');
  });

  it('apply to a plugin that its author calls', async () => {
    await serve({ grants: { reaches: { privateFetch: [origin] } } });
    const args = JSON.stringify({ url: `${origin}/`, header: 'plain' });
    const { code, stdout, stderr } = await runHere(['call', 'ask', args, '--plugin', 'plugins/reaches'], { cwd: home });
    expect(code, stderr).to.equal(0);
    expect(JSON.parse(stdout)).to.deep.equal({ status: 200, given: 'answer' });
  });
});
