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

/** A copy of a value, circles and all. Throws DOMException for functions, symbols and what has state of its own. */
declare function structuredClone<Value>(value: Value, options?: { transfer?: readonly ArrayBuffer[] }): Value;

declare class Event {
  constructor(type: string, init?: { bubbles?: boolean; cancelable?: boolean; composed?: boolean });
  static readonly NONE: 0;
  static readonly CAPTURING_PHASE: 1;
  static readonly AT_TARGET: 2;
  static readonly BUBBLING_PHASE: 3;
  readonly type: string;
  readonly target: EventTarget | null;
  /** @deprecated Use `target`. */
  readonly srcElement: EventTarget | null;
  readonly currentTarget: EventTarget | null;
  composedPath(): EventTarget[];
  readonly eventPhase: number;
  stopPropagation(): void;
  /** @deprecated Use `stopPropagation`. */
  cancelBubble: boolean;
  stopImmediatePropagation(): void;
  readonly bubbles: boolean;
  readonly cancelable: boolean;
  /** @deprecated Use `defaultPrevented`. */
  returnValue: boolean;
  preventDefault(): void;
  readonly defaultPrevented: boolean;
  readonly composed: boolean;
  readonly isTrusted: boolean;
  readonly timeStamp: number;
  /** @deprecated Use the constructor. */
  initEvent(type: string, bubbles?: boolean, cancelable?: boolean): void;
}

declare class CustomEvent<Detail = unknown> extends Event {
  constructor(type: string, init?: { bubbles?: boolean; cancelable?: boolean; composed?: boolean; detail?: Detail });
  readonly detail: Detail;
}

type EventListener = ((event: Event) => unknown) | { handleEvent(event: Event): unknown };

/** What a listener throws ends the call, as what a timer throws does. */
declare class EventTarget {
  addEventListener(
    type: string,
    listener: EventListener | null,
    options?: boolean | { capture?: boolean; once?: boolean; passive?: boolean; signal?: AbortSignal },
  ): void;
  removeEventListener(type: string, listener: EventListener | null, options?: boolean | { capture?: boolean }): void;
  dispatchEvent(event: Event): boolean;
}

declare class AbortController {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
}

declare class AbortSignal extends EventTarget {
  private constructor();
  static abort(reason?: unknown): AbortSignal;
  static timeout(milliseconds: number): AbortSignal;
  static any(signals: Iterable<AbortSignal>): AbortSignal;
  readonly aborted: boolean;
  readonly reason: unknown;
  throwIfAborted(): void;
  onabort: ((this: AbortSignal, event: Event) => unknown) | null;
}

declare class Performance {
  private constructor();
  /** Milliseconds since the call began, in steps of 1 ms. */
  now(): number;
  /** When the call began, in milliseconds since 1970. */
  readonly timeOrigin: number;
  toJSON(): object;
}

declare const performance: Performance;

type HashAlgorithm = 'SHA-1' | 'SHA-256' | 'SHA-384' | 'SHA-512';
type HashGiven = HashAlgorithm | { name: HashAlgorithm };
type HmacKeyAlgorithm = { name: 'HMAC'; hash: HashGiven; length?: number };
type HmacUsage = 'sign' | 'verify';

interface JsonWebKey {
  kty?: string;
  k?: string;
  alg?: string;
  use?: string;
  key_ops?: string[];
  ext?: boolean;
}

declare class CryptoKey {
  private constructor();
  readonly type: 'secret';
  readonly extractable: boolean;
  readonly algorithm: { name: string; hash: { name: string }; length: number };
  readonly usages: HmacUsage[];
}

/** Hashes, and HMAC. */
declare class SubtleCrypto {
  private constructor();
  digest(algorithm: HashGiven, data: BufferSource): Promise<ArrayBuffer>;
  sign(algorithm: 'HMAC' | { name: 'HMAC' }, key: CryptoKey, data: BufferSource): Promise<ArrayBuffer>;
  verify(
    algorithm: 'HMAC' | { name: 'HMAC' },
    key: CryptoKey,
    signature: BufferSource,
    data: BufferSource,
  ): Promise<boolean>;
  importKey(
    format: 'raw',
    data: BufferSource,
    algorithm: HmacKeyAlgorithm,
    extractable: boolean,
    usages: readonly HmacUsage[],
  ): Promise<CryptoKey>;
  importKey(
    format: 'jwk',
    data: JsonWebKey,
    algorithm: HmacKeyAlgorithm,
    extractable: boolean,
    usages: readonly HmacUsage[],
  ): Promise<CryptoKey>;
  exportKey(format: 'raw', key: CryptoKey): Promise<ArrayBuffer>;
  exportKey(format: 'jwk', key: CryptoKey): Promise<JsonWebKey>;
  generateKey(algorithm: HmacKeyAlgorithm, extractable: boolean, usages: readonly HmacUsage[]): Promise<CryptoKey>;
}

/** Random bytes come from the host, fresh for every call. */
declare class Crypto {
  private constructor();
  readonly subtle: SubtleCrypto;
  /** Fills it, and gives it back. At most 65,536 bytes at a time. */
  getRandomValues<Values extends ArrayBufferView>(values: Values): Values;
  randomUUID(): `${string}-${string}-${string}-${string}-${string}`;
}

declare const crypto: Crypto;
