// A plugin that walks over its realm from inside, and the globals that it should find. Imported by tests.

/** Every global of a frozen realm. Each has been examined for state that freezing does not reach. */
export const GLOBALS: readonly string[] = [
  ...['AggregateError', 'Array', 'ArrayBuffer', 'AsyncDisposableStack', 'BigInt', 'BigInt64Array', 'BigUint64Array'],
  ...['Boolean', 'DataView', 'Date', 'DisposableStack', 'Error', 'EvalError', 'Float16Array', 'Float32Array'],
  ...['Float64Array', 'Function', 'Infinity', 'Int16Array', 'Int32Array', 'Int8Array', 'Intl', 'Iterator', 'JSON'],
  ...['Map', 'Math', 'NaN', 'Number', 'Object', 'Promise', 'Proxy', 'RangeError', 'ReferenceError', 'Reflect'],
  ...['RegExp', 'Set', 'String', 'SuppressedError', 'Symbol', 'SyntaxError', 'Temporal', 'TypeError', 'URIError'],
  ...['Uint16Array', 'Uint32Array', 'Uint8Array', 'Uint8ClampedArray', 'WeakMap', 'WeakSet', 'clearTimeout', 'console'],
  ...['decodeURI', 'decodeURIComponent', 'encodeURI', 'encodeURIComponent', 'escape', 'eval', 'globalThis', 'isFinite'],
  ...['isNaN', 'parseFloat', 'parseInt', 'queueMicrotask', 'self', 'setTimeout', 'undefined', 'unescape'],
  ...[
    'clearInterval',
    'setInterval',
    'TextDecoder',
    'TextEncoder',
    'URL',
    'URLSearchParams',
    'DOMException',
    'atob',
    'btoa',
  ],
  ...['AbortController', 'AbortSignal', 'Crypto', 'CryptoKey', 'CustomEvent', 'Event', 'EventTarget', 'Performance'],
  ...[
    'SubtleCrypto',
    'crypto',
    'performance',
    'structuredClone',
    'fetch',
    'Headers',
    'Request',
    'Response',
    'FormData',
  ],
  ...['Blob', 'File', 'ReadableStream', 'ReadableStreamDefaultReader', 'ReadableStreamBYOBReader', 'WritableStream'],
  ...[
    'ReadableStreamDefaultController',
    'ReadableByteStreamController',
    'ReadableStreamBYOBRequest',
    'TransformStream',
  ],
  ...['WritableStreamDefaultWriter', 'WritableStreamDefaultController', 'TransformStreamDefaultController'],
  ...['ByteLengthQueuingStrategy', 'CountQueuingStrategy'],
];

