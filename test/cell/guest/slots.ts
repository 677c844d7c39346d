// A plugin that writes onto every object that calls share, in every way that V8 has to do so without a visible property, and that reads
// from all of them. Imported by tests.

import { WALK } from './walk.ts';

/**
 * `write` tells what it could write (`stuck`), and which objects are of a kind that changes inside. It also calls functions on objects, with a value
 * to keep. `read` tells what a later call finds.
 */
export const SLOTS = `${WALK}
const attempt = (act) => { try { return act(); } catch { return undefined; } };
const tag = (strings) => strings;
const sharedObjects = (context) => {
  const first = walk(rootsOf(context));
  const second = walk(rootsOf(context));
  const shared = [...first].filter(([value]) => second.has(value));
  return [...shared, [tag\`a\`, 'template'], [tag\`a\`.raw, 'template.raw']];
};
const traced_ = traced();
const { get: stackOf, set: setStack } = Object.getOwnPropertyDescriptor(traced_, 'stack');

class Returned { constructor(value) { return value; } }
class Field extends Returned { #left; constructor(value, left) { super(value); this.#left = left; } static has(value) { return #left in value; } }
class Method extends Returned { #left() { return this; } static has(value) { return #left in value; } }
class Accessor extends Returned { get #left() { return 1; } set #left(value) {} static has(value) { return #left in value; } }
const hasStack = (it) => stackOf.call(it) !== undefined;
const hasOwn = (it, left) => Reflect.ownKeys(it).some((key) => { const { value, get } = Reflect.getOwnPropertyDescriptor(it, key); return value === left || get === left.tell; });

/** Each way to write, and how to see in the same call that it did. */
const WAYS = {
  capture: [(it, left) => { try { Error.captureStackTrace(it); } catch {} Reflect.deleteProperty(it, 'stack'); setStack.call(it, left); }, hasStack],
  stack: [(it, left) => setStack.call(it, left), hasStack],
  captureByProxy: [(it, left) => { const proxy = new Proxy(it, {}); try { Error.captureStackTrace(proxy); } catch {} setStack.call(proxy, left); setStack.call(it, left); }, hasStack],
  heirOfStack: [(it, left) => { setStack.call(Object.create(it), left); }, hasStack],
  privateField: [(it, left) => new Field(it, left), Field.has],
  privateMethod: [(it) => new Method(it), Method.has],
  privateAccessor: [(it) => new Accessor(it), Accessor.has],
  compile: [(it, left) => { RegExp.prototype.compile.call(it, left.text); }, (it, left) => sourceOf.call(it) === left.text],
  lastIndex: [(it, left) => { it.lastIndex = left; }, hasOwn],
  prototype: [(it, left) => Reflect.setPrototypeOf(it, left), (it, left) => Reflect.getPrototypeOf(it) === left],
  property: [(it, left) => Reflect.defineProperty(it, Symbol('left'), { value: left, configurable: true }), hasOwn],
  element: [(it, left) => Reflect.set(it, 0, left, it), hasOwn],
  replaced: [(it, left) => { for (const key of Reflect.ownKeys(it)) Reflect.set(it, key, left, it); }, hasOwn],
  deleted: [(it) => { for (const key of Reflect.ownKeys(it)) Reflect.deleteProperty(it, key); }, (it) => Object.isExtensible(it) && Reflect.ownKeys(it).length === 0],
  legacyGetter: [(it, left) => Object.prototype.__defineGetter__.call(it, 'left', left.tell), hasOwn],
};
const sourceOf = Object.getOwnPropertyDescriptor(RegExp.prototype, 'source').get;
const getterOf = (type, key) => Object.getOwnPropertyDescriptor(type.prototype, key).get;
const bytes = Reflect.getPrototypeOf(Uint8Array);
/** Kinds of objects that change inside although they are frozen, each with a call that throws for all others. */
const KINDS = {
  Map: (it) => Map.prototype.has.call(it, 1),
  Set: (it) => Set.prototype.has.call(it, 1),
  WeakMap: (it) => WeakMap.prototype.has.call(it, {}),
  WeakSet: (it) => WeakSet.prototype.has.call(it, {}),
  Date: (it) => Date.prototype.getTime.call(it),
  RegExp: (it) => { if (getterOf(RegExp, 'global').call(it) === undefined) throw it; },
  Promise: (it) => { if (Promise.prototype.then.call(it, () => {}, () => {}) === undefined) throw it; },
  ArrayBuffer: (it) => getterOf(ArrayBuffer, 'byteLength').call(it),
  DataView: (it) => getterOf(DataView, 'byteLength').call(it),
  bytes: (it) => { if (getterOf(bytes, Symbol.toStringTag).call(it) === undefined) throw it; },
  generator: (it) => (function* () {})().next.call(it),
  arrayIterator: (it) => [].values().next.call(it),
  mapIterator: (it) => new Map().keys().next.call(it),
  setIterator: (it) => new Set().keys().next.call(it),
  stringIterator: (it) => ''[Symbol.iterator]().next.call(it),
  patternIterator: (it) => 'a'.matchAll(/a/g).next.call(it),
  helper: (it) => [].values().map((x) => x).next.call(it),
  wrapped: (it) => Iterator.from({ next() {} }).next.call(it),
  segments: (it) => new Intl.Segmenter().segment('')[Symbol.iterator]().next.call(it),
  stack: (it) => getterOf(DisposableStack, 'disposed').call(it),
  asyncStack: (it) => getterOf(AsyncDisposableStack, 'disposed').call(it),
  error: (it) => { if (!Error.isError(it)) throw it; },
};
/** Functions that run code later, in which a call could not catch what it throws, or that end or hold up the call. */
const LATER = new Set(['queueMicrotask', 'setTimeout', 'setInterval', 'timeout', 'fetch', 'reportError', 'requestHost', 'progress', 'entry', 'generateKey', 'from', 'fromAsync', 'pipeTo', 'pipeThrough']);

/** Functions that call \`next\` until it says that it is done: with one that returns promises, they would never end. */
const OF_ITERATORS = new Set(Reflect.ownKeys(Iterator.prototype).map((key) => attempt(() => Iterator.prototype[key])));

const own = (it, key, value) => Reflect.defineProperty(it, key, { value, writable: true, configurable: true });
/** What ends a fast path that V8 keeps for all contexts of an isolate, each on an object of the call's own. A later call must see the same as before. */
const PROTECTORS = [
  ...[[], /a/, Promise.resolve(), new Uint8Array(1), new ArrayBuffer(1), new Map(), new Set()].map((it) => () => own(it, 'constructor', { [Symbol.species]: class extends it.constructor {} })),
  ...[[].values(), new Map().keys(), new Set().keys(), ''[Symbol.iterator]()].map((it) => () => own(it, 'next', () => ({ done: true }))),
  ...[[], new Map(), new Set(), new String('a')].map((it) => () => own(it, Symbol.iterator, () => [].values())),
  () => own([], Symbol.isConcatSpreadable, false),
  () => own(Promise.resolve(), 'then', () => {}),
  () => own(Promise, 'resolve', () => {}),
  () => own(new String('a'), Symbol.toPrimitive, () => 'b'),
  () => own(new String('a'), 'length', 2),
  () => own(class extends RegExp {}, Symbol.species, Array),
  () => own(class extends Array {}, Symbol.species, RegExp),
  () => Reflect.setPrototypeOf([], { 0: 1 }),
  () => structuredClone(new ArrayBuffer(8), { transfer: [new ArrayBuffer(8)] }),
  () => new ArrayBuffer(8).transfer(),
];
/** What regular expressions find. */
const patternsSeen = () => ['a1b2'.split(/(\\d)/), 'aba'.replace(/(a)/g, '<$1>'), 'aba'.replace(/(a)(x)?/g, (...given) => JSON.stringify(given)), 'aba'.match(/a/g), /./y[Symbol.replace]('ab', '')];

const settle = (value) => { if (value instanceof Promise) value.then(() => {}, () => {}); };

/** Objects with a getter that rejects for a receiver of another kind. A function that reads all properties would drop the promise, and nothing could handle the rejection. */
const rejectsIfRead = (it) => Reflect.ownKeys(it).some((key) => {
  const get = attempt(() => Reflect.getOwnPropertyDescriptor(it, key).get);
  const made = get && attempt(() => Reflect.apply(get, it, []));
  settle(made);
  return made instanceof Promise;
});

/** A function meets every tenth receiver, so that a run takes seconds. */
const STEP = 10;
/** Every function on receivers, plain functions apart, with a value to keep in each place. */
const callAll = (shared, leftFor) => {
  const functions = shared.filter(([value]) => typeof value === 'function' && !LATER.has(attempt(() => value.name)));
  const receivers = shared.filter(([value], index) => (typeof value !== 'function' || index % 200 === 0) && !rejectsIfRead(value));
  let calls = 0;
  for (const [index, [act, path]] of functions.entries()) {
    const left = leftFor('call', path);
    for (let i = index % STEP; i < receivers.length; i += STEP) {
      const [it] = receivers[i];
      if (OF_ITERATORS.has(act) && attempt(() => typeof it.next === 'function')) continue;
      calls += 1;
      settle(attempt(() => Reflect.apply(act, it, [left, left])));
      settle(attempt(() => act(it, left)));
      settle(attempt(() => Reflect.construct(act, [it, left])));
    }
  }
  return calls;
};

/** An object of each kind. */
const OWN = () => [
  new Map(), new Set(), new WeakMap(), new WeakSet(), new Date(), /a/, Promise.resolve(), new ArrayBuffer(1), new DataView(new ArrayBuffer(1)), new Uint8Array(1),
  (function* () {})(), [].values(), new Map().keys(), new Set().keys(), ''[Symbol.iterator](), 'a'.matchAll(/a/g), [].values().map((x) => x), Iterator.from({ next() {} }),
  new Intl.Segmenter().segment('')[Symbol.iterator](), new DisposableStack(), new AsyncDisposableStack(), new Error(),
];
const kindsIn = (objects) => objects.flatMap(([it, path]) => Object.entries(KINDS).filter(([, probe]) => attempt(() => { probe(it); return true; })).map(([kind]) => kind + ' ' + path));

const write = ({ mark }, context) => {
  const shared = sharedObjects(context);
  const leftFor = (way, path) => ({ text: '~' + mark + '~' + way + ' ' + path, tell: () => mark });
  const protectors = PROTECTORS.filter((act) => attempt(() => act() !== undefined)).length;
  const stuck = [];
  const tryWays = (objects, note) => {
    for (const [way, [act, didWrite]] of Object.entries(WAYS))
      for (const [it, path] of objects) {
        const left = leftFor(way, path);
        attempt(() => act(it, left));
        if (attempt(() => didWrite(it, left)) === true) note(way, path);
      }
  };
  tryWays(shared, (way, path) => stuck.push(way + ' ' + path));
  // On what is not frozen every way must show, or the search shows nothing.
  const shows = new Set();
  tryWays([[{ left: 1 }, 'own'], [/a/, 'pattern']], (way) => shows.add(way));
  const kinds = kindsIn(shared);
  return { protectors, objects: shared.length, calls: callAll(shared, leftFor), stuck, kinds, ways: Object.keys(WAYS), shows: [...shows], kindsKnown: Object.keys(KINDS), kindsShown: kindsIn(OWN().map((it) => [it, ''])).map((text) => text.trim()) };
};
const shown = (value) => (value === undefined || typeof value === 'string' ? value : String(value.text ?? typeof value));
const readAll = (_args, context) => {
  const found = [['patterns', ...patternsSeen()]];
  for (const [it, path] of sharedObjects(context)) {
    const stack = attempt(() => stackOf.call(it));
    setStack.call(it, 'taken');
    const taken = attempt(() => stackOf.call(it));
    if (stack !== undefined || taken !== undefined) found.push(['stack', path, shown(stack), shown(taken)]);
    for (const key of Reflect.ownKeys(it)) {
      const { value, get } = Reflect.getOwnPropertyDescriptor(it, key);
      const text = attempt(() => (value ?? get)?.text);
      if (text !== undefined) found.push(['property', path, String(key), shown(text)]);
    }
    found.push([path, Reflect.ownKeys(it).length, Object.isExtensible(it), typeof it]);
  }
  return found;
};
export { write, readAll as read };
`;
