// Commands that are interrupted: Ctrl-C ends them with 130 and leaves no process and no temporary folder.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { BIN, OLD_NODE } from '../support/launchers.ts';
import { descendantsOf, trailOf, untilGone } from '../support/processes.ts';
import { notLinux, skipWithout } from '../support/skip.ts';
import { CTRL_C, openTerminal, terminalLacks, withoutNpm } from '../support/terminal.ts';

const SPIN = 'export const spin = () => { for (;;); };';
const TOOL = {
  name: 'spin',
  description: 'Spins for as long as it may.',
  inputSchema: { type: 'object', properties: {}, additionalProperties: false },
  outputSchema: { type: 'integer' },
};
const LIMITS = { limits: { cpuMs: 20_000, wallMs: 20_000 } };
const BEGUN_MS = 15_000;
const AT_ONCE_MS = 8_000;

const rest = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('a command that is interrupted', function () {
  this.timeout(90_000);
  let folder: string;
  let temporary: string;
  before(function () {
    skipWithout(this, 'interrupted commands', notLinux());
  });
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'toolcell-interrupted-'));
    temporary = mkdtempSync(join(tmpdir(), 'toolcell-temporary-'));
    writeFileSync(join(folder, 'sandbox.config.json'), JSON.stringify(LIMITS));
  });
  afterEach(() => {
    for (const path of [folder, temporary]) rmSync(path, { recursive: true, force: true });
  });

  const write = (source: string, tools: readonly object[] = [TOOL]): void => {
    mkdirSync(join(folder, 'spinner'), { recursive: true });
    writeFileSync(join(folder, 'spinner', 'index.js'), source);
    const manifest = { name: 'spinner', version: '1.0.0', ...(tools.length > 0 && { tools }) };
    writeFileSync(join(folder, 'spinner', 'plugin.json'), JSON.stringify(manifest));
  };
  const spinning = (): void => write(SPIN);
  const env = () => ({ ...withoutNpm(process.env), TMPDIR: temporary });
  const expectNothingLeft = async (processes: readonly number[]): Promise<void> => {
    expect(await untilGone(processes)).to.deep.equal([]);
    expect(readdirSync(temporary).filter((name) => name.startsWith('toolcell'))).to.deep.equal([]);
    expect(readdirSync(join(folder, 'spinner')).filter((name) => name.startsWith('.'))).to.deep.equal([]);
  };

  /** Waits until a child process uses CPU time: then the plugin's code runs. */
  const untilBusy = async (processId: number, seen: (words: readonly number[]) => boolean): Promise<void> => {
    for (const startMs = performance.now(); performance.now() - startMs < BEGUN_MS; await rest(50))
      if (seen(descendantsOf(processId))) return;
    throw new Error('it did not begin');
  };

  const cases: Readonly<Record<string, { readonly words: readonly string[]; readonly prepare: () => void }>> = {
    'check, while the plugin loads': { words: ['check', 'spinner'], prepare: () => write(`${SPIN} for (;;);`) },
    'pack, while the definitions are read': {
      words: ['pack', 'spinner'],
      prepare: () => write(`${SPIN} for (;;);`, []),
    },
    'test, while an example runs': {
      words: ['test', 'spinner'],
      prepare: () => write(SPIN, [{ ...TOOL, examples: [{ arguments: {}, result: 1 }] }]),
    },
    'call, while the tool runs': { words: ['call', 'spin', '{}', '--plugin', 'spinner'], prepare: spinning },
  };
  for (const [name, { words, prepare }] of Object.entries(cases))
    for (const [node, how] of [
      [process.execPath, 'its own Node'],
      [OLD_NODE, 'an old Node'],
    ] as const)
      it(`${name}, on ${how}`, async function () {
        skipWithout(this, `interrupted commands on ${how}`, node === undefined ? 'no old Node on the path' : undefined);
        prepare();
        const child = spawn(node as string, [BIN, ...words], {
          cwd: folder,
          env: env(),
          stdio: 'ignore',
          detached: true,
        });
        const trail = trailOf(child.pid as number);
        await untilBusy(child.pid as number, (processes) => processes.length > 0);
        await rest(2_500);
        expect(child.exitCode, 'it still runs').to.equal(null);
        const sinceMs = performance.now();
        // As a terminal does: to the whole foreground process group.
        process.kill(-(child.pid as number), 'SIGINT');
        const [code] = await once(child, 'exit');
        expect(code).to.equal(130);
        expect(performance.now() - sinceMs).to.be.below(AT_ONCE_MS);
        await expectNothingLeft(trail());
      });

  for (const [name, typed] of [
    ['at its prompt', ''],
    ['while a call runs', 'spin {}\n'],
  ] as const)
    it(`dev, ${name}`, async function () {
      skipWithout(this, 'toolcell dev in a terminal', terminalLacks());
      spinning();
      const terminal = await openTerminal(folder, env());
      try {
        terminal.run(`${process.execPath} ${BIN} dev spinner`);
        await terminal.until(/✓ spinner[\s\S]*> /);
        const processes = descendantsOf(terminal.processId).slice(1);
        terminal.type(typed);
        await rest(1_000);
        terminal.type(CTRL_C);
        expect(await terminal.untilPrompt(AT_ONCE_MS), terminal.shown()).to.equal(130);
        await expectNothingLeft(processes);
      } finally {
        await terminal.close();
      }
    });
});
