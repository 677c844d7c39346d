// A start loads only the modules that it needs to serve plugins that it knows.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect } from 'chai';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const MAIN = join(PROJECT, 'src/main.js');

/** Writes every module that the process loads to the file that `LOADED` names, until it is asked to end. */
const HOOK = `
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { isMainThread } from 'node:worker_threads';
if (isMainThread) registerHooks({ load: (url, context, next) => {
  appendFileSync(process.env.LOADED, url + '\\n');
  return next(url, context);
} });
if (isMainThread) process.once('exit', () => appendFileSync(process.env.LOADED, process.moduleLoadList.join('\\n')));
`;

describe('a start', function () {
  this.timeout(120_000);
  let folder: string;
  let child: ChildProcess | undefined;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'toolcell-start-'));
    writeFileSync(join(folder, 'hook.mjs'), HOOK);
    const config = { plugins: { folder: join(PROJECT, 'plugins') } };
    writeFileSync(join(folder, 'config.json'), JSON.stringify(config));
  });
  afterEach(() => {
    child?.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  /** The modules that a server loads if it serves, gets no request, and ends. Those of Node itself have a blank in their names. */
  const loadedBy = async (name: string): Promise<readonly string[]> => {
    const file = join(folder, name);
    writeFileSync(file, '');
    const words = [
      '--import',
      pathToFileURL(join(folder, 'hook.mjs')).href,
      MAIN,
      '--port',
      '0',
      '--config',
      join(folder, 'config.json'),
    ];
    // Not the user's own cache.
    const env = { ...process.env, LOADED: file, XDG_CACHE_HOME: folder };
    child = spawn(process.execPath, words, { cwd: PROJECT, env, stdio: ['ignore', 'pipe', 'ignore'] });
    await new Promise<void>((resolve, reject) => {
      let text = '';
      child?.stdout?.on('data', (part) => {
        text += part;
        if (text.includes('serves on')) resolve();
      });
      child?.once('exit', (code) => reject(new Error(`it ended with ${code}`)));
    });
    child.removeAllListeners('exit');
    child.kill('SIGTERM');
    await once(child, 'exit');
    return readFileSync(file, 'utf8').split('\n');
  };

  it('loads no compiler, schema library or HTTP client if it knows its plugins', async () => {
    const packages = /node_modules\/(ajv|esbuild|es-module-lexer|tar|jsonc-parser|prom-client|@opentelemetry)\//;
    const first = await loadedBy('first');
    expect(
      first.some((url) => packages.exec(url)?.[1] === 'esbuild' || url.endsWith('/catalog/compile/compile-batch.ts')),
    ).to.equal(true);
    const second = await loadedBy('second');
    const found = new Set(second.flatMap((url) => packages.exec(url)?.[1] ?? []));
    expect([...found]).to.deep.equal(['jsonc-parser']);
    expect(second).to.include('NativeModule _http_server');
    expect(second).not.to.include('NativeModule internal/deps/undici/undici');
    expect(
      second.filter((url) => /\/catalog\/.*\b(admin-actions|archive|compile-batch|operations)\.ts$/.test(url)),
    ).to.deep.equal([]);
    expect(second.filter((url) => url.includes('/src/audit/'))).to.deep.equal([]);
  });
});
