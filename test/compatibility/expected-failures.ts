// What is known not to work, and why: examples that fail in the sandbox, and libraries that cannot be packed.

/** Tools whose examples fail in both modes. */
export interface ExpectedFailure {
  readonly library: string;
  readonly tools: readonly string[];
  /** What the caller is told. */
  readonly says: string;
  readonly why: string;
  readonly instead: string;
}

/** A library whose import no bundle can have. */
export interface Unpackable {
  readonly library: string;
  /** A module of Node that it asks for. */
  readonly asksFor: string;
  readonly why: string;
}

export const EXPECTED_FAILURES: readonly ExpectedFailure[] = [];

export const UNPACKABLE: readonly Unpackable[] = [
  { library: 'koa', asksFor: 'node:http', why: 'A server listens, and a tool has no network.' },
  { library: 'tar', asksFor: 'node:fs', why: 'It reads and writes files, and a tool has none.' },
  { library: 'piscina', asksFor: 'node:worker_threads', why: 'It starts threads, and a tool has one.' },
];
