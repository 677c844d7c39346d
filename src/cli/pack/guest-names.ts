// Lists the names that code in the sandbox can use without declaring them, and replacements for well-known names that are missing there.
// Runs on the author's machine.

const ECMASCRIPT =
  'AggregateError Array ArrayBuffer AsyncDisposableStack BigInt BigInt64Array BigUint64Array Boolean DataView Date DisposableStack Error ' +
  'EvalError Float16Array Float32Array Float64Array Function Infinity Int16Array Int32Array Int8Array Intl Iterator JSON Map Math NaN Number ' +
  'Object Promise Proxy RangeError ReferenceError Reflect RegExp Set String SuppressedError Symbol SyntaxError Temporal TypeError URIError ' +
  'Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakSet decodeURI decodeURIComponent encodeURI encodeURIComponent escape eval ' +
  'globalThis isFinite isNaN parseFloat parseInt undefined unescape';

const PLATFORM =
  'AbortController AbortSignal Blob ByteLengthQueuingStrategy CountQueuingStrategy Crypto CryptoKey CustomEvent DOMException Event EventTarget ' +
  'File FormData Headers Performance ReadableByteStreamController ReadableStream ReadableStreamBYOBReader ReadableStreamBYOBRequest ' +
  'ReadableStreamDefaultController ReadableStreamDefaultReader Request Response SubtleCrypto TextDecoder TextEncoder TransformStream ' +
  'TransformStreamDefaultController URL URLSearchParams WritableStream WritableStreamDefaultController WritableStreamDefaultWriter atob btoa ' +
  'clearInterval clearTimeout console crypto fetch performance queueMicrotask self setInterval setTimeout structuredClone';

/** The global names of the language. */
export const ECMASCRIPT_NAMES: ReadonlySet<string> = new Set(ECMASCRIPT.split(' '));

/** Every global name that a plugin has in both modes of fresh state. */
export const GUEST_NAMES: ReadonlySet<string> = new Set([...ECMASCRIPT_NAMES, ...PLATFORM.split(' ')]);

/** The global object inherits these names. `arguments` belongs to functions. */
export const INHERITED_NAMES: ReadonlySet<string> = new Set([
  ...Object.getOwnPropertyNames(Object.prototype),
  'arguments',
]);

const NO_MODULE_SYSTEM = 'import it at the top of the file; everything is bundled into one module';
const NO_PAGE = 'a tool has no page: read the text of the document with a library such as cheerio';
const TURNS = 'use setTimeout(task, 0), or run toolcell pack, which adds it';

const INSTEAD: ReadonlyMap<string, string> = new Map([
  ['Atomics', 'a tool has one thread, so it does not need them'],
  ['Buffer', 'use Uint8Array, or run toolcell pack, which adds it'],
  ['FinalizationRegistry', 'release what you hold when the call ends'],
  ['SharedArrayBuffer', 'use ArrayBuffer'],
  ['WeakRef', 'use a strong reference: everything is released after the call'],
  ['WebAssembly', 'use a variant of the library in JavaScript, such as one built with asm.js'],
  ['WebSocket', 'use fetch'],
  ['XMLHttpRequest', 'use fetch'],
  ['__dirname', 'run toolcell pack, which sets it'],
  ['__filename', 'run toolcell pack, which sets it'],
  ['clearImmediate', 'use clearTimeout, or run toolcell pack, which adds it'],
  ['document', NO_PAGE],
  ['exports', 'write export before what the module exports'],
  ['localStorage', 'ask for the store in plugin.json, and use context.store'],
  ['module', 'write export before what the module exports'],
  ['navigator', NO_PAGE],
  [
    'process',
    'a tool has no environment and no arguments except those of its call; toolcell pack adds a process without them',
  ],
  ['require', NO_MODULE_SYSTEM],
  ['setImmediate', TURNS],
  ['window', 'use globalThis'],
]);

/** Advice for a name that the sandbox does not have. */
export const insteadOf = (name: string): string =>
  INSTEAD.get(name) ?? 'declare it, import it, or correct its spelling; docs/globals.md lists the names';
