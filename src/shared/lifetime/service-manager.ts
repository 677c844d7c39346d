// Tells systemd (`Type=notify`) that the server serves, that it ends, and that its main thread still works. Front process, main thread.

import { fstatSync, writeSync } from 'node:fs';

/** notify-socket.js sets it, which TypeScript does not read. */
const NOTIFY_VARIABLE = 'TOOLCELL_NOTIFY_FD';
const MICROSECONDS_PER_MS = 1_000;

/**
 * Messages to systemd; see sd_notify(3). Every method does nothing if systemd does not wait for messages, and none throws: if a message cannot be
 * sent, systemd acts as if it had not come. Its timer keeps no process alive.
 */
export class ServiceManager {
  readonly #descriptor: number | undefined;
  readonly #watchdogMs: number | undefined;

  /** Takes the connection from `env`, and removes it there, so that no child of the server uses it. */
  constructor(env: NodeJS.ProcessEnv) {
    this.#descriptor = descriptorIn(env);
    this.#watchdogMs = this.#descriptor === undefined ? undefined : watchdogMsIn(env);
    for (const name of [NOTIFY_VARIABLE, 'NOTIFY_SOCKET', 'WATCHDOG_USEC', 'WATCHDOG_PID']) delete env[name];
  }

  /** The server serves at `url`. From now on systemd hears from the main thread in time, if the unit sets `WatchdogSec`. */
  ready(url: string): void {
    this.#send(`READY=1\nSTATUS=Serves on ${url}`);
    if (this.#watchdogMs === undefined) return;
    // Twice as often as systemd demands, as its manual advises.
    setInterval(() => this.#send('WATCHDOG=1'), this.#watchdogMs / 2).unref();
  }

  /** The server ends. The watchdog goes on, because calls in flight are still finished. */
  stopping(): void {
    this.#send('STOPPING=1\nSTATUS=Finishes calls in flight');
  }

  #send(text: string): void {
    if (this.#descriptor === undefined) return;
    try {
      writeSync(this.#descriptor, text);
    } catch {
      // systemd is gone, or does not read.
    }
  }
}

/** The inherited socket. Another program may have left the variable to a process that has another file under the number. */
const descriptorIn = (env: NodeJS.ProcessEnv): number | undefined => {
  const number = env[NOTIFY_VARIABLE] ?? '';
  if (!/^\d{1,4}$/.test(number) || Number(number) < 3) return undefined;
  try {
    return fstatSync(Number(number)).isSocket() ? Number(number) : undefined;
  } catch {
    return undefined;
  }
};

/** How long systemd waits for the next message, in milliseconds. `WATCHDOG_PID` names the process that systemd watches. */
const watchdogMsIn = ({
  WATCHDOG_USEC: microseconds,
  WATCHDOG_PID: processId,
}: NodeJS.ProcessEnv): number | undefined => {
  const ms = Number(microseconds) / MICROSECONDS_PER_MS;
  if (!(ms > 0) || (processId !== undefined && processId !== String(process.pid))) return undefined;
  return ms;
};
