// A plugin's folder brings its own TypeScript compiler, and a stranger may have written it: it runs in a box, or not at all.

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, rmSync, symlinkSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { BoxOptions } from '../../../src/cli/pack/compiler-box.ts';
import { checkTypes, type TypeCheck } from '../../../src/cli/pack/type-errors.ts';
import { noBubblewrap, skipWithout } from '../../support/skip.ts';
import { temporaryFolder, writeFiles } from './author-folder.ts';

const SECRET = 'the-word-of-another-folder';
const HERE: BoxOptions = { searchPath: process.env.PATH ?? '', isTrusted: false };
/** A machine without bubblewrap. */
const NOWHERE: BoxOptions = { searchPath: '', isTrusted: false };

/** Tells what came of each try, as errors of types. */
const compilerOf = (tries: Readonly<Record<string, string>>): string => `
const { readFileSync, readdirSync, writeFileSync } = require('node:fs');
const tell = (name, found) => console.log('index.ts(1,1): error TS1: ' + name + ': ' + found);
const attempt = async (name, act) => { try { tell(name, await act()); } catch (error) { tell(name, 'failed with ' + error.code); } };
(async () => {
${Object.entries(tries)
  .map(([name, code]) => `await attempt(${JSON.stringify(name)}, async () => { ${code} });`)
  .join('\n')}
process.exit(2);
})();`;

describe("a folder's own compiler", function () {
  this.timeout(60_000);
  let home: string;
  let folder: string;
  const write = (compiler: string): void =>
    writeFiles(home, {
      'notes.txt': SECRET,
      'plugin/plugin.json': { name: 'demo' },
      'plugin/index.ts': 'export const a = 1;',
      'plugin/node_modules/typescript/package.json': { version: '7.0.0', bin: { tsc: 'tsc.cjs' } },
      'plugin/node_modules/typescript/tsc.cjs': compiler,
    });
  beforeEach(() => {
    home = temporaryFolder();
    folder = join(home, 'plugin');
  });
  afterEach(() => rmSync(home, { recursive: true }));

  const foundBy = (check: TypeCheck): Readonly<Record<string, string>> => {
    expect(check.state).to.equal('checked');
    const errors = check.state === 'checked' ? check.errors : [];
    return Object.fromEntries(errors.map((error) => error.split(': ').slice(2, 4) as [string, string]));
  };

  describe('in a box', () => {
    let victim: ChildProcess | undefined;
    let server: Server | undefined;
    before(function () {
      skipWithout(this, "the box of a folder's own compiler", noBubblewrap());
    });
    afterEach(() => {
      victim?.kill('SIGKILL');
      server?.close();
    });

    it('reads the folder, and nothing else', async () => {
      const sleeping = spawn('/bin/sleep', ['600'], { stdio: 'ignore' });
      victim = sleeping;
      const listening = createServer((socket) => socket.end('reached'));
      server = listening;
      await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
      const { port } = listening.address() as { port: number };
      write(
        compilerOf({
          own: `return readFileSync('index.ts', 'utf8').length`,
          kill: `return process.kill(${sleeping.pid}, 'SIGKILL')`,
          processes: `return readdirSync('/proc').filter((name) => /^\\d+$/.test(name)).length < 5 ? 'few' : 'many'`,
          beside: `return readFileSync('../notes.txt', 'utf8')`,
          passwords: `return readFileSync('/etc/passwd', 'utf8').length`,
          host: `return require('node:os').hostname()`,
          hostFile: `return readFileSync('/etc/hostname', 'utf8')`,
          environment: `return Object.keys(process.env).filter((name) => name !== 'PWD').length`,
          write: `return writeFileSync('planted.ts', '')`,
          temporary: `return writeFileSync('/tmp/planted', '')`,
          network: `return new Promise((resolve, reject) => require('node:net').connect(${port}, '127.0.0.1').on('data', resolve).on('error', reject))`,
        }),
      );
      const found = foundBy(await checkTypes(folder, HERE));
      expect(found).to.deep.include({
        own: '19',
        kill: 'failed with ESRCH',
        processes: 'few',
        beside: 'failed with ENOENT',
        passwords: 'failed with ENOENT',
        host: 'toolcell',
        hostFile: 'failed with ENOENT',
        environment: '0',
      });
      expect(found.host).not.to.equal(hostname());
      for (const name of ['write', 'temporary', 'network']) expect(found[name], name).to.match(/^failed with E/);
      expect(sleeping.exitCode ?? sleeping.signalCode).to.equal(null);
    });

    it('reaches no other folder through a link named node_modules', async () => {
      writeFiles(home, { 'plugin/deep/plugin.json': { name: 'demo' }, 'plugin/deep/index.ts': '' });
      write(compilerOf({ linked: `return readFileSync('node_modules/notes.txt', 'utf8')` }));
      symlinkSync(home, join(folder, 'deep/node_modules'));
      expect(foundBy(await checkTypes(join(folder, 'deep'), HERE))).to.deep.equal({ linked: 'failed with ENOENT' });
    });

    it('is stopped if it writes without end', async () => {
      write(`const line = 'x'.repeat(65_536); (function go() { process.stdout.write(line, go); })();`);
      const check = await checkTypes(folder, HERE);
      expect(check).to.deep.include({ state: 'not checked' });
      expect(check.state === 'not checked' && check.why).to.match(/more than a megabyte/);
    });

    it('that fails is not taken for one that found no errors', async () => {
      write('process.exit(3)');
      expect(await checkTypes(folder, HERE))
        .to.have.property('why')
        .that.matches(/failed with exit code 3/);
    });
  });

  it('does not run without a box, and the reason has a remedy', async () => {
    const planted = join(home, 'planted');
    write(`require('node:fs').writeFileSync(${JSON.stringify(planted)}, '');`);
    const check = await checkTypes(folder, NOWHERE);
    expect(check.state === 'not checked' && check.why).to.match(/there is no bubblewrap here → .*--trust/);
    expect(existsSync(planted)).to.equal(false);
  });

  it('runs without a box if the user trusts it', async () => {
    write(compilerOf({ ran: `return 'yes'` }));
    expect(foundBy(await checkTypes(folder, { ...NOWHERE, isTrusted: true }))).to.deep.equal({ ran: 'yes' });
  });
});
