// Makes the calls of a process on chosen files fail for a while, as a broken disk does (EIO) or a network disk whose server went away (ESTALE).
// Linux, and only with a compiler of C: a library that is loaded before all others makes them fail.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { notLinux } from './skip.ts';

const SOURCE = fileURLToPath(new URL('system-faults.c', import.meta.url));
const NUMBERS = { EIO: constants.errno.EIO, ESTALE: constants.errno.ESTALE };

export interface SystemFaults {
  /** The variables of a process whose calls are to fail. */
  readonly env: Readonly<Record<string, string>>;
  /** From now on each call on a file whose path begins so fails. */
  begin(code: keyof typeof NUMBERS, ...paths: readonly string[]): void;
  /** From now on such files cannot be opened or read, but their state can be asked for: to whoever looks at that, nothing changes afterwards. */
  beginUnread(code: keyof typeof NUMBERS, ...paths: readonly string[]): void;
  /** No call fails any more. */
  end(): void;
  remove(): void;
}

/** For tests that need it. */
export const noSystemFaults = (): string | undefined =>
  notLinux() ?? (spawnSync('cc', ['--version']).status === 0 ? undefined : 'no compiler of C (cc)');

/** Compiles the library. */
export const systemFaults = (): SystemFaults => {
  const folder = mkdtempSync(join(tmpdir(), 'toolcell-faults-'));
  const library = join(folder, 'system-faults.so');
  const control = join(folder, 'faults');
  execFileSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, SOURCE, '-ldl']);
  const write = (text: string): void => {
    writeFileSync(`${control}.next`, text);
    renameSync(`${control}.next`, control);
  };
  return {
    env: { LD_PRELOAD: library, TOOLCELL_TEST_FAULTS: control },
    begin: (code, ...paths) => write(paths.map((path) => `${NUMBERS[code]} ${path}\n`).join('')),
    beginUnread: (code, ...paths) => write(paths.map((path) => `-${NUMBERS[code]} ${path}\n`).join('')),
    end: () => write(''),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};
