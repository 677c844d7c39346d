// Applies a configuration that has changed while the server runs, and logs the outcome. Runs in the server's main process. Decision 0026.

import type { Config } from '../settings/config.ts';
import type { LiveConfig } from '../settings/live/live-config.ts';
import type { ConfigurationState } from './configuration-state.ts';
import type { Host } from './host.ts';
import type { Log } from './log/log.ts';

export interface ReconfigureParts {
  readonly log: Pick<Log, 'write' | 'setLevel'>;
  /** Warnings that were logged already, and are not logged again. */
  readonly warned: readonly string[];
  /** Called after another configuration has come into force. */
  readonly onConfigured: () => void;
  /** Called with both configurations when another one has come into force; `waiting` names the settings that need a restart. */
  readonly onChange?: ((before: Config, after: Config, cause: string, waiting: readonly string[]) => void) | undefined;
  /** Called after each reading. */
  readonly onRead: (state: ConfigurationState) => void;
}

/** The cause of a reading that nobody asked for: the one before was refused, perhaps because a disk was away. */
export const AGAIN = 'again';

/**
 * Returns a function that reads the configuration again and applies it; `cause` is logged as the reason. A configuration with problems is refused whole,
 * and the one before stays in force. Settings that need a restart are named in the log. {@link AGAIN} reads only what was refused, and tells only other problems than before. Calls run one after the other, and never reject.
 */
export const createReconfigure = (
  live: LiveConfig,
  host: Pick<Host, 'reconfigure'>,
  { log, warned, onConfigured, onChange, onRead }: ReconfigureParts,
): ((cause: string) => Promise<void>) => {
  let turn = Promise.resolve();
  let loggedWaiting = '';
  let warnings: ReadonlySet<string> = new Set(warned);
  let isRefused = false;
  /** Of the last reading, if it was refused for what was read. */
  let toldProblems: string | undefined;
  const refuse = (problems: readonly string[]): void => {
    isRefused = true;
    onRead({ problems, waiting: [] });
  };
  const apply = async (cause: string): Promise<void> => {
    if (cause === AGAIN && toldProblems === undefined) return;
    const update = live.read();
    if (!update.ok) {
      refuse(update.problems);
      const problems = update.problems.join('\n');
      if (problems === toldProblems && cause === AGAIN) return;
      toldProblems = problems;
      for (const problem of update.problems) log.write('error', { cause, detail: problem }, 'configuration refused');
      return;
    }
    toldProblems = undefined;
    for (const detail of update.warnings) if (!warnings.has(detail)) log.write('warn', { detail }, 'configuration');
    warnings = new Set(update.warnings);
    await host.reconfigure(update.config, update.externalValues);
    const before = live.config;
    live.accept(update);
    // Before the log tells it: figures and the admin API must not contradict a line that is there.
    onRead({ problems: [], waiting: update.waiting });
    onChange?.(before, update.config, cause, update.waiting);
    log.setLevel(update.config.log.level);
    const waiting = update.waiting.join(', ');
    if (isRefused) log.write('info', { cause }, 'configuration is accepted again');
    isRefused = false;
    if (update.taken.length > 0) log.write('info', { cause, settings: update.taken }, 'configuration taken up');
    if (waiting !== '' && waiting !== loggedWaiting)
      log.write(
        'warn',
        { settings: update.waiting, hint: 'restart the server to take these up' },
        'configuration waits for a restart',
      );
    loggedWaiting = waiting;
    onConfigured();
  };
  return (cause) => {
    turn = turn
      .then(() => apply(cause))
      .catch((error: unknown) => {
        log.write('error', { cause: error }, 'the configuration was not taken up');
        refuse([`the server could not take it up (${String(error)}) → see its log`]);
      });
    return turn;
  };
};
