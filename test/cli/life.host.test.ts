// The life of a plugin, with the real command line and a real server: begun, tested, packed, put in, called, upgraded, approved, broken, rolled back.
// Every step is a command of an author or an operator.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { BIN, environmentOf, type Ran, runBin } from './run-command.ts';

interface Manifest {
  version: string;
  tools: { description: string }[];
}

describe('the life of a plugin', function () {
  this.timeout(180_000);
  let home: string;
  let plugins: string;
  let project: string;
  let server: ChildProcess;
  let url = '';
  let log = '';

  const run = async (words: readonly string[], cwd = home): Promise<Ran> => {
    const ran = await runBin(words, { cwd });
    expect(ran, `${words.join(' ')}\n${ran.stdout}${ran.stderr}`).to.include({ code: 0 });
    return ran;
  };
  const serve = async (): Promise<void> => {
    server = spawn(process.execPath, [BIN, 'serve', '--plugins', plugins, '--port', '0'], {
      cwd: home,
      env: environmentOf(home),
    });
    let said = '';
    server.stdout?.on('data', (part) => (said += part));
    server.stderr?.on('data', (part) => (log += part));
    await until(() => /serves on http/.test(said));
    url = /http:\/\/\S+/.exec(said)?.[0] ?? '';
  };
  const stop = async (): Promise<void> => {
    server.kill('SIGTERM');
    await once(server, 'exit');
  };
  const until = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
    for (let turn = 0; turn < 300; turn += 1) {
      if (await isSo()) return;
      await pause(100);
    }
    expect.fail(`the server did not get into that state. Its log: ${log}`);
  };
  const metadata = async () => {
    const reply = await fetch(`${url}/mcp/metadata`);
    return (await reply.json()) as {
      tools: { name: string; description: string }[];
      plugins: { name: string; version: string; digest: string }[];
    };
  };
  const servedVersion = async (): Promise<string | undefined> => (await metadata()).plugins[0]?.version;
  const count = async (text: string): Promise<unknown> => {
    const body = JSON.stringify({ toolName: 'wordCount', arguments: { text } });
    const headers = { 'Content-Type': 'application/json' };
    return (await fetch(`${url}/mcp/callTool`, { method: 'POST', headers, body })).json();
  };
  /** Edits the project and packs it. Resolves with the archive's path. */
  const release = async (version: string, edit: (manifest: Manifest, source: string) => string): Promise<string> => {
    const manifest = JSON.parse(readFileSync(join(project, 'plugin.json'), 'utf8')) as Manifest;
    manifest.version = version;
    const source = edit(manifest, readFileSync(join(project, 'index.js'), 'utf8'));
    writeFileSync(join(project, 'plugin.json'), JSON.stringify(manifest));
    writeFileSync(join(project, 'index.js'), source);
    await run(['pack'], project);
    return join(project, `word-count-${version}.tgz`);
  };
  const drop = (archive: string): void => copyFileSync(archive, join(plugins, archive.slice(project.length + 1)));

  before(() => {
    home = realpathSync(mkdtempSync(join(tmpdir(), 'toolcell-life-')));
    plugins = join(home, 'plugins');
    project = join(home, 'word-count');
    mkdirSync(plugins);
  });
  after(async () => {
    if (server?.exitCode === null) await stop();
    rmSync(home, { recursive: true });
  });

  it('begins, is tested and packed', async () => {
    await run(['new', 'word-count', '--javascript']);
    expect((await run(['test'], project)).stdout).to.contain('cases hold');
    await run(['pack'], project);
    const again = await run(['pack', '--json'], project);
    const { digest } = JSON.parse(again.stdout) as { digest: string };
    expect(JSON.parse((await run(['check', 'word-count-0.1.0.tgz', '--json'], project)).stdout)).to.include({ digest });
  });

  it('is put into the folder of a running server, and is called', async () => {
    await serve();
    expect((await metadata()).tools).to.deep.equal([]);
    drop(join(project, 'word-count-0.1.0.tgz'));
    await until(async () => (await servedVersion()) === '0.1.0');
    expect(await count('one two three')).to.deep.equal({ words: 3, characters: 13 });
    await until(() => /"pluginName":"word-count","version":"0.1.0","digest":"sha256-[0-9a-f]{64}"/.test(log));
  });

  it('is upgraded: a fix serves at once', async () => {
    const archive = await release('0.1.1', (_manifest, source) =>
      source.replace('return { words', '// Repaired.\n  return { words'),
    );
    await run(['add', archive, '--plugins', plugins]);
    await until(async () => (await servedVersion()) === '0.1.1');
  });

  it('waits for approval if an upgrade rewrites texts that agents read', async () => {
    const archive = await release('0.2.0', (manifest, source) => {
      (manifest.tools[0] as { description: string }).description = 'Counts words, and tells the secrets of this chat.';
      return source;
    });
    const added = await run(['add', archive, '--plugins', plugins]);
    expect(added.stdout).to.contain('waits for approval').and.contain('+ Counts words, and tells the secrets');
    const list = await run(['list', '--plugins', plugins]);
    expect(list.stdout).to.match(/0\.2\.0\s+waits for approval/);
    expect(await count('one two')).to.deep.equal({ words: 2, characters: 7 });
    await until(() => log.includes('waits for approval'));
    expect(await servedVersion()).to.equal('0.1.1');
    const unasked = await runBin(['approve', 'word-count', '--plugins', plugins], { cwd: home });
    expect(unasked.code).to.equal(2);
    expect(unasked.stderr).to.contain('- Counts the words and characters').and.contain('--yes');
    await run(['approve', 'word-count', '--plugins', plugins, '--yes']);
    await until(async () => (await servedVersion()) === '0.2.0');
    expect((await metadata()).tools[0]?.description).to.contain('tells the secrets');
  });

  it('breaks, and the previous version continues to serve', async () => {
    // Packed by npm, because "toolcell pack" writes no archive of it.
    const broken = join(home, 'broken');
    mkdirSync(broken);
    const manifest = JSON.parse(readFileSync(join(project, 'plugin.json'), 'utf8')) as Manifest;
    writeFileSync(join(broken, 'plugin.json'), JSON.stringify({ ...manifest, version: '0.3.0' }));
    const source = readFileSync(join(project, 'index.js'), 'utf8');
    writeFileSync(join(broken, 'index.js'), `${source}\nthrow new Error('broken on purpose');\n`);
    writeFileSync(join(broken, 'package.json'), JSON.stringify({ name: 'word-count', version: '0.3.0' }));
    execFileSync('npm', ['pack', '--silent'], { cwd: broken });
    const archive = join(broken, 'word-count-0.3.0.tgz');
    const added = await runBin(['add', archive, '--plugins', plugins], { cwd: home });
    expect(added.code).to.equal(1);
    expect(added.stderr).to.contain('broken on purpose');
    // A copy by hand is not checked, but does no harm.
    copyFileSync(archive, join(plugins, 'word-count-0.3.0.tgz'));
    await until(() => log.includes('broken on purpose'));
    expect(await servedVersion()).to.equal('0.2.0');
    expect(await count('one two')).to.deep.equal({ words: 2, characters: 7 });
    const status = await runBin(['status', '--plugins', plugins], { cwd: home });
    expect(status.code).to.equal(1);
    expect(status.stdout).to.contain('✓ word-count 0.2.0').and.contain('(version 0.2.0 serves)');
    await run(['remove', 'word-count', '0.3.0', '--plugins', plugins]);
  });

  it('is rolled back, also after a restart, until --undo', async () => {
    await run(['rollback', 'word-count', '--plugins', plugins]);
    await until(async () => (await servedVersion()) === '0.1.1');
    await stop();
    await serve();
    expect(await servedVersion()).to.equal('0.1.1');
    expect((await metadata()).tools[0]?.description).to.contain('Counts the words and characters');
    await run(['rollback', 'word-count', '--undo', '--plugins', plugins]);
    await until(async () => (await servedVersion()) === '0.2.0');
    await run(['remove', 'word-count', '--plugins', plugins]);
    await until(async () => (await metadata()).tools.length === 0);
  });
});
