// What the server asks of the thread that reads source maps, and what it gets back. Types only.

/** A place as a stack names it, in the code that runs. Line and column from 1. */
export interface RunPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Which of the author's places these are, of a bundle on disk. */
export interface MapTask {
  /** Folder or archive inside the plugins folder. */
  readonly path: string;
  /** The version that ran: where another lies there by now, nothing is mapped. */
  readonly digest: string;
  /** Bytes and files of a bundle, as the catalog has them. */
  readonly caps: { readonly bytes: number; readonly files: number };
  /** For the compiler, in milliseconds. */
  readonly compileMs: number;
  readonly places: readonly RunPlace[];
}

/** For each place the author's as `file:line:column`, on one line and printable; null where it is none of the author's. */
export type MapAnswer = readonly (string | null)[];
