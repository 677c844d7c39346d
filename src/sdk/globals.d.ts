// `toolcell/globals`: what a tool finds beside ECMAScript itself. The libraries of `toolcell/tsconfig.json` leave out what a tool does not find:
// SharedArrayBuffer, Atomics, WebAssembly, WeakRef and FinalizationRegistry. Types only.

interface ToolConsole {
  debug(...values: unknown[]): void;
  info(...values: unknown[]): void;
  log(...values: unknown[]): void;
  warn(...values: unknown[]): void;
  error(...values: unknown[]): void;
}

/** Writes lines into the operator's log. Limits: `logBytes`, and each line counts against `hostCalls`. */
declare const console: ToolConsole;

/** Runs `task` after so many milliseconds, if the call still runs then. Counts against `hostCalls`. */
declare function setTimeout<Values extends unknown[]>(
  task: (...values: Values) => unknown,
  delayMs?: number,
  ...values: Values
): number;

/** Gives a timer up. */
declare function clearTimeout(timer: number | undefined): void;

/** Runs `task` every so many milliseconds, if the call still runs then. Counts against `hostCalls` each time. */
declare function setInterval<Values extends unknown[]>(
  task: (...values: Values) => unknown,
  everyMs?: number,
  ...values: Values
): number;

/** Gives a timer up. */
declare function clearInterval(timer: number | undefined): void;

/** Runs `task` once the code that runs now has ended. */
declare function queueMicrotask(task: () => unknown): void;

/** Its length is fixed: there is no `resize`. */
interface ArrayBuffer {
  readonly detached: boolean;
  transfer(newByteLength?: number): ArrayBuffer;
  transferToFixedLength(newByteLength?: number): ArrayBuffer;
}

/** What takes bytes: a buffer, or a view of one. */
type BufferSource = ArrayBuffer | ArrayBufferView;

declare class TextEncoder {
  readonly encoding: 'utf-8';
  encode(text?: string): Uint8Array<ArrayBuffer>;
  encodeInto(text: string, target: Uint8Array): { read: number; written: number };
}

/** UTF-8, UTF-16 and the encodings of one byte a character. Throws RangeError for other labels. */
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  readonly encoding: string;
  readonly fatal: boolean;
  readonly ignoreBOM: boolean;
  decode(bytes?: BufferSource, options?: { stream?: boolean }): string;
}

/** Base64 to a text of one character for each byte. Throws DOMException where it is no base64. */
declare function atob(text: string): string;

/** A text of one character for each byte to base64. Throws DOMException for characters above U+00FF. */
declare function btoa(text: string): string;

declare class DOMException extends Error {
  constructor(message?: string, name?: string);
  /** The number that the name has from of old, or 0. */
  readonly code: number;
}

declare class URL {
  constructor(url: string | URL, base?: string | URL);
  static canParse(url: string | URL, base?: string | URL): boolean;
  static parse(url: string | URL, base?: string | URL): URL | null;
  href: string;
  readonly origin: string;
  protocol: string;
  username: string;
  password: string;
  host: string;
  hostname: string;
  port: string;
  pathname: string;
  search: string;
  readonly searchParams: URLSearchParams;
  hash: string;
  toString(): string;
  toJSON(): string;
}

declare class URLSearchParams {
  constructor(init?: string | Iterable<readonly [string, string]> | Readonly<Record<string, string>>);
  readonly size: number;
  append(name: string, value: string): void;
  delete(name: string, value?: string): void;
  get(name: string): string | null;
  getAll(name: string): string[];
  has(name: string, value?: string): boolean;
  set(name: string, value: string): void;
  sort(): void;
  forEach(task: (value: string, name: string, params: URLSearchParams) => void, self?: unknown): void;
  entries(): IteratorObject<[string, string]>;
  keys(): IteratorObject<string>;
  values(): IteratorObject<string>;
  [Symbol.iterator](): IteratorObject<[string, string]>;
  toString(): string;
}
