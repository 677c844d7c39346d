// Makes one call of a server that is imported, and tells what the machine is at fault for from what the package is. Runs in the command's process; the sandbox
// has processes of its own.

import { setTimeout as sleep } from 'node:timers/promises';
import type { CatalogSnapshot } from '../../../catalog/model/snapshot.ts';
import { ERRORS } from '../../../shared/protocol/errors.ts';
import { CommandFailed, EXIT } from '../../common/command.ts';
import type { Called } from '../../plugin/stack-lines.ts';
import type { Workbench } from '../../plugin/workbench.ts';

/** A call of an import changes nothing anywhere, so it may be made again. */
const ATTEMPTS = 3;
const PAUSE_MS = 1_000;

/** A call of one of the importer's own tools. */
export interface SandboxCall {
  readonly toolName: string;
  readonly arguments: object;
  /** What nobody knows without an answer: `why the server does not list its tools`. */
  readonly unknown: string;
}

/** Calls a tool, and calls it again if the host was at fault. Rejects with CommandFailed if it still is. */
export const askSandbox = async (
  bench: Pick<Workbench, 'call'>,
  snapshot: CatalogSnapshot,
  { toolName, arguments: given, unknown }: SandboxCall,
): Promise<Called> => {
  for (let attempt = 1; ; attempt += 1) {
    const called = await bench.call(snapshot, toolName, JSON.stringify(given));
    const { outcome } = called;
    if (outcome.ok || ERRORS[outcome.failure.code].fault !== 'host') return called;
    if (attempt === ATTEMPTS)
      throw new CommandFailed(
        EXIT.host,
        `the sandbox could not find out, in ${ATTEMPTS} attempts, ${unknown}: ${outcome.failure.detail}`,
        'try again when this machine has less to do; if the same happens then, the package is the cause',
      );
    await sleep(PAUSE_MS * attempt);
  }
};
