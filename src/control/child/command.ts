// The command line of a runner process, as plain data: planned in the main thread, followed in the control thread.

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
