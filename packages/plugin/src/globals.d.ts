// `@toolcell/plugin/globals`: the globals that a tool has in addition to ECMAScript's. The libraries of `@toolcell/plugin/tsconfig.json` leave out those of
// ECMAScript that it does not have: SharedArrayBuffer, Atomics, WebAssembly, WeakRef and FinalizationRegistry. Types only.

interface ToolConsole {
  debug(...values: unknown[]): void;
  info(...values: unknown[]): void;
  log(...values: unknown[]): void;
  warn(...values: unknown[]): void;
  error(...values: unknown[]): void;
  /** Logs a line of `error` if the condition is false. */
  assert(condition?: unknown, ...values: unknown[]): void;
  /** Logs the stack of the caller as a line of `debug`. */
  trace(...values: unknown[]): void;
  dir(value?: unknown): void;
  dirxml(...values: unknown[]): void;
  /** Logs a line for each member. */
  table(value?: unknown): void;
  count(label?: string): void;
  countReset(label?: string): void;
  /** Starts a timer. It counts whole milliseconds, as every clock here does. */
  time(label?: string): void;
  timeLog(label?: string, ...values: unknown[]): void;
  timeEnd(label?: string): void;
  /** Indents the lines that follow. */
  group(...values: unknown[]): void;
  groupCollapsed(...values: unknown[]): void;
  groupEnd(): void;
  clear(): void;
}

/**
 * Writes lines into the operator's log: text unchanged, errors with their stacks, other values as JSON; `%s`, `%d`, `%i`, `%f`, `%j`, `%o` and
 * `%O` are replaced. Limits: `logLines` and `logBytes`; lines past them are dropped and counted. Exists only if the plugin's source names it.
 */
declare const console: ToolConsole;

/** The global object, under the name that code for browsers and workers uses. */
declare const self: typeof globalThis;

/** Runs `task` after `delayMs` milliseconds, if the call still runs then. Counts against `hostCalls`. */
declare function setTimeout(task: (...values: never[]) => unknown, delayMs?: number): number;
declare function setTimeout<Values extends unknown[]>(
  task: (...values: Values) => unknown,
  delayMs?: number,
  ...values: Values
): number;

/** Cancels a timer. */
declare function clearTimeout(timer: number | undefined): void;

/** Runs `task` every `everyMs` milliseconds for as long as the call runs. Each time counts against `hostCalls`. */
declare function setInterval(task: (...values: never[]) => unknown, everyMs?: number): number;
declare function setInterval<Values extends unknown[]>(
  task: (...values: Values) => unknown,
  everyMs?: number,
  ...values: Values
): number;

/** Cancels a timer. */
declare function clearInterval(timer: number | undefined): void;

/** Runs `task` once the code that runs now has ended. */
declare function queueMicrotask(task: (...values: never[]) => unknown): void;

// Members of ECMAScript, and of V8, that the libraries of TypeScript 7.0 do not declare yet.

interface IteratorConstructor {
  /** Iterates over all values of the first one, then of the next. */
  concat<Value>(...iterables: readonly Iterable<Value>[]): IteratorObject<Value, undefined, unknown>;
}

/** A text that `JSON.stringify` writes as it is. */
interface RawJSON {
  readonly rawJSON: string;
}

interface JSON {
  rawJSON(text: string | number | bigint | boolean | null): RawJSON;
  isRawJSON(value: unknown): value is RawJSON;
}

interface ErrorConstructor {
  captureStackTrace(target: object, caller?: (...values: never[]) => unknown): void;
  stackTraceLimit: number;
}

/** Its length is fixed: it has no `resize`. */
interface ArrayBuffer {
  readonly detached: boolean;
  transfer(newByteLength?: number): ArrayBuffer;
  transferToFixedLength(newByteLength?: number): ArrayBuffer;
}

/** Bytes: a buffer, or a view of one. */
type BufferSource = ArrayBuffer | ArrayBufferView;

declare class TextEncoder {
  readonly encoding: 'utf-8';
  encode(text?: string): Uint8Array<ArrayBuffer>;
  encodeInto(text: string, target: Uint8Array): { read: number; written: number };
}

/** Decodes UTF-8, UTF-16 and the encodings with one byte for each character. Throws RangeError for other labels. */
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  readonly encoding: string;
  readonly fatal: boolean;
  readonly ignoreBOM: boolean;
  decode(bytes?: BufferSource, options?: { stream?: boolean }): string;
}

