// The server tells systemd about itself, over a real datagram socket: the test takes the place of systemd.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { writePlugins } from '../../support/config.ts';
import { callTool } from '../../support/host.ts';
import { OLD_NODE, PROJECT } from '../../support/launchers.ts';
import { descendantsOf } from '../../support/processes.ts';
import { type ServerProcess, startServer } from '../../support/server-process.ts';
import { noCommands, notLinux, skipWithout } from '../../support/skip.ts';

const PERL = `use Socket; $| = 1; my $path = shift; $path =~ s/^@/\\0/;
my $s; socket($s, AF_UNIX, SOCK_DGRAM, 0) and bind($s, pack_sockaddr_un($path)) or die $!; print "bound\\n";
my $text; while (defined recv($s, $text, 4096, 0)) { $text =~ s/\\n/ | /g; print "0 $text\\n" }`;
/** Prints the sender's process id, as the kernel gives it, in front of each message. */
const PYTHON = `import socket, struct, sys
s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM); s.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
s.bind(sys.argv[1].replace("@", "\\0", 1)); print("bound", flush=True)
while True:
    text, more, _, _ = s.recvmsg(4096, 64)
    print(struct.unpack("3i", more[0][2])[0], text.decode().replace("\\n", " | "), flush=True)`;

const PLUGINS = { one: { source: 'export const add = ({ a, b }) => a + b;', tools: { add: {} } } };

/** Binds the socket, and collects what arrives there. */
class Manager {
  readonly #child: ChildProcess;
  #text = '';

  constructor(program: 'perl' | 'python3', path: string) {
    const words = program === 'perl' ? ['-e', PERL] : ['-c', PYTHON];
    this.#child = spawn(program, [...words, path], { stdio: ['ignore', 'pipe', 'inherit'] });
    this.#child.stdout?.setEncoding('utf8').on('data', (part: string) => (this.#text += part));
  }

  get lines(): readonly string[] {
    return this.#text.split('\n').slice(0, -1);
  }

