// The walk over a realm, as a plugin that makes it from inside, and the globals it should meet. Read by tests.

/** Every global of a frozen realm; each has been looked at for state that freezing does not reach. */
export const GLOBALS: readonly string[] = [
  ...['AggregateError', 'Array', 'ArrayBuffer', 'AsyncDisposableStack', 'BigInt', 'BigInt64Array', 'BigUint64Array'],
  ...['Boolean', 'DataView', 'Date', 'DisposableStack', 'Error', 'EvalError', 'Float16Array', 'Float32Array'],
  ...['Float64Array', 'Function', 'Infinity', 'Int16Array', 'Int32Array', 'Int8Array', 'Intl', 'Iterator', 'JSON'],
  ...['Map', 'Math', 'NaN', 'Number', 'Object', 'Promise', 'Proxy', 'RangeError', 'ReferenceError', 'Reflect'],
  ...['RegExp', 'Set', 'String', 'SuppressedError', 'Symbol', 'SyntaxError', 'Temporal', 'TypeError', 'URIError'],
  ...['Uint16Array', 'Uint32Array', 'Uint8Array', 'Uint8ClampedArray', 'WeakMap', 'WeakSet', 'clearTimeout', 'console'],
  ...['decodeURI', 'decodeURIComponent', 'encodeURI', 'encodeURIComponent', 'escape', 'eval', 'globalThis', 'isFinite'],
  ...['isNaN', 'parseFloat', 'parseInt', 'queueMicrotask', 'setTimeout', 'undefined', 'unescape'],
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
  ...['SubtleCrypto', 'crypto', 'performance', 'structuredClone'],
];

/** A plugin that walks twice from two sets of fresh samples: what both walks meet is what calls share. */
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
  disposable: new DisposableStack(), thenable: thenableArguments(), imported: 0, logged: console.log('x'), timer: setTimeout(() => {}, 0),
});
const thrown = (act) => { try { act(); } catch (error) { return error; } };
const dispatched = () => { const target = new EventTarget(); const seen = []; target.addEventListener('a', (...given) => { seen.push(given, given[0].composedPath()); }); target.dispatchEvent(new Event('a')); return seen; };
const deep = () => deep() + 1;
const traced = () => { const target = {}; Error.captureStackTrace(target); return target; };
const replaced = () => { const seen = []; 'a'.replace(/(?<n>a)/, (...given) => { seen.push(given); return ''; }); return seen; };
const thenableArguments = () => { const seen = []; Promise.resolve.call(function (executor) { seen.push(executor); executor(() => {}, () => {}); }, 1); return seen; };
const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';
const read = (value, key) => { try { return value[key]; } catch {} };

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
const rootsOf = (context) => [
  [globalThis, 'globalThis'],
  [require, 'require'],
  [context, 'context'],
  ...Object.entries(samples()).map(([name, value]) => [value, name]),
];
const tool = (_args, context) => {
  const first = walk(rootsOf(Reflect.getPrototypeOf(context)));
  const second = walk(rootsOf(Reflect.getPrototypeOf(context)));
  const shared = [...first].filter(([value]) => second.has(value));
  return {
    shared: shared.length,
    unfrozen: shared.filter(([value]) => value !== RegExp.prototype && !Object.isFrozen(value)).map(([, path]) => path),
    globals: Reflect.ownKeys(globalThis).map(String).sort(),
    regExp: Reflect.ownKeys(RegExp).map(String).sort(),
  };
};
export { tool as walk };
`;
