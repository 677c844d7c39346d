// What locks runners down in a container: an ordinary user, no capability, and a kernel that gives it no user namespace. The kernel of the test
// forbids them in the same words as a container's limit does.

import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { noCommands, notLinux, skipWithout } from '../../support/skip.ts';

const TOOLCELL = fileURLToPath(new URL('../../../src/toolcell.js', import.meta.url));
const SHIPPED = fileURLToPath(new URL('../../../ops/sandbox.config.json', import.meta.url));
/** Takes user namespaces away from itself, then capabilities. */
const CONFINE = `echo 0 > /proc/sys/user/max_user_namespaces && ! unshare --user true 2>/dev/null &&
exec setpriv --bounding-set=-all --inh-caps=-all --no-new-privs "$@"`;
const CONFINED = ['unshare', '--user', '--map-user=10001', '--keep-caps', 'sh', '-c', CONFINE, 'sh'];

const run = async ([program = '', ...words]: readonly string[], cwd: string) => {
  const env = { PATH: process.env.PATH, HOME: cwd, XDG_CACHE_HOME: join(cwd, 'cache') };
  const child = spawn(program, words, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { stdout: await text(child.stdout), stderr: await text(child.stderr), code: await ended };
};

describe('a container without user namespaces', function () {
  this.timeout(90_000);
  let folder: string;
  before(async function () {
    skipWithout(this, 'a container without user namespaces', notLinux() ?? noCommands('unshare', 'setpriv'));
    folder = mkdtempSync(join(tmpdir(), 'toolcell-container-'));
    const { code } = await run([...CONFINED, 'true'], folder);
    skipWithout(
      this,
      'a container without user namespaces',
      code === 0 ? undefined : 'no user namespace to begin with',
    );
  });
  after(() => folder && rmSync(folder, { recursive: true }));

  const doctor = (requireOsSandbox: unknown) => {
    writeFileSync(join(folder, 'sandbox.config.json'), JSON.stringify({ requireOsSandbox }));
    return run([...CONFINED, process.execPath, TOOLCELL, 'doctor'], folder);
  };

  it('has all effects that ops/sandbox.config.json requires, and calls a tool', async () => {
    const { requireOsSandbox } = JSON.parse(readFileSync(SHIPPED, 'utf8')) as { requireOsSandbox: readonly string[] };
    const { stdout, stderr, code } = await doctor(requireOsSandbox);
    expect(code, stdout + stderr).to.equal(0);
    for (const effect of requireOsSandbox) expect(stdout).to.match(new RegExp(`^✓ ${effect} `, 'm'));
    expect(stdout).to.match(/^! processes +code that escapes from V8 could see other processes/m);
    expect(stdout).to.match(/^✓ runner +a plugin was loaded and called/m);
  });

  it('does not have what only namespaces give, so that a server that requires it does not start', async () => {
    const { stdout, code } = await doctor(['processes']);
    expect(code, stdout).not.to.equal(0);
    expect(stdout).to.match(/^✗ isolation +requireOsSandbox demands more than this machine gives: processes$/m);
  });
});
