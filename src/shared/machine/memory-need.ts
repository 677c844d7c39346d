// How much memory a server needs, as far as that is known before its plugins run. Any process.

export const BYTES_PER_MB = 2 ** 20;
/** The front process with its threads, under load. Measured: 82 MB idle, 190 MB after minutes of calls. */
const SERVER_MB = 256;
/** A runner with an ordinary plugin. Measured: 18 to 43 MB of its own for a tiny one, without the plugin's own data. */
const RUNNER_MB = 64;
/** The runner that is started ahead. */
const SPARES = 1;

/** MB that a server and `runners` runner processes need, by default with ordinary plugins. */
export const memoryNeedMb = (runners: number, runnerMb: number = RUNNER_MB): number =>
  SERVER_MB + (runners + SPARES) * runnerMb;

/** The most runner processes whose need fits into `bytes`; at least 1. */
export const runnersFor = (bytes: number, runnerMb: number = RUNNER_MB): number =>
  Math.max(1, Math.floor((bytes / BYTES_PER_MB - SERVER_MB) / runnerMb) - SPARES);
