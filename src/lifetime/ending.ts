// What signals mean to the server. It is in one of three states:
//
//   starting ──serves──▶ serving ──a signal, the terminal or the wrapper gone──▶ ending ──▶ exit
//
// `starting`: a signal ends the process at once. `serving`: it starts an end in order. `ending`: another one does not wait any longer.

import { constants } from 'node:os';
import { ownTerminal } from './terminal.ts';

/** A signal that comes so soon after the first may be the same one, handed on by a wrapper that got it too. */
const ECHO_MS = { wrapped: 1_000, direct: 200 };
/** A terminal may tell the shell to end, and the shell the server, before the window is gone. */
const CLOSING_MS = 5_000;
const LOOK_EVERY_MS = 100;

export interface ServingDuties {
  /** Ends in order. `reason`: a signal's name, or a few words for the operator. */
  readonly close: (reason: string) => Promise<void>;
  /** Reads the plugins folder again. */
  readonly reload: () => void;
}

/** `watchWrapper` of wrapper.js, with the environment it reads: calls `onGone` if the wrapper ends, and returns whether there is one. */
export type WatchWrapper = (onGone: () => void) => boolean;

type EndSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

export class Ending {
  readonly #terminal = ownTerminal();
  readonly #failed: (error: unknown) => void;
  readonly #echoMs: number;
  #duties: ServingDuties | undefined;
  #isReloadWanted = false;
  #endingSinceMs: number | undefined;
  #hasEcho = false;

  /** Listens from now on. `failed` is told of an end in order that did not work; the process then exits with 3. */
  constructor(watchWrapper: WatchWrapper, failed: (error: unknown) => void) {
    this.#failed = failed;
    this.#echoMs = watchWrapper(() => this.#onWrapperGone()) ? ECHO_MS.wrapped : ECHO_MS.direct;
    process.on('SIGINT', () => this.#onSignal('SIGINT'));
    process.on('SIGTERM', () => this.#onSignal('SIGTERM'));
    process.on('SIGHUP', () => this.#onHangUp());
  }

  /** From now on the server can be ended in order. */
  serves(duties: ServingDuties): void {
    this.#duties = duties;
    if (this.#isReloadWanted) duties.reload();
  }

  #onWrapperGone(): void {
    if (this.#endingSinceMs === undefined) this.#end('SIGHUP', 'the process that started the server has gone');
  }

  #onSignal(signal: EndSignal): void {
    if (this.#endingSinceMs === undefined) return this.#end(signal, signal);
    if (this.#hasEcho || performance.now() - this.#endingSinceMs > this.#echoMs) process.exit(exitCodeOf(signal));
    this.#hasEcho = true;
  }

  /**
   * Without a terminal SIGHUP is a request to read the folder. In a terminal it may also mean that the window was closed, which the kernel shows by
   * taking the terminal away.
   */
  #onHangUp(): void {
    if (this.#endingSinceMs !== undefined) return;
    if (process.platform === 'win32' || this.#terminal?.isGone()) return this.#end('SIGHUP', 'the terminal was closed');
    if (this.#duties) this.#duties.reload();
    else this.#isReloadWanted = true;
    if (this.#terminal) this.#lookForClosing(performance.now() + CLOSING_MS);
  }

  #lookForClosing(untilMs: number): void {
    if (this.#endingSinceMs !== undefined || performance.now() > untilMs) return;
    if (this.#terminal?.isGone()) this.#end('SIGHUP', 'the terminal was closed');
    else setTimeout(() => this.#lookForClosing(untilMs), LOOK_EVERY_MS).unref();
  }

  #end(signal: EndSignal, reason: string): void {
    if (!this.#duties) process.exit(exitCodeOf(signal));
    this.#endingSinceMs = performance.now();
    this.#duties.close(reason).then(
      () => process.exit(0),
      (error: unknown) => {
        this.#failed(error);
        process.exit(3);
      },
    );
  }
}

/** Exit code of a process that a signal ended, as shells tell it: 129, 130, 143. */
const exitCodeOf = (signal: EndSignal): number => 128 + constants.signals[signal];