  async line(isIt: (line: string) => boolean): Promise<string> {
    for (const startMs = performance.now(); performance.now() - startMs < 30_000; ) {
      const found = this.lines.find(isIt);
      if (found !== undefined) return found;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    throw new Error(`no such message: ${this.#text}`);
  }

  end(): void {
    this.#child.kill('SIGKILL');
  }
}

describe('the server under systemd', function () {
  this.timeout(120_000);
  let folder: string;
  let plugins: string;
  let manager: Manager | undefined;
  let server: ServerProcess | undefined;
  before(function () {
    skipWithout(this, 'messages to systemd', notLinux() ?? noCommands('perl'));
  });
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'toolcell-notify-'));
    plugins = writePlugins(PLUGINS);
  });
  afterEach(() => {
    server?.remove();
    manager?.end();
    [server, manager] = [undefined, undefined];
    for (const each of [folder, plugins]) rmSync(each, { recursive: true });
  });

  const start = async (program: 'perl' | 'python3', path: string, env: Readonly<Record<string, string>> = {}) => {
    manager = new Manager(program, path);
    await manager.line((line) => line === 'bound');
    server = await startServer({ plugins, env: { NOTIFY_SOCKET: path, ...env } });
    return { manager, server };
  };

  it('says that it serves, that it works, and that it ends', async () => {
    const started = await start('perl', join(folder, 'notify'), { WATCHDOG_USEC: '200000' });
    const ready = await started.manager.line((line) => line.includes('READY=1'));
    expect(ready).to.equal(`0 READY=1 | STATUS=Serves on ${started.server.url}`);
    expect((await callTool(started.server.url, 'add', { a: 1, b: 2 })).body).to.equal(3);
    await started.manager.line((line) => line === '0 WATCHDOG=1');
    expect(await started.server.end()).to.equal(0);
    const lines = started.manager.lines.filter((line) => !line.includes('WATCHDOG'));
    expect(lines.slice(1)).to.deep.equal([ready, '0 STOPPING=1 | STATUS=Finishes calls in flight']);
  });

  it('stops to say so if its main thread hangs, and has no watchdog for another process', async () => {
    const env = { WATCHDOG_USEC: '100000' };
    const started = await start('perl', join(folder, 'notify'), env);
    await started.manager.line((line) => line.includes('WATCHDOG'));
    started.server.child.kill('SIGSTOP');
    await new Promise((resolve) => setTimeout(resolve, 200));
    const count = started.manager.lines.length;
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(started.manager.lines).to.have.lengthOf(count);
    started.server.child.kill('SIGCONT');
    await started.server.end();
    started.server.remove();
    started.manager.end();
    const other = await start('perl', join(folder, 'other'), { ...env, WATCHDOG_PID: '1' });
    await other.manager.line((line) => line.includes('READY=1'));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(other.manager.lines.filter((line) => line.includes('WATCHDOG'))).to.deep.equal([]);
  });

  it('speaks for itself, by an abstract socket too, and leaves the socket to no other process', async function () {
    skipWithout(this, 'the sender of messages to systemd', noCommands('python3'));
    const name = `@toolcell-${process.pid}-${Date.now()}`;
    const started = await start('python3', name);
    await callTool(started.server.url, 'add', { a: 1, b: 2 });
    const processId = Number(started.server.child.pid);
    await started.manager.line((line) => line.startsWith(`${processId} READY=1`));
    const socketsOf = (id: number): readonly string[] =>
      readdirSync(`/proc/${id}/fd`).map((descriptor) => linkOf(id, descriptor));
    const notify = linkOf(processId, '3');
    expect(notify).to.match(/^socket:/);
    const children = descendantsOf(processId);
    expect(children).not.to.be.empty;
    // A child that was forked a moment ago has what its parent has until it runs its own program.
    const sharesIt = (id: number): boolean => existsSync(`/proc/${id}/fd`) && socketsOf(id).includes(notify);
    for (let looks = 0; looks < 100 && children.some(sharesIt); looks += 1)
      await new Promise((resolve) => setTimeout(resolve, 50));
    expect(children.filter(sharesIt)).to.deep.equal([]);
  });

  it("speaks for itself as the units of ops/ start it on an old Node, by the package's own command", async function () {
    skipWithout(
      this,
      'the units of systemd on an old Node',
      noCommands('python3') ?? (OLD_NODE === undefined ? 'no Node 18, 20 or 22' : undefined),
    );
    for (const unit of ['toolcell.service', 'toolcell@.service']) {
      const [, script = ''] =
        /^ExecStart=\/bin\/sh -c '(.*)'$/m.exec(readFileSync(join(PROJECT, 'ops', unit), 'utf8')) ?? [];
      const path = join(folder, `notify-${unit.length}`);
      manager = new Manager('python3', path);
      await manager.line((line) => line === 'bound');
      const program = join(folder, 'toolcell');
      if (!existsSync(program)) symlinkSync(join(PROJECT, 'bin/toolcell.js'), program);
      const words = script.replaceAll('$$', '$').replaceAll('/usr/local/bin/toolcell', program);
      const child = spawn('/bin/sh', ['-c', words], {
        cwd: folder,
        env: {
          PATH: `${dirname(OLD_NODE ?? '')}:/usr/bin:/bin`,
          XDG_CACHE_HOME: folder,
          TOOLCELL_PORT: '0',
          TOOLCELL_PLUGINS: plugins,
          NOTIFY_SOCKET: path,
        },
        stdio: 'ignore',
      });
      try {
        // systemd takes what the process says that it has started, and from no other.
        expect(await manager.line((line) => line.includes('READY=1'))).to.match(new RegExp(`^${child.pid} READY=1`));
        child.kill('SIGTERM');
        await manager.line((line) => line.startsWith(`${child.pid} STOPPING=1`));
        const [code] = child.exitCode === null ? await once(child, 'exit') : [child.exitCode];
        expect(code).to.equal(0);
      } finally {
        child.kill('SIGKILL');
        manager.end();
      }
    }
  });

  it('starts without systemd, and if the socket is gone', async () => {
    server = await startServer({ plugins, env: { NOTIFY_SOCKET: join(folder, 'gone'), TOOLCELL_NOTIFY_FD: '1' } });
    expect((await callTool(server.url, 'add', { a: 1, b: 2 })).body).to.equal(3);
    expect(await server.end()).to.equal(0);
  });
});

/** The file behind a descriptor of a process; empty if it was closed meanwhile. */
const linkOf = (processId: number, descriptor: string): string => {
  try {
    return readlinkSync(`/proc/${processId}/fd/${descriptor}`);
  } catch {
    return '';
  }
};
