// The command line of a runner process, as plain data: planned in the main thread, followed in the control thread.

/**
 * The whole environment of a runner; nothing of the host's is in it. With one arena for all threads, the C library keeps 0.9 MB less of each runner.
 * Decision 0061.
 */
export const RUNNER_ENVIRONMENT: Readonly<Record<string, string>> = { MALLOC_ARENA_MAX: '1' };

/** A command line and what its process inherits. */
export interface LaunchCommand {
  readonly command: string;
  readonly args: readonly string[];
  /** Given to bwrap on descriptor 5. */
  readonly seccomp: Uint8Array | undefined;
  /** Which process is the runner: the started one, its child in a PID namespace, or the first one of a box, which bwrap reports on descriptor 4. */
  readonly place: 'itself' | 'child' | 'box';
  /** A file that the command inherits, open, on descriptor 4. */
  readonly inheritedFile: string | undefined;
  /** User and group that the command is started as; the host's own if undefined. */
  readonly userId: number | undefined;
}
