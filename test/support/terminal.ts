// Opens a real pseudo-terminal with an interactive shell, for tests of Ctrl-C and of a window that is closed. It uses `script` of util-linux (package
// bsdutils of Debian, always installed there), so that nothing native has to be built.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

export const CTRL_C = '\u0003';
const PROMPT = 'ready$ ';
const WAIT_MS = 30_000;

/** Why a terminal cannot be opened here; undefined if it can. */
export const terminalLacks = (): string | undefined => {
  if (process.platform !== 'linux') return 'only Linux lists processes in /proc';
  for (const [program, words] of [
    ['script', ['-qec', 'true', '/dev/null']],
    ['bash', ['-c', 'true']],
  ] as const) {
    if (spawnSync(program, words, { stdio: 'ignore' }).status !== 0) return `there is no working ${program}`;
  }
  return undefined;
};

/** The environment without npm's variables, which a program that a user starts in a terminal does not have. */
export const withoutNpm = (env: Readonly<Record<string, string | undefined>>): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !/^npm_/i.test(name)));

/** A terminal of a test. `close` must be called. */
export interface Terminal {
  /** Process id of `script`, which holds the terminal's other end: everything in the terminal is below it. */
  readonly processId: number;
  /** Everything that was shown so far. */
  shown(): string;
  type(text: string): void;
  /** Runs a command as a user does, in the foreground of the shell. */
  run(command: string): void;
  /** Waits for a match in the text since the last match. Rejects after `waitMs` (default: 30,000). */
  until(pattern: RegExp, waitMs?: number): Promise<RegExpExecArray>;
  /** Waits for the shell's next prompt; resolves with the exit code of the command before it. */
  untilPrompt(waitMs?: number): Promise<number>;
  /** Closes the window: the kernel hangs the terminal up. */
  close(): Promise<void>;
}

/** Opens a terminal with an interactive bash, in `cwd`, and waits for its prompt. */
export const openTerminal = async (
  cwd: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<Terminal> => {
  const child = spawn('script', ['-qfec', 'exec bash --norc --noprofile -i', '/dev/null'], {
    cwd,
    env: { ...withoutNpm(env), PS1: `[$?] ${PROMPT}`, SHELL: '/bin/sh', TERM: 'dumb' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  let text = '';
  let seen = 0;
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  const until = async (pattern: RegExp, waitMs = WAIT_MS): Promise<RegExpExecArray> => {
    for (const startMs = performance.now(); performance.now() - startMs < waitMs; ) {
      const found = pattern.exec(text.slice(seen));
      if (found) {
        seen += found.index + found[0].length;
        return found;
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error(
      `${pattern} was not shown within ${waitMs} ms, but:\n${text.slice(seen)}\nand before that:\n${text.slice(0, seen)}`,
    );
  };
  const untilPrompt = async (waitMs?: number): Promise<number> =>
    Number((await until(/\[(\d+)\] ready\$ /, waitMs))[1]);
  const type = (typed: string): void => void child.stdin.write(typed);
  child.stdin.on('error', () => {});
  await untilPrompt();
  return {
    processId: child.pid as number,
    shown: () => text,
    type,
    run: (command) => type(`${command}\n`),
    until,
    untilPrompt,
    close: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
};
