// Keeps when each API key was last used, once a minute: a call costs no write. Front process, main thread.

import type { KeyUses } from '../front/doors/key-uses.ts';
import type { Keyring } from '../front/doors/keyring.ts';
import type { Notice } from '../shared/protocol/task.ts';

const KEEP_EVERY_MS = 60_000;

export interface KeyUsesParts {
  readonly keyring: Pick<Keyring, 'takeUses' | 'giveBack' | 'has'>;
  /** Writes uses where the keys are. */
  readonly keep: (uses: KeyUses, isKept: (id: string) => boolean) => Promise<void>;
  readonly onNotice?: ((notice: Notice) => void) | undefined;
  readonly everyMs?: number;
}

/** What cannot be kept now is kept with the next ones; the reason is logged once, until it works again. Its timer keeps no process alive. */
export const keepUses = ({
  keyring,
  keep,
  onNotice,
  everyMs = KEEP_EVERY_MS,
}: KeyUsesParts): { readonly close: () => Promise<void> } => {
  let problem = '';
  const keepNow = async (): Promise<void> => {
    const uses = keyring.takeUses();
    if (uses.size === 0) return;
    try {
      await keep(uses, (id) => keyring.has(id));
      problem = '';
    } catch (error) {
      keyring.giveBack(uses);
      const { message } = error as Error;
      if (problem === '')
        onNotice?.({
          level: 'warn',
          text: `When API keys were last used cannot be kept (${message}) → let the user of the server write there. Calls go on.`,
        });
      problem = message;
    }
  };
  let keeping = Promise.resolve();
  const keepInTurn = (): Promise<void> => {
    keeping = keeping.then(keepNow);
    return keeping;
  };
  const timer = setInterval(() => void keepInTurn(), everyMs).unref();
  return {
    close: () => {
      clearInterval(timer);
      return keepInTurn();
    },
  };
};
