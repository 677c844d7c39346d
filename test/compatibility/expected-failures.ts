// What is known not to work, and why: examples that fail in the sandbox, and libraries that ask for what no tool can have.

/** Tools whose examples fail in both modes. */
export interface ExpectedFailure {
  readonly library: string;
  readonly tools: readonly string[];
  /** What the caller is told. */
  readonly says: string;
  readonly why: string;
  readonly instead: string;
}

/** A library that is refused, or that packs, with a warning, and cannot work. */
export interface Unusable {
  readonly library: string;
  /** A module of Node that it asks for, and that no tool can have. */
  readonly asksFor: string;
  readonly why: string;
}

export const EXPECTED_FAILURES: readonly ExpectedFailure[] = [];

/** None is known: a library gets something in place of a module that no tool can have. */
export const UNPACKABLE: readonly Unusable[] = [];

export const UNUSABLE: readonly Unusable[] = [
  { library: 'ioredis', asksFor: 'node:net', why: 'It opens sockets, and a tool has `fetch`.' },
  { library: 'koa', asksFor: 'node:net', why: 'A server listens, and a tool cannot.' },
  { library: 'piscina', asksFor: 'node:worker_threads', why: 'It starts threads, and a tool has one.' },
];