/** A plugin that walks twice, from two sets of fresh samples. Calls share the objects that both walks find. */
export const WALK = `
const samples = () => ({
  arrayIterator: [].values(), mapIterator: new Map().keys(), setIterator: new Set().keys(), stringIterator: ''[Symbol.iterator](),
  regExpIterator: 'a'.matchAll(/a/g), helper: [].values().map((x) => x), wrapped: Iterator.from({ next() {} }),
  generator: (function* () {})(), asyncGenerator: (async function* () {})(),
  functions: [function () {}, () => {}, async () => {}, async function () {}, function* () {}, async function* () {}, { m() {} }.m, (() => {}).bind()],
  classes: [class { static #p; static s() {} get x() { return 1; } }, class extends Map {}, class extends Array {}, class extends null {}],
  errors: [new Error('x'), new TypeError(), new AggregateError([]), thrown(() => null.x), thrown(() => missing), thrown(deep), thrown(() => setTimeout())],
  traced: traced(), promise: Promise.resolve(), settling: Promise.withResolvers(), revocable: Proxy.revocable({}, {}), proxy: new Proxy(() => {}, {}),
  strictArguments: (function () { return arguments; })(1), sloppyArguments: Function('return arguments')(1), sloppy: Function('return this'),
  sloppyThis: Function('return this')(), evaluated: (0, eval)('({ f() {} })'), regExp: /x/, match: /(?<a>x)/d.exec('x'), replaced: replaced(),
  template: ((strings) => strings)\`a\`, bytes: new Uint8Array(1), buffer: new ArrayBuffer(1), view: new DataView(new ArrayBuffer(1)), date: new Date(),
  raw: JSON.rawJSON('1'), symbol: Object(Symbol.iterator), bigint: Object(1n), registered: Object(Symbol.for('x')),
  segments: new Intl.Segmenter().segment('a'), segment: new Intl.Segmenter().segment('a')[Symbol.iterator](),
  intl: [new Intl.Collator().compare, new Intl.NumberFormat().format, new Intl.DateTimeFormat().format, new Intl.NumberFormat().resolvedOptions(), new Intl.Locale('en')],
  parsed: JSON.parse('{"a":[1]}'), descriptor: Object.getOwnPropertyDescriptor([], 'length'), grouped: Object.groupBy([1], () => 'a'),
  temporal: globalThis.Temporal && [Temporal.Now.instant(), Temporal.PlainDate.from('2020-01-01'), Temporal.Now.zonedDateTimeISO(), new Temporal.Duration()],
  urls: [new URL('https://a/?b'), new URL('https://a/?b').searchParams.entries(), new URLSearchParams('a').keys(), URL.parse('x:')],
  coders: [new TextEncoder(), new TextDecoder(), new TextDecoder('koi8-r', { fatal: true })], exception: new DOMException('a', 'b'), events: [new Event('a'), new CustomEvent('a', { detail: {} }), new EventTarget(), dispatched()],
  signals: [new AbortController(), new AbortController().signal, AbortSignal.abort(), AbortSignal.any([]), AbortSignal.timeout(1)], clone: structuredClone({ re: /a/, map: new Map(), error: new Error('x'), bytes: new Uint8Array(1) }),
  randoms: [crypto.getRandomValues(new Uint8Array(1)), crypto.subtle.digest('SHA-1', new Uint8Array())], clock: [performance.toJSON()], failed: [thrown(() => atob('*')), thrown(() => new URL('')), thrown(() => new TextDecoder(''))],
  headers: [new Headers({ a: 'b' }), new Headers([['a', 'b']]).entries(), new Headers().keys()], requests: [request(), request().clone(), request().headers, request().signal, request().body, thrown(() => new Request('')), thrown(() => new Request('https://a/', { method: 'TRACE' }))],
  responses: [new Response('a'), new Response('a').body, new Response(new Blob(['a'])).clone(), new Response().headers, Response.json({}), Response.error(), Response.redirect('https://a/'), new Response('{').json().catch(() => {}), new Response('a').formData().catch(() => {}), thrown(() => new Response('a', { status: 9 }))],
  fetched: fetch('data:,').catch(() => {}), forms: [form(), form().entries(), form().get('b'), new Response(form()).formData()], blobs: [new Blob(['a']), new Blob(['a']).slice(1), new Blob(['a']).stream(), new Blob().text(), new File([], 'a')],
  streams: streams(), written: written(), transformed: [new TransformStream(), new ReadableStream(waits).pipeThrough(new TransformStream())], strategies: [new CountQueuingStrategy({ highWaterMark: 1 }), new ByteLengthQueuingStrategy({ highWaterMark: 1 })],
  disposable: new DisposableStack(), thenable: thenableArguments(), imported: 0, logged: console.log('x'), timer: setTimeout(() => {}, 0),
});
const request = () => new Request('https://a/?b', { method: 'POST', body: 'c', signal: new AbortController().signal });
const form = () => { const made = new FormData(); made.append('a', 'b'); made.append('b', new Blob(['c'])); return made; };
const waits = { pull: () => new Promise(() => {}), write: () => new Promise(() => {}) };
const streams = () => {
  const controllers = [];
  const plain = new ReadableStream({ ...waits, start(controller) { controllers.push(controller); } });
  const reader = plain.getReader();
  const bytes = new ReadableStream({ ...waits, type: 'bytes', autoAllocateChunkSize: 4, start(controller) { controllers.push(controller); } });
  const byob = bytes.getReader({ mode: 'byob' });
  const auto = new ReadableStream({ ...waits, type: 'bytes', autoAllocateChunkSize: 4 });
  const iterator = new ReadableStream(waits).values();
  const reads = [reader.read(), byob.read(new Uint8Array(2)), auto.getReader().read(), iterator.next(), iterator.return()];
  const filled = new ReadableStream({ type: 'bytes', start(controller) { controller.enqueue(new Uint8Array(2)); controller.close(); } });
  const queued = new ReadableStream({ start(controller) { controller.enqueue({}); controller.close(); } });
  const errored = new ReadableStream({ start(controller) { controller.error(1); } });
  const tees = [new ReadableStream(waits).tee(), new ReadableStream({ ...waits, type: 'bytes' }).tee(), ReadableStream.from([1, 2]).tee()];
  const teeReads = tees.map(([one]) => one.getReader().read());
  const piped = new ReadableStream(waits); piped.pipeTo(new WritableStream(waits), { signal: new AbortController().signal }).catch(() => {});
  return [plain, reader, bytes, byob, controllers[1].byobRequest, controllers, reads, auto, iterator, filled, queued, errored, tees, teeReads, piped, thrown(() => reader.read.call({})), thrown(() => plain.tee())];
};
const written = () => {
  const controllers = [];
  const stream = new WritableStream({ ...waits, start(controller) { controllers.push(controller); } });
  const writer = stream.getWriter();
  const writes = [writer.write(1), writer.write({}), writer.close(), writer.ready, writer.closed];
  const aborted = new WritableStream(waits); const abort = aborted.abort(1).catch(() => {});
  return [stream, writer, controllers, controllers[0].signal, writes, aborted, abort];
};
const thrown = (act) => { try { act(); } catch (error) { return error; } };
const dispatched = () => { const target = new EventTarget(); const seen = []; target.addEventListener('a', (...given) => { seen.push(given, given[0].composedPath()); }); target.dispatchEvent(new Event('a')); return seen; };
const deep = () => deep() + 1;
const traced = () => { const target = {}; Error.captureStackTrace(target); return target; };
const replaced = () => { const seen = []; 'a'.replace(/(?<n>a)/, (...given) => { seen.push(given); return ''; }); return seen; };
const thenableArguments = () => { const seen = []; Promise.resolve.call(function (executor) { seen.push(executor); executor(() => {}, () => {}); }, 1); return seen; };
const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';
const read = (value, key) => { try { const found = value[key]; if (found instanceof Promise) found.catch(() => {}); return found; } catch {} };

const walk = (roots) => {
  const seen = new Map();
  const queue = roots;
  for (let next = queue.shift(); next; next = queue.shift()) {
    const [value, path] = next;
    if (!isObject(value) || seen.has(value)) continue;
    seen.set(value, path);
    queue.push([Reflect.getPrototypeOf(value), path + '.__proto__']);
    for (const key of Reflect.ownKeys(value)) {
      const { value: own, get, set } = Reflect.getOwnPropertyDescriptor(value, key);
      const name = path + '.' + String(key);
      queue.push([own, name], [get, name + ' (getter)'], [set, name + ' (setter)'], [read(value, key), name + ' (as read)']);
    }
  }
  return seen;
};
const stored = (store) => {
  const asked = [store.get('k'), store.entry('k'), store.set('k', 1), store.delete('k'), store.list(), store.keys().next()];
  for (const promise of asked) promise.catch(() => {});
  return [store, store.keys(), asked];
};
const rootsOf = (context) => [
  [globalThis, 'globalThis'],
  [require, 'require'],
  [Reflect.getPrototypeOf(context), 'context'],
  [context.progress, 'progress'],
  [stored(context.store), 'store'],
  [[context.secrets, context.secrets.sign('KEY', 'HS256', 'text').catch(() => {})], 'secrets'],
  ...Object.entries(samples()).map(([name, value]) => [value, name]),
];
const keys = async () => {
  const { subtle } = crypto;
  const rejected = (promise) => promise.catch((error) => error);
  const secret = await subtle.importKey('raw', new Uint8Array(16), 'AES-GCM', true, ['encrypt']);
  const pair = await subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign']);
  const agreeing = await subtle.generateKey('X25519', true, ['deriveBits']);
  return [
    secret, await subtle.exportKey('raw', secret), await subtle.exportKey('jwk', secret), await subtle.encrypt({ name: 'AES-GCM', iv: new Uint8Array(12) }, secret, new Uint8Array(3)),
    pair, await subtle.exportKey('jwk', pair.privateKey), await subtle.sign({ name: 'ECDSA', hash: 'SHA-1' }, pair.privateKey, new Uint8Array(3)),
    await subtle.deriveBits({ name: 'X25519', public: agreeing.publicKey }, agreeing.privateKey, null), await subtle.importKey('raw', new Uint8Array(3), 'HKDF', false, ['deriveBits']),
    await rejected(subtle.importKey('jwk', {}, { name: 'RSA-PSS', hash: 'SHA-1' }, true, [])), await rejected(subtle.digest('MD5', new Uint8Array())), await rejected(subtle.importKey('raw', new Uint8Array(3), 'Ed25519', true, [])),
  ];
};
const tool = async (_args, context) => {
  const first = walk([...rootsOf(context), [await keys(), 'keys']]);
  const second = walk([...rootsOf(context), [await keys(), 'keys']]);
  const shared = [...first].filter(([value]) => second.has(value));
  return {
    shared: shared.length,
    unfrozen: shared.filter(([value]) => !Object.isFrozen(value)).map(([, path]) => path),
    globals: Reflect.ownKeys(globalThis).map(String).sort(),
    regExp: Reflect.ownKeys(RegExp).map(String).sort(),
  };
};
export { tool as walk };
`;
