// Takes up a configuration that has changed while the server runs, and says in the log what came of it.

import type { LiveConfig } from '../config/live-config.ts';
import type { Host } from '../host.ts';
import type { Log } from '../log/log.ts';

export interface TakeUpParts {
  readonly log: Pick<Log, 'write' | 'setLevel'>;
  /** Warnings that were logged already. */
  readonly warned: readonly string[];
  /** Told once another configuration is in force. */
  readonly onConfigured: () => void;
}

/**
 * Reads the configuration again each time it is called; `cause` says why. One that has problems is refused whole, and the one before stays in force.
 * What cannot change without a restart is named in the log. Calls take turns.
 */
export const createTakeUp = (
  live: LiveConfig,
  host: Pick<Host, 'reconfigure'>,
  { log, warned, onConfigured }: TakeUpParts,
): ((cause: string) => Promise<void>) => {
  let turn = Promise.resolve();
  let told = '';
  let warnings: ReadonlySet<string> = new Set(warned);
  const takeUp = async (cause: string): Promise<void> => {
    const update = live.read();
    if (!update.ok) {
      for (const problem of update.problems) log.write('error', { cause, detail: problem }, 'configuration refused');
      return;
    }
    for (const detail of update.warnings) if (!warnings.has(detail)) log.write('warn', { detail }, 'configuration');
    warnings = new Set(update.warnings);
    await host.reconfigure(update.config, update.reach);
    live.accept(update);
    log.setLevel(update.config.log.level);
    const waiting = update.waiting.join(', ');
    if (update.taken.length > 0) log.write('info', { cause, settings: update.taken }, 'configuration taken up');
    if (waiting !== '' && waiting !== told)
      log.write(
        'warn',
        { settings: update.waiting, hint: 'restart the server to take these up' },
        'configuration waits for a restart',
      );
    told = waiting;
    onConfigured();
  };
  return (cause) => {
    turn = turn
      .then(() => takeUp(cause))
      .catch((error: unknown) => {
        log.write('error', { cause: error }, 'the configuration was not taken up');
      });
    return turn;
  };
};
