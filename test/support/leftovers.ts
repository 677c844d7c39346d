// Gives a process of the tests a temporary folder of its own. When the process is gone, even by SIGKILL, a small shell that outlives it removes the
// folder, and on Linux kills every process that has the folder in its environment, its command line or as its working directory.

import { spawn } from 'node:child_process';
import { mkdirSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Reads its standard input to the end, which comes when the process that made it is gone. */
const SWEEPER = `
read -r end
for attempt in 1 2 3 4 5; do
  for id in $(grep -lsaF "$FOLDER/" /proc/[0-9]*/cmdline /proc/[0-9]*/environ; find /proc/[0-9]*/cwd -maxdepth 0 -lname "$FOLDER/*" 2>/dev/null); do
    id=\${id#/proc/}
    id=\${id%%/*}
    [ "$id" = $$ ] || kill -9 "$id" 2>/dev/null
  done
  rm -rf "$FOLDER" 2>/dev/null && break
  sleep 0.2
done
`;

/** The variable with the temporary folder of the machine, for what shall outlive the tests. */
export const MACHINE_TMPDIR = 'TOOLCELL_TEST_TMPDIR';

/** Makes the folder and sets TMPDIR. Does nothing on Windows, which has no such shell. */
export const useOwnTemporaryFolder = (): void => {
  if (process.platform === 'win32') return;
  const parent = realpathSync(tmpdir());
  process.env[MACHINE_TMPDIR] ??= parent;
  const folder = join(parent, `tc-${process.pid}`);
  // Tests run programs as other users there.
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  const env = { PATH: process.env.PATH, FOLDER: folder };
  const sweeper = spawn('/bin/sh', ['-c', SWEEPER], {
    cwd: '/',
    env,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  sweeper.unref();
  (sweeper.stdin as unknown as { unref(): void }).unref();
  // With a slash at its end, by which the sweeper knows it from others whose number is longer.
  process.env.TMPDIR = `${folder}/`;
};
