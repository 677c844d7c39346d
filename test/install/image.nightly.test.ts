// What ops/Dockerfile installs, without a container engine: its commands run as they stand there, and the result serves as docs/deploying.md runs it: an
// ordinary user without capabilities, everything read-only but its own folder and /tmp. Not tried here: the base image, apt-get, and the engine itself.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { freePort } from '../support/free-port.ts';
import { noCommands, notLinux, skipWithout } from '../support/skip.ts';
import { done, Machine, PROJECT } from './machine.ts';

const USER = '10001';
const DOCKERFILE = readFileSync(join(PROJECT, 'ops/Dockerfile'), 'utf8');
const IGNORED = readFileSync(join(PROJECT, 'ops/Dockerfile.dockerignore'), 'utf8').split('\n');

/** The command of a stage's `RUN`, in one line. */
const commandOf = (stage: string): string => {
  const [, own = ''] = new RegExp(`^FROM \\S+ AS ${stage}$([\\s\\S]*?)(?=^FROM )`, 'm').exec(DOCKERFILE) ?? [];
  const [, command = ''] = /^RUN ([\s\S]*?[^\\])\n/m.exec(own.replace(/^ *#.*\n/gm, '')) ?? [];
  return command.replaceAll('\\\n', ' ');
};

describe('what ops/Dockerfile installs', function () {
  this.timeout(600_000);
  const root = mkdtempSync(join(tmpdir(), 'toolcell-image-'));
  const at = (...names: readonly string[]): string => join(root, ...names);
  let server: ChildProcess | undefined;

  before(async function () {
    const missing = process.getuid?.() === 0 ? noCommands('bwrap', 'setpriv', 'git') : 'no root to become another user';
    skipWithout(this, 'what ops/Dockerfile installs', notLinux() ?? missing);
    const machine = new Machine(process.execPath, at('machine'));
    const kept = IGNORED.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
    const files = execFileSync('git', ['ls-files', '-z'], { cwd: PROJECT, encoding: 'utf8' }).split('\0');
    for (const file of files)
      if (file !== '' && (!file.startsWith('ops/') || kept.includes(file)))
        cpSync(join(PROJECT, file), at('build', file));
    mkdirSync(at('tmp'));
    const inRoot = (command: string): string => command.replaceAll(/ (\/(?:tmp|opt))\b/g, ` ${root}$1`);
    await done(machine.shell(at('build'), inRoot(commandOf('build'))));
    await done(machine.shell(at('build'), inRoot(commandOf('install'))));
    mkdirSync(at('state/plugins'), { recursive: true });
    execFileSync('chown', ['-R', `${USER}:${USER}`, at('state')]);
    for (const path of [root, at('opt'), at('opt/toolcell')]) chmodSync(path, 0o755);
    mkdirSync(at('programs'));
    copyFileSync(process.execPath, at('programs/node'));
    chmodSync(at('programs/node'), 0o755);
    symlinkSync('/opt/toolcell/node_modules/.bin/toolcell', at('programs/toolcell'));
  });
  after(() => {
    server?.kill('SIGKILL');
    rmSync(root, { recursive: true, force: true });
  });

  const start = (...words: readonly string[]): ChildProcess => {
    const read = ['/usr', '/etc'].flatMap((path) => ['--ro-bind', path, path]);
    const links = ['lib', 'lib64', 'bin'].flatMap((name) => ['--symlink', `usr/${name}`, `/${name}`]);
    const made = ['--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp', '--dir', '/opt', '--dir', '/var/cache'];
    const own = [
      ...['--ro-bind', at('opt/toolcell'), '/opt/toolcell', '--ro-bind', at('programs'), '/usr/local/bin'],
      ...['--bind', at('state'), '/var/lib/toolcell', '--remount-ro', '/', '--chdir', '/var/lib/toolcell'],
    ];
    const env = { PATH: '/usr/local/bin:/usr/bin:/bin', TOOLCELL_HOST: '0.0.0.0', XDG_CACHE_HOME: '/var/cache' };
    const user = ['--reuid', USER, '--regid', USER, '--clear-groups', '--no-new-privs'];
    const box = ['bwrap', '--unshare-user', '--unshare-pid', '--die-with-parent', '--cap-drop', 'ALL'];
    return spawn('setpriv', [...user, ...box, ...read, ...links, ...made, ...own, ...words], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  };
  const run = async (...words: readonly string[]): Promise<string> => {
    const child = start(...words);
    const [out, err, [code]] = await Promise.all([
      text(child.stdout as NodeJS.ReadableStream),
      text(child.stderr as NodeJS.ReadableStream),
      once(child, 'exit'),
    ]);
    expect(code, `${words.join(' ')}: ${out}${err}`).to.equal(0);
    return out;
  };

  it('makes a first key before anybody may call, serves a plugin, and is healthy, from read-only files', async () => {
    const port = await freePort();
    await run('toolcell', 'init');
    const key = (await run('toolcell', 'key', 'create', '--client', 'ada', '--yes')).trim();
    await run('toolcell', 'new', 'plugins/word-count', '--javascript');
    server = start('toolcell', 'serve', '--port', String(port));
    const out = server.stdout as NodeJS.ReadableStream;
    const errors = text(server.stderr as NodeJS.ReadableStream);
    let told = '';
    await new Promise<void>((resolve, reject) => {
      out.on('data', (part) => {
        told += part;
        if (told.includes('memory watch')) resolve();
      });
      server?.once('exit', () => void errors.then((more) => reject(new Error(told + more))));
    });
    for (const effect of ['network', 'files', 'syscalls', 'privileges', 'resources'])
      expect(told).to.match(new RegExp(`^ +on +${effect}:`, 'm'));
    const [, check = ''] = /^HEALTHCHECK [\s\S]*?CMD (\[.*\])$/m.exec(DOCKERFILE) ?? [];
    await run(...(JSON.parse(check.replace('127.0.0.1:3000', `127.0.0.1:${port}`)) as string[]));
    const reply = await fetch(`http://127.0.0.1:${port}/mcp/callTool`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: '{"toolName":"wordCount","arguments":{"text":"one two"}}',
    });
    expect([reply.status, await reply.json()]).to.deep.equal([200, { words: 2, characters: 7 }]);
  });
});
