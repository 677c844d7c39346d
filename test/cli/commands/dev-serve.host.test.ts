// `toolcell dev --serve` and `--mcp`: a TypeScript plugin that is being written, live in an agent.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { expect } from 'chai';
import { noPeers, runPeer } from '../../front/mcp/peers.ts';
import { freePort } from '../../support/free-port.ts';
import { skipWithout } from '../../support/skip.ts';
import { writeFiles } from '../plugin-folder.ts';
import { BIN, environmentOf, runBin, temporaryFolder } from '../run-command.ts';

const SOURCE = `import { defineTool } from '@toolcell/plugin';

const GREETING: string = 'Hello';
export const greet = defineTool(
  {
    description: 'Greets with: Hello.',
    inputSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
    outputSchema: { type: 'string' },
  },
  ({ name }) => {
    if (name === 'spin') for (;;);
    console.error(new Error('seen'));
    return GREETING + ', ' + name;
  },
);
`;

interface Look {
  readonly name: string;
  readonly description: string;
  readonly answer: { readonly content: readonly { readonly text: string }[] };
}

interface Changes {
  readonly revision: string;
  readonly before: Look;
  readonly after: Look;
}

describe('toolcell dev, live in an agent', function () {
  this.timeout(90_000);
  let folder: ReturnType<typeof temporaryFolder>;
  let own: ReturnType<typeof temporaryFolder>;
  const children: ChildProcess[] = [];
  beforeEach(() => {
    folder = temporaryFolder();
    own = temporaryFolder();
    writeFiles(folder.path, {
      'plugin.json': { name: 'greeter', version: '1.0.0' },
      'index.ts': SOURCE,
      'sandbox.config.json': { limits: { cpuMs: 150 }, access: { anonymous: 'refuse', keysFile: 'keys.json' } },
    });
  });
  afterEach(async () => {
    for (const child of children.splice(0)) {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    }
    expect(readdirSync(own.path)).to.deep.equal([]);
    folder.remove();
    own.remove();
  });

  /** A running `dev --serve`, when it has loaded the plugin; its output so far. */
  const serving = async (
    stdin: 'pipe' | 'ignore' = 'pipe',
  ): Promise<{ readonly url: string; text(): string; says(form: RegExp): Promise<void> }> => {
    const words = [BIN, 'dev', '--serve', '--port', String(await freePort())];
    const child = spawn(process.execPath, words, {
      cwd: folder.path,
      env: { ...environmentOf(folder.path), TMPDIR: own.path },
      stdio: [stdin, 'pipe', 'pipe'],
    });
    children.push(child);
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => (text += part));
    const says = async (form: RegExp): Promise<void> => {
      const endMs = performance.now() + 30_000;
      while (!form.test(text)) {
        if (performance.now() > endMs) throw new Error(`it never said ${form}; it said: ${text}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    };
    await says(/✓ greeter 1\.0\.0/);
    const [, url = ''] = /(http:\/\/127\.0\.0\.1:\d+)\/mcp speaks MCP/.exec(text) ?? [];
    // What is told is served.
    expect((await call(url, 'Ada')).status).to.equal(200);
    return { url, says, text: () => text };
  };

  const call = async (url: string, name: string): Promise<{ readonly status: number; readonly body: unknown }> => {
    const body = JSON.stringify({ toolName: 'greet', arguments: { name } });
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${url}/mcp/callTool`, { method: 'POST', body, headers });
    return { status: response.status, body: await response.json() };
  };

  it('serves over plain HTTP with the limits of the configuration, tells the author of calls, and refuses other names for this machine', async () => {
    const { url, says } = await serving();
    expect((await call(url, 'Ada')).body).to.equal('Hello, Ada');
    await says(/error Error: seen\n {2}error {5}at index\.ts:12:19\n✓ an agent called greet {2}[\d.]+ ms/);
    const spun = (await call(url, 'spin')).body as { readonly code: string };
    // On a busy machine the tool may get too little CPU time to pass its limit.
    expect(spun.code).to.match(/^(exceeded_cpu|exceeded_wall_time|overloaded)$/);
    await says(/✗ an agent called greet: \w+: /);
    const rebound = request(`${url}/mcp/metadata`, { headers: { host: 'rebound.example' } }).end();
    const [response] = await once(rebound, 'response');
    expect(response.statusCode).to.equal(403);
    response.resume();
    expect(existsSync(join(folder.path, 'toolcell.lock'))).to.equal(false);
  });

  it('goes on if its standard input has ended, as in the background, and serves a new version when it tells of it', async () => {
    const { url, says } = await serving('ignore');
    writeFileSync(join(folder.path, 'index.ts'), SOURCE.replaceAll('Hello', 'Welcome'));
    await says(/✓ greeter 1\.0\.0[\s\S]*✓ greeter 1\.0\.0/);
    expect((await call(url, 'Ada')).body).to.equal('Welcome, Ada');
  });

  it('goes on with the version before if one cannot be loaded', async () => {
    const { url, says } = await serving();
    writeFileSync(join(folder.path, 'index.ts'), SOURCE.replace('export const greet =', 'export const ='));
    await says(/The version before it is still there/);
    expect((await call(url, 'Ada')).body).to.equal('Hello, Ada');
  });

  for (const kind of ['auto', 'legacy'] as const)
    it(`tells a real client over standard streams of each change (${kind})`, async function () {
      skipWithout(this, 'a real client of toolcell dev', noPeers());
      const words = [kind, join(folder.path, 'index.ts'), 'Hello', process.execPath, BIN, 'dev', folder.path, '--mcp'];
      const { before, after }: Changes = await runPeer('changes.mjs', ...words);
      expect(before.description).to.equal('Greets with: Hello.');
      expect(before.answer.content[0]?.text).to.contain('Hello, Ada');
      expect(after.description).to.equal('Greets with: Good day.');
      expect(after.answer.content[0]?.text).to.contain('Good day, Ada');
    });

  it('tells a real client over HTTP of each change', async function () {
    skipWithout(this, 'a real client of toolcell dev', noPeers());
    const { url } = await serving();
    const { revision, before, after }: Changes = await runPeer(
      ...(['changes.mjs', 'auto', join(folder.path, 'index.ts'), 'Hello', `${url}/mcp`] as const),
    );
    expect(revision).to.equal('2026-07-28');
    expect(before.answer.content[0]?.text).to.contain('Hello, Ada');
    expect(after.answer.content[0]?.text).to.contain('Good day, Ada');
  });

  it('says what is wrong with its flags', async () => {
    for (const [words, said] of [
      [['--serve', '--mcp'], 'not both'],
      [['--port', '3000'], 'give both'],
      [['--serve', '--port', '65536'], 'is not a whole number'],
    ] as const) {
      const { code, stderr } = await runBin(['dev', ...words], { cwd: folder.path });
      expect([code, stderr.includes(said)], stderr).to.deep.equal([2, true]);
    }
  });
});
