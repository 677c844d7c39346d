// If plugin.json lists no tools, packing evaluates the folder's entry in the sandbox. A hostile entry achieves nothing outside of it.

import { type ChildProcess, spawn } from 'node:child_process';
import { hostname } from 'node:os';
import { expect } from 'chai';
import { writeFiles } from '../plugin-folder.ts';
import { type Ran, runHere, temporaryFolder } from '../run-command.ts';

/** A tool as defineTool makes it, so that no package is needed. */
const DEFINED = `export const echo = Object.assign(() => 1, { definition: {
  description: typeof learned === 'string' ? learned : 'Echoes what it is sent.',
  inputSchema: { type: 'object' }, outputSchema: {} } });`;

const packed = async (source: string, config: object = {}): Promise<Ran> => {
  const folder = temporaryFolder();
  try {
    writeFiles(folder.path, {
      'plugin.json': { name: 'demo' },
      'index.js': `${source}\n${DEFINED}`,
      'sandbox.config.json': config,
    });
    return await runHere(['pack', '--json'], { cwd: folder.path });
  } finally {
    folder.remove();
  }
};

const refusalIn = ({ stdout, stderr }: Ran) => {
  const { refused } = JSON.parse(stdout || stderr) as { refused: { where: string; reason: string; hint: string }[] };
  return refused[0];
};

/** Ways from a module's globals to a function that makes functions of another realm. */
const WAYS = ['URL', 'console.log', 'setTimeout', 'structuredClone', 'fetch', 'crypto.getRandomValues', 'Object'];

describe('the entry of a folder that is packed', function () {
  this.timeout(120_000);

  it('finds neither the process nor the machine', async () => {
    let victim: ChildProcess | undefined;
    try {
      victim = spawn('/bin/sleep', ['600'], { stdio: 'ignore' });
      const tries = WAYS.map(
        (way) => `try { found = ${way}.constructor('return process')(); } catch {}
        try { found ??= ${way}.constructor('return globalThis.process')(); } catch {}`,
      );
      const ran = await packed(`let found; ${tries.join('\n')}
        let learned = 'nothing';
        if (found) { found.kill(${victim.pid}, 'SIGKILL'); learned = found.getBuiltinModule('os').hostname(); }`);
      expect(ran.code, ran.stderr).to.equal(0);
      expect(victim.exitCode ?? victim.signalCode).to.equal(null);
      expect(ran.stdout).not.to.contain(hostname());
    } finally {
      victim?.kill('SIGKILL');
    }
  });

  it('reports its tools unchanged', async () => {
    const { code, stdout } = await packed('');
    expect(code).to.equal(0);
    expect(JSON.parse(stdout)).to.deep.include({ ok: true, name: 'demo' });
  });

  it('is refused at its own line if it throws while it loads', async () => {
    const refusal = refusalIn(await packed('\n\nnull.x;'));
    expect(refusal?.where).to.equal('index.js:3:6');
    expect(refusal?.reason).to.match(/threw while loading: TypeError: Cannot read properties of null/);
  });

  it('is refused at its own line if it looks for a page while it loads', async () => {
    const refusal = refusalIn(await packed('export const folder = document.title;'));
    expect(refusal).to.deep.include({ where: 'index.js:1:23' });
    expect(refusal?.reason).to.match(/document is not defined/);
  });

  it('is stopped if its loading never ends', async () => {
    expect(refusalIn(await packed('for (;;) {}'))?.reason).to.match(/takes longer to load than \d+ ms/);
  });

  it('is stopped if it fills its memory', async () => {
    const refusal = refusalIn(await packed('const all = []; for (;;) all.push(new Array(100_000).fill(all.length));'));
    expect(refusal?.reason).to.match(/used more than \d+ MB/);
  });

  it('is refused if it changes the code around it and reports definitions of a wrong form', async () => {
    const refusal = refusalIn(await packed(`Array.prototype.flatMap = () => ({ no: 'list' });`));
    expect(refusal?.where).to.equal('index.js');
    expect(refusal?.reason).to.match(/the definitions of its exports cannot be read/);
  });
});
