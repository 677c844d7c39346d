// Decides what a signal does to the server's main process, by its state:
//
//   starting ──serves──▶ serving ──a signal, the terminal or the wrapper gone──▶ ending ──▶ exit
//
// `starting`: a signal ends the process at once. `serving`: a signal starts an end in order. `ending`: another signal ends the process at once.
//
// Signals are those of docs/operating.md. Runners get none of them: Ctrl-C reaches every process of a terminal and systemd signals every process
// of a service, and a runner that ended then would take along the calls that the server is about to finish. So runners lead a session of their
// own and ignore signals; the host ends them with SIGKILL.
//
// SIGHUP has two meanings, and Node does not say who sent it. If a window was closed, opening `/dev/tty` fails from then on, in some terminals
// only after the signal. A server has a terminal only if one of its standard streams is it, so `nohup` and `setsid` work. One key press can come
// twice, because npm, our wrapper and `timeout` pass on what the server got too.
//
// A wrapper that is killed tells nobody, so its child looks at its parent's process id (wrapper.js). Rejected: a pipe, because `process.execve`
// closes it; the parent-death signal, which follows the thread that started the child. Costs: on macOS and Windows, plugin code that spins
// outlives a host that was killed with SIGKILL.

import { closeSync, constants as openFlags, openSync } from 'node:fs';
import { constants } from 'node:os';
import { isatty } from 'node:tty';

/** A signal that arrives this soon after the first one may be the same key press, passed on by a wrapper that got it too. */
const ECHO_MS = { wrapped: 1_000, direct: 200 };
/** When a window closes, SIGHUP may arrive before the terminal is gone: `Ending` looks for this long whether it goes. */
const CLOSING_MS = 5_000;
const LOOK_EVERY_MS = 100;

/** What the server does about signals while it serves. */
export interface ServingDuties {
  /** Ends in order, and resolves when that is done. `reason`: a signal's name, or a few words for the operator. */
  readonly close: (reason: string) => Promise<void>;
  readonly reload: () => void;
}

/** `watchWrapper` of wrapper.js, with the environment it reads: calls `onGone` if the wrapper ends, and returns whether there is one. */
export type WatchWrapper = (onGone: () => void) => boolean;

type EndSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

/**
 * Turns signals into the end of the server's process, or into a reload. Invariant: an end in order starts at most once.
 *
 * Exit codes: 0 after an end in order, 3 if that failed, 128 plus the signal's number for an end at once. Its timers keep no process alive.
 */
export class Ending {
  /** False for a service, a container, and a job of `nohup` or `setsid`. */
  readonly #hasTerminal = hasTerminal();
  readonly #failed: (error: unknown) => void;
  readonly #echoMs: number;
  #duties: ServingDuties | undefined;
  #isReloadWanted = false;
  #endingSinceMs: number | undefined;
  #hasEcho = false;

  /** Listens from now on. Calls `failed` with the error if an end in order fails, before the process exits with 3. */
  constructor(watchWrapper: WatchWrapper, failed: (error: unknown) => void) {
    this.#failed = failed;
    this.#echoMs = watchWrapper(() => this.#onWrapperGone()) ? ECHO_MS.wrapped : ECHO_MS.direct;
    process.on('SIGINT', () => this.#onSignal('SIGINT'));
    process.on('SIGTERM', () => this.#onSignal('SIGTERM'));
    process.on('SIGHUP', () => this.#onHangUp());
  }

  /** From now on a signal ends the server in order. Reloads at once if a SIGHUP arrived earlier. */
  serves(duties: ServingDuties): void {
    this.#duties = duties;
    if (this.#isReloadWanted) duties.reload();
  }

  #onWrapperGone(): void {
    this.#end('SIGHUP', 'the process that started the server has gone');
  }

  #onSignal(signal: EndSignal): void {
    if (this.#endingSinceMs === undefined) return this.#end(signal, signal);
    if (this.#hasEcho || performance.now() - this.#endingSinceMs > this.#echoMs) process.exit(exitCodeOf(signal));
    this.#hasEcho = true;
  }

  /**
   * Without a terminal SIGHUP is a request to read the folder. In a terminal it may also mean that the window was closed; then the kernel takes the
   * terminal away.
   */
  #onHangUp(): void {
    if (this.#endingSinceMs !== undefined) return;
    if (process.platform === 'win32' || this.#isTerminalGone()) return this.#end('SIGHUP', 'the terminal was closed');
    if (this.#duties) this.#duties.reload();
    else this.#isReloadWanted = true;
    if (this.#hasTerminal) this.#lookForClosing(performance.now() + CLOSING_MS);
  }

  #isTerminalGone(): boolean {
    return this.#hasTerminal && !hasTerminal();
  }

  #lookForClosing(untilMs: number): void {
    if (this.#endingSinceMs !== undefined || performance.now() > untilMs) return;
    if (this.#isTerminalGone()) this.#end('SIGHUP', 'the terminal was closed');
    else setTimeout(() => this.#lookForClosing(untilMs), LOOK_EVERY_MS).unref();
  }

  #end(signal: EndSignal, reason: string): void {
    if (this.#endingSinceMs !== undefined) return;
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

/** True if this process uses a terminal and controls it. The kernel takes it away from all processes in it when the window is closed. */
const hasTerminal = (): boolean => {
  if (![0, 1, 2].some((descriptor) => isatty(descriptor))) return false;
  try {
    closeSync(openSync('/dev/tty', openFlags.O_RDONLY | openFlags.O_NOCTTY));
    return true;
  } catch {
    return false;
  }
};

/** Exit code that shells give a process that a signal ended: 129, 130, 143. */
const exitCodeOf = (signal: EndSignal): number => 128 + constants.signals[signal];