/** Decodes base64 to a text with one character for each byte. Throws DOMException if it is not base64. */
declare function atob(text: string): string;

/** Encodes a text with one character for each byte as base64. Throws DOMException for characters above U+00FF. */
declare function btoa(text: string): string;

declare class DOMException extends Error {
  constructor(message?: string, name?: string);
  /** The legacy number of the name, or 0. */
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

/** Copies a value, circular references included. Throws DOMException for functions, symbols and objects with internal state. */
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

/** If a listener throws, the call ends, as it does if a timer's task throws. */
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
type AesName = 'AES-GCM' | 'AES-CBC' | 'AES-CTR';
type CurveName = 'P-256' | 'P-384' | 'P-521';
type CurveKeyAlgorithm = { name: 'ECDSA' | 'ECDH'; namedCurve: CurveName };
type ModernCurve = 'Ed25519' | 'X25519';
type RsaName = 'RSASSA-PKCS1-v1_5' | 'RSA-PSS';
type Named<Name extends string> = Name | { name: Name };

type AesAlgorithm =
  | { name: 'AES-GCM'; iv: BufferSource; additionalData?: BufferSource; tagLength?: 128 }
  | { name: 'AES-CBC'; iv: BufferSource }
  | { name: 'AES-CTR'; counter: BufferSource; length: number };
type SignAlgorithm =
  | Named<'HMAC' | 'Ed25519' | 'RSASSA-PKCS1-v1_5'>
  | { name: 'ECDSA'; hash: HashGiven }
  | { name: 'RSA-PSS'; saltLength: number };
type DeriveAlgorithm =
  | { name: 'PBKDF2'; hash: HashGiven; salt: BufferSource; iterations: number }
  | { name: 'HKDF'; hash: HashGiven; salt: BufferSource; info: BufferSource }
  | { name: 'ECDH' | 'X25519'; public: CryptoKey };
/** Algorithms that `deriveKey` can make keys for. */
type DerivedKeyAlgorithm = HmacKeyAlgorithm | { name: AesName; length: number } | Named<'PBKDF2' | 'HKDF'>;
type ImportAlgorithm =
  | HmacKeyAlgorithm
  | Named<AesName | 'PBKDF2' | 'HKDF' | ModernCurve>
  | CurveKeyAlgorithm
  | { name: RsaName; hash: HashGiven };
type KeyUsage = 'encrypt' | 'decrypt' | 'sign' | 'verify' | 'deriveKey' | 'deriveBits' | 'wrapKey' | 'unwrapKey';
type KeyBytes = 'raw' | 'spki' | 'pkcs8';
type KeyFormat = KeyBytes | 'jwk';
/** The parameters that describe a new key. */
type NewKey<Algorithm> = [algorithm: Algorithm, extractable: boolean, usages: readonly KeyUsage[]];

interface JsonWebKey {
  kty?: string;
  k?: string;
  crv?: string;
  x?: string;
  y?: string;
  n?: string;
  e?: string;
  d?: string;
  p?: string;
  q?: string;
  dp?: string;
  dq?: string;
  qi?: string;
  alg?: string;
  use?: string;
  key_ops?: string[];
  ext?: boolean;
}

declare class CryptoKey {
  private constructor();
  readonly type: 'secret' | 'public' | 'private';
  readonly extractable: boolean;
  readonly algorithm: {
    name: string;
    hash?: { name: string };
    length?: number;
    namedCurve?: string;
    modulusLength?: number;
    publicExponent?: Uint8Array<ArrayBuffer>;
  };
  readonly usages: KeyUsage[];
}

interface CryptoKeyPair {
  readonly publicKey: CryptoKey;
  readonly privateKey: CryptoKey;
}

/** Hashes and keys. An algorithm exists only if the plugin's source names it. All work counts against `cpuMs`. */
declare class SubtleCrypto {
  private constructor();
  digest(algorithm: HashGiven, data: BufferSource): Promise<ArrayBuffer>;
  sign(algorithm: SignAlgorithm, key: CryptoKey, data: BufferSource): Promise<ArrayBuffer>;
  verify(algorithm: SignAlgorithm, key: CryptoKey, signature: BufferSource, data: BufferSource): Promise<boolean>;
  encrypt(algorithm: AesAlgorithm, key: CryptoKey, data: BufferSource): Promise<ArrayBuffer>;
  decrypt(algorithm: AesAlgorithm, key: CryptoKey, data: BufferSource): Promise<ArrayBuffer>;
  /** `length` in bits; null for all bits that two keys agree on. */
  deriveBits(algorithm: DeriveAlgorithm, baseKey: CryptoKey, length?: number | null): Promise<ArrayBuffer>;
  deriveKey(
    algorithm: DeriveAlgorithm,
    baseKey: CryptoKey,
    ...derivedKey: NewKey<DerivedKeyAlgorithm>
  ): Promise<CryptoKey>;
  importKey(format: KeyBytes, data: BufferSource, ...key: NewKey<ImportAlgorithm>): Promise<CryptoKey>;
  importKey(format: 'jwk', data: JsonWebKey, ...key: NewKey<ImportAlgorithm>): Promise<CryptoKey>;
  exportKey(format: KeyBytes, key: CryptoKey): Promise<ArrayBuffer>;
  exportKey(format: 'jwk', key: CryptoKey): Promise<JsonWebKey>;
  generateKey(...key: NewKey<HmacKeyAlgorithm | { name: AesName; length: number }>): Promise<CryptoKey>;
  /** Not for RSA: import a key. */
  generateKey(...key: NewKey<CurveKeyAlgorithm | Named<ModernCurve>>): Promise<CryptoKeyPair>;
  wrapKey(format: KeyFormat, key: CryptoKey, wrappingKey: CryptoKey, algorithm: AesAlgorithm): Promise<ArrayBuffer>;
  unwrapKey(
    format: KeyFormat,
    wrapped: BufferSource,
    unwrappingKey: CryptoKey,
    unwrapAlgorithm: AesAlgorithm,
    ...key: NewKey<ImportAlgorithm>
  ): Promise<CryptoKey>;
}

/** Random bytes come from the host, fresh for every call. */
declare class Crypto {
  private constructor();
  readonly subtle: SubtleCrypto;
  /** Fills `values` with random bytes and returns it. At most 65,536 bytes at a time. */
  getRandomValues<Values extends ArrayBufferView>(values: Values): Values;
  randomUUID(): `${string}-${string}-${string}-${string}-${string}`;
}

declare const crypto: Crypto;

type HeadersInit =
  | Headers
  | Iterable<readonly [name: string, value: string]>
  | readonly (readonly string[])[]
  | Readonly<Record<string, string>>;

declare class Headers {
  constructor(init?: HeadersInit);
  append(name: string, value: string): void;
  delete(name: string): void;
  get(name: string): string | null;
  getSetCookie(): string[];
  has(name: string): boolean;
  set(name: string, value: string): void;
  forEach(task: (value: string, name: string, headers: Headers) => void, self?: unknown): void;
  entries(): IteratorObject<[string, string]>;
  keys(): IteratorObject<string>;
  values(): IteratorObject<string>;
  [Symbol.iterator](): IteratorObject<[string, string]>;
}

type BlobPart = string | BufferSource | Blob;

declare class Blob {
  constructor(parts?: Iterable<BlobPart>, options?: { type?: string; endings?: 'transparent' | 'native' });
  readonly size: number;
  readonly type: string;
  slice(start?: number, end?: number, type?: string): Blob;
  stream(): ReadableStream<Uint8Array<ArrayBuffer>>;
  text(): Promise<string>;
  arrayBuffer(): Promise<ArrayBuffer>;
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
}

declare class File extends Blob {
  constructor(
    parts: Iterable<BlobPart>,
    name: string,
    options?: { type?: string; endings?: 'transparent' | 'native'; lastModified?: number },
  );
  readonly name: string;
  readonly lastModified: number;
  /** Always empty. */
  readonly webkitRelativePath: string;
}

type FormDataEntryValue = string | File;

declare class FormData {
  constructor();
  append(name: string, value: string | Blob, fileName?: string): void;
  delete(name: string): void;
  get(name: string): FormDataEntryValue | null;
  getAll(name: string): FormDataEntryValue[];
  has(name: string): boolean;
  set(name: string, value: string | Blob, fileName?: string): void;
  forEach(task: (value: FormDataEntryValue, name: string, form: FormData) => void, self?: unknown): void;
  entries(): IteratorObject<[string, FormDataEntryValue]>;
  keys(): IteratorObject<string>;
  values(): IteratorObject<FormDataEntryValue>;
  [Symbol.iterator](): IteratorObject<[string, FormDataEntryValue]>;
}

type BodyInit = string | URLSearchParams | FormData | Blob | BufferSource | ReadableStream<Uint8Array>;
type RequestRedirect = 'follow' | 'error' | 'manual';

/** Options that matter to web pages only (`mode`, `credentials`, `cache`, `referrer`) are kept and change nothing. */
interface RequestInit {
  method?: string;
  headers?: HeadersInit;
  body?: BodyInit | null;
  redirect?: RequestRedirect;
  signal?: AbortSignal | null;
  /** Required if the body is a stream. */
  duplex?: 'half';
  cache?: string;
  credentials?: string;
  integrity?: string;
  keepalive?: boolean;
  mode?: string;
  priority?: string;
  referrer?: string;
  referrerPolicy?: string;
  window?: null;
}

/** The body of a request or a response. It can be read once. */
interface Body {
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>> | null;
  readonly bodyUsed: boolean;
  arrayBuffer(): Promise<ArrayBuffer>;
  blob(): Promise<Blob>;
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
  formData(): Promise<FormData>;
  json(): Promise<ReturnType<typeof JSON.parse>>;
  text(): Promise<string>;
}

interface Request extends Body {}
declare class Request {
  constructor(input: string | URL | Request, init?: RequestInit);
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly redirect: RequestRedirect;
  readonly signal: AbortSignal;
  readonly duplex: 'half';
  readonly cache: string;
  readonly credentials: string;
  readonly destination: string;
  readonly integrity: string;
  readonly keepalive: boolean;
  readonly mode: string;
  readonly referrer: string;
  readonly referrerPolicy: string;
  clone(): Request;
}

interface ResponseInit {
  status?: number;
  statusText?: string;
  headers?: HeadersInit;
}

interface Response extends Body {}
declare class Response {
  constructor(body?: BodyInit | null, init?: ResponseInit);
  static error(): Response;
  static json(data: unknown, init?: ResponseInit): Response;
  static redirect(url: string | URL, status?: number): Response;
  readonly type: 'default' | 'basic' | 'error';
  readonly url: string;
  readonly redirected: boolean;
  readonly status: number;
  readonly ok: boolean;
  readonly statusText: string;
  readonly headers: Headers;
  clone(): Response;
}

/**
 * Sends a request to an origin that `capabilities.fetch` of plugin.json asks for and the operator grants. The host replaces `{{secret.NAME}}` in the
 * value of a header, of a query parameter or of a member of the body by the operator's secret, if the manifest names that place. Resolves when the
 * whole answer has arrived. Counts against `hostCalls` and `fetchCalls`. Rejects with TypeError if there was no answer, and with the signal's reason if it aborts.
 */
declare function fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;

interface QueuingStrategy<Chunk = unknown> {
  highWaterMark?: number;
  size?: (chunk: Chunk) => number;
}

interface StreamPipeOptions {
  preventAbort?: boolean;
  preventCancel?: boolean;
  preventClose?: boolean;
  signal?: AbortSignal;
}

interface UnderlyingSource<Chunk = unknown> {
  type?: undefined;
  start?: (controller: ReadableStreamDefaultController<Chunk>) => unknown;
  pull?: (controller: ReadableStreamDefaultController<Chunk>) => void | PromiseLike<void>;
  cancel?: (reason?: unknown) => void | PromiseLike<void>;
}

interface UnderlyingByteSource {
  type: 'bytes';
  autoAllocateChunkSize?: number;
  start?: (controller: ReadableByteStreamController) => unknown;
  pull?: (controller: ReadableByteStreamController) => void | PromiseLike<void>;
  cancel?: (reason?: unknown) => void | PromiseLike<void>;
}

interface UnderlyingSink<Chunk = unknown> {
  start?: (controller: WritableStreamDefaultController) => unknown;
  write?: (chunk: Chunk, controller: WritableStreamDefaultController) => void | PromiseLike<void>;
  close?: () => void | PromiseLike<void>;
  abort?: (reason?: unknown) => void | PromiseLike<void>;
}

interface Transformer<Input = unknown, Output = unknown> {
  start?: (controller: TransformStreamDefaultController<Output>) => unknown;
  transform?: (chunk: Input, controller: TransformStreamDefaultController<Output>) => void | PromiseLike<void>;
  flush?: (controller: TransformStreamDefaultController<Output>) => void | PromiseLike<void>;
  cancel?: (reason?: unknown) => void | PromiseLike<void>;
}

type ReadableStreamReadResult<Chunk> = { done: false; value: Chunk } | { done: true; value: Chunk | undefined };

declare class ReadableStream<Chunk = unknown> {
  constructor(source: UnderlyingByteSource, strategy?: { highWaterMark?: number });
  constructor(source?: UnderlyingSource<Chunk>, strategy?: QueuingStrategy<Chunk>);
  static from<Chunk>(chunks: Iterable<Chunk> | AsyncIterable<Chunk>): ReadableStream<Chunk>;
  readonly locked: boolean;
  cancel(reason?: unknown): Promise<void>;
  getReader(options: { mode: 'byob' }): ReadableStreamBYOBReader;
  getReader(): ReadableStreamDefaultReader<Chunk>;
  pipeThrough<Output>(
    pair: { readable: ReadableStream<Output>; writable: WritableStream<Chunk> },
    options?: StreamPipeOptions,
  ): ReadableStream<Output>;
  pipeTo(target: WritableStream<Chunk>, options?: StreamPipeOptions): Promise<void>;
  tee(): [ReadableStream<Chunk>, ReadableStream<Chunk>];
  values(options?: { preventCancel?: boolean }): AsyncIterableIterator<Chunk>;
  [Symbol.asyncIterator](options?: { preventCancel?: boolean }): AsyncIterableIterator<Chunk>;
}

declare class ReadableStreamDefaultReader<Chunk = unknown> {
  constructor(stream: ReadableStream<Chunk>);
  readonly closed: Promise<void>;
  cancel(reason?: unknown): Promise<void>;
  read(): Promise<ReadableStreamReadResult<Chunk>>;
  releaseLock(): void;
}

declare class ReadableStreamBYOBReader {
  constructor(stream: ReadableStream<Uint8Array>);
  readonly closed: Promise<void>;
  cancel(reason?: unknown): Promise<void>;
  read<View extends ArrayBufferView>(view: View, options?: { min?: number }): Promise<ReadableStreamReadResult<View>>;
  releaseLock(): void;
}

declare class ReadableStreamDefaultController<Chunk = unknown> {
  private constructor();
  readonly desiredSize: number | null;
  close(): void;
  enqueue(chunk?: Chunk): void;
  error(reason?: unknown): void;
}

declare class ReadableByteStreamController {
  private constructor();
  readonly byobRequest: ReadableStreamBYOBRequest | null;
  readonly desiredSize: number | null;
  close(): void;
  enqueue(chunk: ArrayBufferView): void;
  error(reason?: unknown): void;
}

declare class ReadableStreamBYOBRequest {
  private constructor();
  readonly view: ArrayBufferView | null;
  respond(bytesWritten: number): void;
  respondWithNewView(view: ArrayBufferView): void;
}

declare class WritableStream<Chunk = unknown> {
  constructor(sink?: UnderlyingSink<Chunk>, strategy?: QueuingStrategy<Chunk>);
  readonly locked: boolean;
  abort(reason?: unknown): Promise<void>;
  close(): Promise<void>;
  getWriter(): WritableStreamDefaultWriter<Chunk>;
}

declare class WritableStreamDefaultWriter<Chunk = unknown> {
  constructor(stream: WritableStream<Chunk>);
  readonly closed: Promise<void>;
  readonly desiredSize: number | null;
  readonly ready: Promise<void>;
  abort(reason?: unknown): Promise<void>;
  close(): Promise<void>;
  releaseLock(): void;
  write(chunk?: Chunk): Promise<void>;
}

declare class WritableStreamDefaultController {
  private constructor();
  /** @deprecated Use `signal.reason`. */
  readonly abortReason: unknown;
  readonly signal: AbortSignal;
  error(reason?: unknown): void;
}

declare class TransformStream<Input = unknown, Output = unknown> {
  constructor(
    transformer?: Transformer<Input, Output>,
    writableStrategy?: QueuingStrategy<Input>,
    readableStrategy?: QueuingStrategy<Output>,
  );
  readonly readable: ReadableStream<Output>;
  readonly writable: WritableStream<Input>;
}

declare class TransformStreamDefaultController<Output = unknown> {
  private constructor();
  readonly desiredSize: number | null;
  enqueue(chunk?: Output): void;
  error(reason?: unknown): void;
  terminate(): void;
}

declare class ByteLengthQueuingStrategy {
  constructor(init: { highWaterMark: number });
  readonly highWaterMark: number;
  readonly size: (chunk: ArrayBufferView) => number;
}

declare class CountQueuingStrategy {
  constructor(init: { highWaterMark: number });
  readonly highWaterMark: number;
  readonly size: (chunk: unknown) => 1;
}
